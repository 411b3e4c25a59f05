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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.iocpnotify.machine.ProcessHandles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.OUTSTANDING_ACCEPTS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Servers that keep {@code AcceptEx} outstanding.
 */
@Timeout(120)
@Tag("races")
class OverlappedAcceptTest {

    /** Threads, and whatever the JVM opens by the way. */
    private static final int TOLERANCE = 20;

    private static IocpNotifyServerSocketChannel serve(ChannelFixture fixture, int accepts) throws Exception {
        return (IocpNotifyServerSocketChannel) fixture.server(ECHO).option(OUTSTANDING_ACCEPTS, accepts)
                .bind(anyPort()).sync().channel();
    }

    /** A server without a bootstrap: its connections are for the test to look at, and go nowhere. */
    private static final class Raw extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
        final BlockingQueue<Integer> batches = new LinkedBlockingQueue<Integer>();
        final Queue<Throwable> caught = new ConcurrentLinkedQueue<Throwable>();
        final IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
        private int batch;

        Raw(ChannelFixture fixture, int accepts, boolean autoRead) throws Exception {
            server.config().setOutstandingAccepts(accepts).setAutoRead(autoRead);
            server.pipeline().addLast(this);
            fixture.group().register(server).sync();
            server.bind(anyPort()).sync();
        }

        Channel next() throws InterruptedException {
            Channel channel = accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(channel, "not accepted");
            return channel;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            batch++;
            accepted.add((Channel) msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            batches.add(batch);
            batch = 0;
            ctx.fireChannelReadComplete();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            caught.add(cause);
        }
    }

    private static Socket connect(SocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(10000);
        socket.connect(address, 10000);
        return socket;
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** In the loop, where no read that was asked for before stands in the way. */
    private static void stopReading(final Channel server) throws Exception {
        inLoop(server, () -> server.config().setAutoRead(false));
    }

    private static void assertOverlapped(final AbstractIocpNotifyServerChannel server) throws Exception {
        inLoop(server, (Callable<Void>) () -> {
            assertFalse(server.overlapped().isIdle(), "no AcceptEx is outstanding");
            assertFalse(server.wants(IocpNotifyIoOps.IN_HANGUP));
            return null;
        });
    }

    private static void assertNotified(final AbstractIocpNotifyServerChannel server) throws Exception {
        inLoop(server, (Callable<Void>) () -> {
            assertTrue(server.overlapped().isIdle(), "AcceptEx is outstanding");
            assertTrue(server.wants(IocpNotifyIoOps.IN_HANGUP));
            return null;
        });
    }

    /** The connections work as others do; a blocking one among them would stop all. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionsAreAccepted(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int accepts : new int[] { 1, 4, 16 }) {
                IocpNotifyServerSocketChannel server = serve(fixture, accepts);
                assertOverlapped(server);
                final BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
                List<Channel> clients = new ArrayList<Channel>();
                for (int i = 0; i < 50; i++) {
                    clients.add(fixture.connect(server.localAddress(), new SimpleChannelInboundHandler<ByteBuf>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                            answers.add(msg.readByte());
                        }
                    }));
                }
                for (Channel client : clients) {
                    client.writeAndFlush(client.alloc().buffer(1).writeByte(7)).sync();
                }
                for (int i = 0; i < clients.size(); i++) {
                    assertEquals((byte) 7, answers.poll(10, TimeUnit.SECONDS));
                }
                for (Channel client : clients) {
                    client.close().sync();
                }
                server.close().sync();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void bothAddressesComeWithTheConnection(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Raw raw = new Raw(fixture, 2, true);
            for (int i = 0; i < 10; i++) {
                try (Socket client = connect(raw.server.localAddress())) {
                    IocpNotifySocketChannel child = (IocpNotifySocketChannel) raw.next();
                    assertTrue(child.isActive());
                    assertEquals(client.getLocalSocketAddress(), child.remoteAddress());
                    assertEquals(client.getRemoteSocketAddress(), child.localAddress());
                    assertEquals(child.localAddress(), child.socket.localAddress());
                    assertEquals(child.remoteAddress(), child.socket.remoteAddress());
                    child.unsafe().closeForcibly();
                }
            }
            raw.server.close().sync();
        }
    }

    /** As many as are outstanding are accepted by the system while nobody reads; they are for the next to read. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nobodyReads(LoopKind kind) throws Exception {
        List<Socket> clients = new ArrayList<Socket>();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Raw raw = new Raw(fixture, 4, true);
            stopReading(raw.server);
            raw.server.config().setMaxMessagesPerRead(3);
            for (int i = 0; i < 10; i++) {
                clients.add(connect(raw.server.localAddress()));
            }
            // All that is outstanding completes, and nothing is added.
            SocketPair.await(() -> {
                try {
                    return inLoop(raw.server, () -> raw.server.overlapped().isIdle()) ? true : null;
                } catch (Exception e) {
                    throw new IOException(e);
                }
            });
            assertNull(raw.accepted.poll());

            // One read is one connection, as with the notified accept.
            raw.server.read();
            raw.next().unsafe().closeForcibly();
            assertEquals(1, raw.batches.poll(10, TimeUnit.SECONDS));
            inLoop(raw.server, () -> null);
            assertNull(raw.accepted.poll());

            raw.server.config().setAutoRead(true);
            for (int i = 1; i < clients.size(); i++) {
                raw.next().unsafe().closeForcibly();
            }
            inLoop(raw.server, () -> null);
            int delivered = 0;
            for (int batch : raw.batches) {
                assertTrue(batch <= 3, batch + " in one go");
                delivered += batch;
            }
            assertEquals(clients.size() - 1, delivered);
            assertEquals(0, raw.caught.size(), raw.caught::toString);
            raw.server.close().sync();
        } finally {
            closeAll(clients);
        }
    }

    /** What nobody has read is closed with the server. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedWhileConnectionsAreHeld(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Raw raw = new Raw(fixture, 4, true);
            stopReading(raw.server);
            try (Socket client = connect(raw.server.localAddress())) {
                raw.server.close().sync();
                assertEndOfStream(client);
            }
            assertEquals(0, raw.accepted.size());
        }
    }

    private static void assertEndOfStream(Socket client) {
        int read;
        try {
            read = client.getInputStream().read();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        } catch (IOException reset) {
            return;
        }
        assertEquals(-1, read);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void resetConnectionsCostNothing(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final Queue<Throwable> caught = new ConcurrentLinkedQueue<Throwable>();
            Channel server = fixture.server(ECHO).option(OUTSTANDING_ACCEPTS, 4)
                    .handler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                            caught.add(cause);
                            ctx.fireExceptionCaught(cause);
                        }
                    }).bind(anyPort()).sync().channel();
            for (int round = 0; round < 10; round++) {
                stopReading(server);
                resetConnections(server.localAddress());
                try (Socket good = connect(server.localAddress())) {
                    resetConnections(server.localAddress());
                    server.config().setAutoRead(true);
                    good.getOutputStream().write(round);
                    assertEquals(round, good.getInputStream().read());
                }
            }
            // The bootstrap would have stopped reading for a second after each.
            assertEquals(0, caught.size(), caught::toString);
            server.close().sync();
        }
    }

    private static void resetConnections(SocketAddress address) throws IOException {
        for (int i = 0; i < 25; i++) {
            Socket socket = connect(address);
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void noSocketIsLeft(LoopKind kind) throws Exception {
        long before = 0;
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IocpNotifyServerSocketChannel server = serve(fixture, 8);
            for (int i = 0; i < 1020; i++) {
                if (i == 20) {
                    before = ProcessHandles.count();
                }
                Socket client = connect(server.localAddress());
                if (i % 2 == 0) {
                    client.getOutputStream().write(i);
                    assertEquals(i & 0xff, client.getInputStream().read());
                }
                client.close();
            }
            assertBackTo(before);
            server.close().sync();

            before = ProcessHandles.count();
            for (int i = 0; i < 50; i++) {
                server = serve(fixture, 16);
                assertOverlapped(server);
                server.close().sync();
            }
            assertBackTo(before);
        }
    }

    /** Packets of closed servers and the ends of closed connections come a moment later. */
    private static void assertBackTo(long before) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long now;
        while ((now = ProcessHandles.count()) > before + TOLERANCE && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
        }
        assertTrue(now <= before + TOLERANCE, before + " handles before, " + now + " after");
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theGroupEndsWithAcceptsOutstanding(LoopKind kind) throws Exception {
        long before = 0;
        for (int i = 0; i < 6; i++) {
            EventLoopGroup group = kind.newGroup(2);
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            server.config().setOutstandingAccepts(16);
            group.register(server).sync();
            server.bind(anyPort()).sync();
            assertOverlapped(server);
            end(group);
            assertFalse(server.isOpen());
            if (i == 0) {
                before = ProcessHandles.count();
            }
        }
        assertBackTo(before);
    }

    /** On the way and afterwards: no connection is lost, and the other group accepts when it is notified. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void movesToAnotherGroup(LoopKind kind) throws Exception {
        List<Socket> clients = new ArrayList<Socket>();
        try (ChannelFixture fixture = new ChannelFixture(kind); ChannelFixture next = new ChannelFixture(kind)) {
            Raw raw = new Raw(fixture, 4, true);
            SocketAddress address = raw.server.localAddress();
            final AtomicInteger connected = new AtomicInteger();
            Thread connector = new Thread(() -> {
                try {
                    for (int i = 0; i < 60; i++) {
                        synchronized (clients) {
                            clients.add(connect(address));
                        }
                        connected.incrementAndGet();
                    }
                } catch (IOException e) {
                    raw.caught.add(e);
                }
            });
            connector.start();
            SocketPair.await(() -> connected.get() > 5 ? true : null);
            raw.server.deregister().sync();
            next.group().register(raw.server).sync();
            for (int i = 0; i < 60; i++) {
                raw.next().unsafe().closeForcibly();
            }
            connector.join();
            assertEquals(0, raw.caught.size(), raw.caught::toString);
            assertNotified(raw.server);
            // No connection of those that were there before was taken twice either.
            assertNull(raw.accepted.poll());
            raw.server.close().sync();
        } finally {
            closeAll(clients);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedOnTheWayToAnotherGroup(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ChannelFixture next = new ChannelFixture(kind)) {
            connect(serve(fixture, 0).localAddress()).close();
            long before = ProcessHandles.count();
            for (int i = 0; i < 15; i++) {
                Raw raw = new Raw(fixture, 4, true);
                stopReading(raw.server);
                try (Socket ignored = connect(raw.server.localAddress())) {
                    raw.server.deregister().sync();
                    next.group().register(raw.server);
                    raw.server.close().sync();
                }
            }
            assertBackTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theNumberMayChange(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IocpNotifyServerSocketChannel server = serve(fixture, 0);
            assertNotified(server);
            echoOnce(server);
            server.config().setOutstandingAccepts(3);
            // Takes effect with the read that follows the next connection.
            echoOnce(server);
            assertOverlapped(server);
            echoOnce(server);
            server.config().setOutstandingAccepts(0);
            for (int i = 0; i < 4; i++) {
                echoOnce(server);
            }
            assertNotified(server);
            server.close().sync();
        }
    }

    /** It is a user's code. A connection that nobody has by then would keep its peer waiting for ever. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void anAllocatorThatThrowsCostsNoConnection(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int accepts : new int[] { 0, 4 }) {
                AtomicInteger counted = new AtomicInteger();
                @SuppressWarnings("deprecation")
                RecvByteBufAllocator allocator =
                        () -> new RecvByteBufAllocator.DelegatingHandle(new FixedRecvByteBufAllocator(1).newHandle()) {
                            @Override
                            public void incMessagesRead(int messages) {
                                if (counted.incrementAndGet() == 1) {
                                    throw new IllegalStateException("for the first connection");
                                }
                                super.incMessagesRead(messages);
                            }
                        };
                Channel server = fixture.server(ECHO).option(OUTSTANDING_ACCEPTS, accepts)
                        .option(ChannelOption.RCVBUF_ALLOCATOR, allocator).bind(anyPort()).sync().channel();
                echoOnce(server);
                echoOnce(server);
                assertTrue(counted.get() >= 2);
                server.close().sync();
            }
        }
    }

    private static void echoOnce(Channel server) throws Exception {
        try (Socket client = connect(server.localAddress())) {
            client.getOutputStream().write(1);
            assertEquals(1, client.getInputStream().read());
        }
        inLoop(server, () -> null);
    }

    @Test
    void option() throws Exception {
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
        assertEquals(0, server.config().getOption(OUTSTANDING_ACCEPTS));
        assertTrue(server.config().getOptions().containsKey(OUTSTANDING_ACCEPTS));
        assertTrue(server.config().setOption(OUTSTANDING_ACCEPTS, 5));
        assertEquals(5, server.config().getOutstandingAccepts());
        assertThrows(IllegalArgumentException.class, () -> server.config().setOutstandingAccepts(-1));
        assertThrows(IllegalArgumentException.class, () -> server.config().setOutstandingAccepts(100000));
        assertEquals(5, server.config().getOutstandingAccepts());
        server.unsafe().closeForcibly();

        IocpNotifySocketChannel client = new IocpNotifySocketChannel();
        assertFalse(client.config().setOption(OUTSTANDING_ACCEPTS, 1));
        client.unsafe().closeForcibly();
    }
}
