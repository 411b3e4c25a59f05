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

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.iocpnotify.machine.ProcessHandles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Servers that keep {@code AcceptEx} outstanding, and the ends and changes of their loops.
 */
@Timeout(120)
@Tag("races")
class OverlappedAcceptLoopsTest {

    /** Threads, and whatever the JVM opens by the way. */
    private static final int TOLERANCE = 20;

    private static IocpNotifyServerSocketChannel serve(EventLoopGroup group, int accepts) throws Exception {
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
        server.config().setOutstandingAccepts(accepts);
        group.register(server).sync();
        server.bind(anyPort()).sync();
        return server;
    }

    private static boolean isIdle(IocpNotifyServerSocketChannel server) throws IOException {
        try {
            return inLoop(server, () -> server.overlapped().isIdle());
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** Notes whether a batch of connections is delivered in the loop that the channel is in. */
    private static final class Batches extends FixedRecvByteBufAllocator {
        final BlockingQueue<Boolean> inLoop = new LinkedBlockingQueue<Boolean>();
        private final Channel channel;

        Batches(Channel channel) {
            super(1);
            this.channel = channel;
        }

        @SuppressWarnings("deprecation")
        @Override
        public Handle newHandle() {
            return new RecvByteBufAllocator.DelegatingHandle(super.newHandle()) {
                @Override
                public void reset(ChannelConfig config) {
                    inLoop.add(channel.eventLoop().inEventLoop());
                    super.reset(config);
                }
            };
        }
    }

    /** Keeps the connections, instead of registering them. */
    private static final class Keeper extends ChannelInboundHandlerAdapter {
        private final Queue<Channel> accepted;

        Keeper(Queue<Channel> accepted) {
            this.accepted = accepted;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            accepted.add((Channel) msg);
        }
    }

    /** What the loop that was left had still to do about a connection is for the next. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void deliveredInTheLoopThatTheChannelIsIn(LoopKind kind) throws Exception {
        // What the task below and the one that it submits ask for is armed together, however long the first one takes:
        // else the loop would have to hear of the socket's removal while it is held up here.
        IocpNotifyEventLoopGroup.Builder longRuns = IocpNotifyEventLoopGroup.newBuilder().threads(1);
        longRuns.settings().taskQuantumNanos = TimeUnit.MINUTES.toNanos(1);
        EventLoopGroup group = kind == LoopKind.STRANDS ? longRuns.build() : kind.newGroup(1);
        EventLoopGroup next = kind.newGroup(1);
        try {
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            Batches batches = new Batches(server);
            server.config().setOutstandingAccepts(1).setRecvByteBufAllocator(batches);
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            server.pipeline().addLast(new Keeper(accepted));
            group.register(server).sync();
            server.bind(anyPort()).sync();
            inLoop(server, () -> server.config().setAutoRead(false));
            InetSocketAddress address = server.localAddress();
            try (Socket ignored = new Socket(address.getAddress(), address.getPort())) {
                // The connection is held, nobody has asked for it.
                SocketPair.await(() -> isIdle(server) ? true : null);
                batches.inLoop.clear();
                CountDownLatch reading = new CountDownLatch(1);
                EventLoop loop = server.eventLoop();
                loop.execute(() -> {
                    // No packet has to come before the channel may leave.
                    server.config().setOutstandingAccepts(0);
                    server.deregister().addListener(f -> {
                        // The delivery that the read below has asked for comes after this, in this loop.
                        next.register(server).addListener(g -> server.eventLoop().execute(() -> {
                            server.read();
                            reading.countDown();
                            // The delivery here would come after the one there.
                            loop.submit(() -> { }).awaitUninterruptibly(10, TimeUnit.SECONDS);
                        }));
                        assertTrue(reading.await(10, TimeUnit.SECONDS));
                    });
                    server.read();
                });
                Channel child = accepted.poll(10, TimeUnit.SECONDS);
                assertNotNull(child, "not delivered");
                child.unsafe().closeForcibly();
                assertEquals(true, batches.inLoop.poll(10, TimeUnit.SECONDS));
            }
            server.close().sync();
        } finally {
            end(group, next);
        }
    }

    /** A read() that comes before the last loop has let go of the listener is done in the next one. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readIsAskedForOnTheWay(LoopKind kind) throws Exception {
        EventLoopGroup next = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            IocpNotifyServerSocketChannel server = serve(fixture.group(), 2);
            server.pipeline().addLast(new Keeper(accepted));
            inLoop(server, () -> server.config().setAutoRead(false));
            ChannelFixture.move(server, next.next(), server::read);
            InetSocketAddress address = server.localAddress();
            try (Socket ignored = new Socket(address.getAddress(), address.getPort())) {
                Channel child = accepted.poll(10, TimeUnit.SECONDS);
                assertNotNull(child, "not delivered");
                child.unsafe().closeForcibly();
            }
            server.close().sync();
        } finally {
            end(next);
        }
    }

    /** The memory of a call that is never answered is lost, but not the socket that it would have connected. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void noSocketIsLeftByALoopThatDidNotWait(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            serve(fixture.group(), 1).close().sync();
            long before = ProcessHandles.count();
            for (int i = 0; i < 5; i++) {
                IocpNotifyServerSocketChannel server = serve(fixture.group(), 16);
                inLoop(server, () -> {
                    assertTrue(!server.overlapped().isIdle(), "no AcceptEx is outstanding");
                    server.overlapped().abandon();
                    return null;
                });
                server.close().sync();
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            long now;
            while ((now = ProcessHandles.count()) > before + TOLERANCE && System.nanoTime() - deadline < 0) {
                Thread.sleep(10);
            }
            assertTrue(now <= before + TOLERANCE, before + " handles before, " + now + " after");
        }
    }
}
