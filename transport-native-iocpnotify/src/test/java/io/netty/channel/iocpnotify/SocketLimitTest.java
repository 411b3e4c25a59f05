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
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The listener cannot accept what waits for it: it must neither spin nor give up.
 */
@Tag("either-provider")
@Timeout(120)
class SocketLimitTest {

    private static final class Witness extends ChannelInboundHandlerAdapter {
        final Queue<Throwable> caught = new ConcurrentLinkedQueue<Throwable>();
        final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            accepted.add((Channel) msg);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            caught.add(cause);
        }
    }

    /** Without a ServerBootstrap nobody stops reading when accept fails, so the listener itself has to pause. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void failingListenerPausesAndRecovers(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            Witness witness = new Witness();
            server.pipeline().addLast(witness);
            fixture.group().register(server).sync();
            server.bind(anyPort()).sync();

            inLoop(server, () -> {
                server.handle().ready(IocpNotifyIoOps.ERR);
                assertFalse(server.wants(IocpNotifyIoOps.IN_HANGUP));
                return null;
            });
            assertEquals(1, witness.caught.size());
            long start = System.nanoTime();
            fixture.connect(server.localAddress(), NOTHING);
            Channel child = witness.accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(child, "never accepted again");
            child.unsafe().closeForcibly();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertTrue(millis > 500, "accepted after " + millis + " ms, in the pause");
            assertEquals(1, witness.caught.size());

            // Closed in a pause: the end of it finds nothing to do.
            inLoop(server, () -> {
                server.handle().ready(IocpNotifyIoOps.ERR);
                return null;
            });
            server.close().sync();
        }
    }

    /** {@code AcceptEx} was refused, so nothing is armed, and there is no memory for the pause. */
    @Test
    void listensWhenThePauseHasNoMemory() throws Exception {
        LoopWithoutTimers loop = new LoopWithoutTimers();
        try {
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            Witness witness = new Witness();
            server.pipeline().addLast(witness);
            loop.register(server).sync();
            server.bind(anyPort()).sync();

            inLoop(server, () -> {
                server.unwant(IocpNotifyIoOps.IN_HANGUP);
                loop.isOutOfMemory = true;
                assertThrows(OutOfMemoryError.class, () -> server.acceptFailed(new IOException("refused")));
                loop.isOutOfMemory = false;
                return null;
            });
            assertEquals(1, witness.caught.size());
            try (Socket client = new Socket()) {
                client.connect(server.localAddress(), 10000);
                Channel child = witness.accepted.poll(10, TimeUnit.SECONDS);
                assertNotNull(child, "the listener is deaf");
                child.unsafe().closeForcibly();
            }
            server.close().sync();
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    /** Has no memory for a timer while the test says so. */
    private static final class LoopWithoutTimers extends SingleThreadIoEventLoop {
        private boolean isOutOfMemory;

        LoopWithoutTimers() {
            super(null, new DefaultThreadFactory(LoopWithoutTimers.class), IocpNotifyIoHandler.newFactory());
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            if (isOutOfMemory) {
                throw new OutOfMemoryError("thrown by the test");
            }
            return super.schedule(command, delay, unit);
        }
    }

    /** Notified, and with one {@code AcceptEx} at a time, which has its socket before the others are taken. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, 0", "HANDLER, 0", "STRANDS, 1", "HANDLER, 1" })
    void acceptsAgainWhenSocketsAreThere(LoopKind kind, int outstandingAccepts) throws Exception {
        SocketHoard hoard = new SocketHoard();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final Queue<Throwable> caught = new ConcurrentLinkedQueue<Throwable>();
            Channel server = fixture.server(ECHO).handler(new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    caught.add(cause);
                    ctx.fireExceptionCaught(cause);
                }
            }).option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, outstandingAccepts).bind(anyPort()).sync().channel();
            final BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
            // All classes are loaded and all threads there before nothing can be opened any more.
            List<Channel> clients = new ArrayList<Channel>();
            for (int i = 0; i < 4; i++) {
                clients.add(fixture.register(new SimpleChannelInboundHandler<ByteBuf>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                        answers.add(msg.readByte());
                    }
                }));
            }
            connectAndSend(clients.remove(0), server);
            assertNotNull(answers.poll(10, TimeUnit.SECONDS));

            hoard.fill();

            for (Channel client : clients) {
                connectAndSend(client, server);
            }
            // Long enough for two pauses of a second.
            Byte early = answers.poll(2500, TimeUnit.MILLISECONDS);
            int failures = caught.size();
            hoard.close();
            assertTrue(early != null || failures > 0, "nothing failed, nothing is tested");
            assertTrue(failures <= 10, failures + " exceptions in 2.5 seconds");
            for (int i = early == null ? 0 : 1; i < clients.size(); i++) {
                assertNotNull(answers.poll(10, TimeUnit.SECONDS), "a client waits for ever");
            }
        } finally {
            hoard.close();
        }
    }

    private static void connectAndSend(Channel client, Channel server) throws Exception {
        ChannelFuture connect = client.connect(server.localAddress());
        awaitDone(connect);
        connect.sync();
        client.writeAndFlush(client.alloc().buffer(1).writeByte(1)).sync();
    }
}
