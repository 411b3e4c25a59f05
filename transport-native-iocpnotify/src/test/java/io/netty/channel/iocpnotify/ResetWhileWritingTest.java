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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The peer resets the connection while the channel has more to write than the system takes.
 */
@Timeout(120)
@Tag("races")
class ResetWhileWritingTest {

    /** Takes the accepted channels out, and does not read from them. */
    private static final class Deaf extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            accepted.add(ctx.channel());
        }

        @Override
        public boolean isSharable() {
            return true;
        }
    }

    private static final class Witness extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Throwable> caught = new LinkedBlockingQueue<Throwable>();

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            caught.add(cause);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withAutoRead(LoopKind kind) throws Exception {
        reset(kind, true, false);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withoutAutoRead(LoopKind kind) throws Exception {
        reset(kind, false, false);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withHalfClosure(LoopKind kind) throws Exception {
        reset(kind, true, true);
    }

    private static void reset(LoopKind kind, boolean autoRead, boolean halfClosure) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Deaf deaf = new Deaf();
            Channel server = fixture.server(deaf).childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.SO_LINGER, 0).bind(ChannelFixture.anyPort()).sync().channel();
            Witness witness = new Witness();
            Channel client = fixture.client(witness).option(ChannelOption.AUTO_READ, autoRead)
                    .option(ChannelOption.ALLOW_HALF_CLOSURE, halfClosure)
                    .connect(server.localAddress()).sync().channel();
            List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
            while (client.isWritable() || writes.size() < 64) {
                ByteBuf message = client.alloc().buffer(128 * 1024).writeZero(128 * 1024);
                writes.add(client.writeAndFlush(message));
            }
            Channel peer = deaf.accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(peer);
            assertFalse(writes.get(writes.size() - 1).isDone(), "all was taken, nothing is tested");
            peer.close().sync();

            // Nobody reads: the end must be noticed nevertheless, and only once.
            awaitDone(client.closeFuture());
            int failed = 0;
            for (ChannelFuture write : writes) {
                awaitDone(write);
                if (!write.isSuccess()) {
                    assertInstanceOf(IOException.class, write.cause());
                    failed++;
                }
            }
            assertTrue(failed > 0);
            // If a read has noticed it, the handlers were told before the close, or in the same run. A write tells them
            // nothing.
            client.eventLoop().submit(() -> { }).sync();
            Throwable caught = witness.caught.poll();
            if (caught != null) {
                assertInstanceOf(IOException.class, caught);
                assertTrue(caught.getMessage().contains("reset"), caught.getMessage());
            }
            assertEquals(0, witness.caught.size(), witness.caught::toString);
        }
    }
}
