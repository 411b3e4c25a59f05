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

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitReleased;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * A channel whose loop cannot let it go. Netty says all the same that it is deregistered, so that any other loop may
 * use it. So it is closed, and its handlers are told why.
 */
@Timeout(120)
class LeaveFailureTest {

    /** More than a system takes for a peer that does not read. */
    private static final int BYTES = 16 * 1024 * 1024;

    /** A loop of Netty's own that has no memory for the task by which it waits for the answer of the port. */
    private static final class PoorLoop extends SingleThreadIoEventLoop {

        private final OutOfMemoryError error = new OutOfMemoryError("injected");
        /** Written by the test before the loop runs what reads it. */
        private volatile boolean poor;

        PoorLoop(IoHandlerFactory factory) {
            super(null, new DefaultThreadFactory("poor"), factory);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay,
                                                         TimeUnit unit) {
            if (poor) {
                throw error;
            }
            return super.scheduleWithFixedDelay(command, initialDelay, delay, unit);
        }
    }

    private static final class Events extends LifeEvents {

        /** Written by the loop before it says that the channel is deregistered. */
        private volatile Throwable caught;

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            caught = cause;
            seen.add("exception");
            // As most handlers do.
            ctx.close();
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext ctx) {
            seen.add("removed");
        }
    }

    /** What is written to a peer that does not read. Nobody may use its memory after the channel has left. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, -1", "HANDLER, -1", "STRANDS, 1", "HANDLER, 0" })
    void isClosed(LoopKind next, int linger) throws Exception {
        PoorLoop loop = new PoorLoop(IocpNotifyIoHandler.newFactory());
        EventLoopGroup other = next.newGroup(1);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Events events = new Events();
            Channel client = new Bootstrap().group(loop).channel(IocpNotifySocketChannel.class)
                    .option(ChannelOption.SO_LINGER, linger).handler(events)
                    .connect(server.getLocalSocketAddress()).sync().channel();
            try (Socket peer = server.accept()) {
                ByteBuf bytes = Unpooled.directBuffer(BYTES).writeZero(BYTES);
                ChannelFuture write = client.writeAndFlush(bytes);
                // It is armed by then, and the write is blocked.
                assertFalse(write.await(200));
                IoRegistration registration = inLoop(client, ((IocpNotifySocketChannel) client).place::registration);

                loop.poor = true;
                awaitDone(client.deregister());
                loop.poor = false;
                assertFalse(client.isRegistered());
                assertFalse(registration.isValid());
                awaitDone(client.closeFuture());
                assertInstanceOf(ClosedChannelException.class, failureOf(write));
                awaitReleased(bytes);
                assertInstanceOf(ClosedChannelException.class, failureOf(other.register(client)));
                assertSame(loop.error, events.caught);
                assertEquals(Arrays.asList("active", "exception", "inactive", "unregistered", "removed"),
                        new ArrayList<String>(events.seen));
            }
        } finally {
            end(other);
            // It does not wait for an answer of the port that was never asked.
            end(loop);
        }
    }
}
