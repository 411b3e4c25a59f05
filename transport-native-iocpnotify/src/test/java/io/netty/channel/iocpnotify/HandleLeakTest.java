/*
 * Copyright 2026 The Netty Project
 *
 * The Netty Project licenses this file to you under the Apache License,
 * version 2.0 (the "License"); you may not use this file except in compliance
 * with the License. You may obtain a copy of the License at:
 *
 *   https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
 * WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
 * License for the specific language governing permissions and limitations
 * under the License.
 */
package io.netty.channel.iocpnotify;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.iocpnotify.machine.ProcessHandles;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Thousands of connections come and go: the process has as many handles afterwards as before, and no buffer is lost.
 */
@Timeout(240)
class HandleLeakTest {

    private static final int CONNECTIONS = 2000;
    private static final int AT_ONCE = 20;
    /** Threads, and whatever the JVM opens by the way. A leak of one handle for each connection is far beyond. */
    private static final int TOLERANCE = 20;

    /** Closes when the answer is there. */
    @Sharable
    private static final class CloseOnAnswer extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(ctx.alloc().buffer(1).writeByte(1));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            ctx.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void manyConnections(LoopKind kind) throws Exception {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        ListAppender<ILoggingEvent> reports = new ListAppender<ILoggingEvent>();
        reports.start();
        logger.addAppender(reports);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            CloseOnAnswer handler = new CloseOnAnswer();
            // All threads, caches and classes that there will be.
            connectAndClose(fixture, server, handler, 100);
            long before = ProcessHandles.count();
            connectAndClose(fixture, server, handler, CONNECTIONS);
            assertBackTo(before);

            // The detector tells of what was lost when the next buffers are made after a collection.
            for (int i = 0; i < 3; i++) {
                System.gc();
                connectAndClose(fixture, server, handler, 40);
            }
            assertEquals(0, reports.list.size(), reports.list::toString);
        } finally {
            logger.detachAppender(reports);
            ResourceLeakDetector.setLevel(level);
        }
    }

    /** The accepted side of the last connections closes a moment after the side that this test sees. */
    private static void assertBackTo(long before) throws InterruptedException {
        long deadline = System.nanoTime() + 10000000000L;
        long now;
        while ((now = ProcessHandles.count()) > before + TOLERANCE && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
        }
        assertTrue(now <= before + TOLERANCE, before + " handles before, " + now + " after");
    }

    private static void connectAndClose(ChannelFixture fixture, Channel server, CloseOnAnswer handler, int count)
            throws Exception {
        for (int done = 0; done < count; done += AT_ONCE) {
            List<ChannelFuture> connects = new ArrayList<ChannelFuture>();
            for (int i = 0; i < AT_ONCE; i++) {
                connects.add(fixture.client(handler).connect(server.localAddress()));
            }
            for (ChannelFuture connect : connects) {
                awaitDone(connect);
                assertTrue(connect.isSuccess(), () -> "" + connect.cause());
                awaitDone(connect.channel().closeFuture());
            }
        }
    }
}
