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
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.SocketHandles;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Channels of sockets that were made elsewhere.
 */
@Timeout(120)
class AdoptedSocketTest {

    // winsock2.h
    private static final int SO_RCVTIMEO = 0x1006;

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectedSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            WinSocket socket = WinSocket.newStream(true);
            socket.setSoLinger(4);
            if (!socket.connect(server.localAddress())) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (!socket.finishConnect()) {
                    assertTrue(System.nanoTime() < deadline, "not connected");
                    Thread.yield();
                }
            }
            BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
            IocpNotifySocketChannel channel = new IocpNotifySocketChannel(socket.handle());
            channel.pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.writeAndFlush(ctx.alloc().buffer(1).writeByte(7));
                }

                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    answers.add(msg.readByte());
                }
            });
            assertTrue(channel.isActive());
            assertEquals(server.localAddress(), channel.remoteAddress());
            assertNotNull(channel.localAddress());
            assertEquals(4, channel.config().getSoLinger());
            fixture.group().register(channel).sync();
            assertEquals((byte) 7, answers.poll(10, TimeUnit.SECONDS));
            channel.close().sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listeningSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            WinSocket socket = WinSocket.newStream(false);
            socket.bind(anyPort());
            socket.listen(10);
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel(socket.handle());
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            server.pipeline().addLast(new SimpleChannelInboundHandler<Channel>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, Channel child) {
                    accepted.add(child);
                }
            });
            assertTrue(server.isActive());
            assertNotNull(server.localAddress());
            fixture.group().register(server).sync();
            fixture.connect(server.localAddress(), NOTHING);
            Channel child = accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(child);
            child.unsafe().closeForcibly();
            server.close().sync();
        }
    }

    @Test
    void socketWithoutAConnectionIsNotActive() throws Exception {
        IocpNotifySocketChannel client = new IocpNotifySocketChannel(WinSocket.newStream(false).handle());
        assertFalse(client.isActive());
        assertTrue(client.isOpen());
        client.unsafe().closeForcibly();
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel(WinSocket.newStream(true).handle());
        assertFalse(server.isActive());
        server.unsafe().closeForcibly();
    }

    @Test
    void handleThatIsNoSocket() {
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(0x7ffffff0L));
        assertThrows(ChannelException.class, () -> new IocpNotifyServerSocketChannel(0x7ffffff0L));
    }

    /** The loop would stand still in its calls; the channel makes it non-blocking. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void blockingSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ServerSocket peer = listen()) {
            WinSocket socket = WinSocket.newStream(false);
            socket.setBlocking(true);
            assertTrue(socket.connect(peer.getLocalSocketAddress()), "not blocking");
            IocpNotifySocketChannel channel = new IocpNotifySocketChannel(socket.handle());
            fixture.group().register(channel).sync();
            try (Socket accepted = peer.accept()) {
                // More than the system takes, from a peer that does not read: this run of the loop ends nevertheless.
                List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
                int length = 1024 * 1024;
                inLoop(channel, () -> {
                    for (int i = 0; i < 16; i++) {
                        writes.add(channel.writeAndFlush(channel.alloc().buffer(length).writeZero(length)));
                    }
                    return null;
                });
                channel.eventLoop().submit(() -> { }).sync();
                assertFalse(writes.get(writes.size() - 1).isDone());
                byte[] bytes = new byte[65536];
                for (int left = 16 * length; left > 0;) {
                    int received = accepted.getInputStream().read(bytes);
                    assertTrue(received > 0);
                    left -= received;
                }
                awaitDone(writes.get(writes.size() - 1));
            }
            awaitDone(channel.closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void blockingListener(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            WinSocket socket = WinSocket.newStream(true);
            socket.setBlocking(true);
            socket.bind(anyPort());
            socket.listen(10);
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel(socket.handle());
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            server.pipeline().addLast(new SimpleChannelInboundHandler<Channel>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, Channel child) {
                    accepted.add(child);
                }
            });
            fixture.group().register(server).sync();
            for (int i = 0; i < 3; i++) {
                fixture.connect(server.localAddress(), NOTHING);
                Channel child = accepted.poll(10, TimeUnit.SECONDS);
                assertNotNull(child);
                child.unsafe().closeForcibly();
                // accept() was asked for one more than there was.
                server.eventLoop().submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            server.close().sync();
        }
    }

    /** Another's completion port has it already: readiness does not need the association, where the system says so. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void socketOfAnotherPort(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            // The port of the JDK's asynchronous channels.
            AsynchronousSocketChannel.open().close();
            Set<Long> before = SocketHandles.ofThisProcess();
            AsynchronousSocketChannel asynchronous = AsynchronousSocketChannel.open();
            Set<Long> opened = SocketHandles.ofThisProcess();
            opened.removeAll(before);
            assertEquals(1, opened.size());
            asynchronous.connect(server.localAddress()).get(10, TimeUnit.SECONDS);

            BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();
            IocpNotifySocketChannel channel = new IocpNotifySocketChannel(opened.iterator().next());
            channel.pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    events.add(msg.readByte());
                }

                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    events.add(cause);
                }
            });
            fixture.group().register(channel).sync();
            channel.writeAndFlush(channel.alloc().buffer(1).writeByte(7));
            Object event = events.poll(10, TimeUnit.SECONDS);
            if (event instanceof Throwable) {
                // The system may hold to one port for each socket. Then it says so, and the channel ends.
                assertInstanceOf(IOException.class, event);
                awaitDone(channel.closeFuture());
            } else {
                assertEquals((byte) 7, event);
            }
            channel.close().sync();
        }
    }

    /** What is refused is not closed: it is the caller's still. */
    @Test
    void socketsOfOtherKinds() throws Exception {
        Set<Long> before = SocketHandles.ofThisProcess();
        try (DatagramSocket datagram = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Set<Long> opened = SocketHandles.ofThisProcess();
            opened.removeAll(before);
            assertFalse(opened.isEmpty());
            for (long handle : opened) {
                String message = assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(handle))
                        .getMessage();
                assertTrue(message.contains("none for TCP"), message);
                assertThrows(ChannelException.class, () -> new IocpNotifyServerSocketChannel(handle));
            }
            datagram.send(new DatagramPacket(new byte[1], 1, datagram.getLocalSocketAddress()));
            datagram.receive(new DatagramPacket(new byte[1], 1));
        }
    }

    @Test
    void listenerForAConnectionAndConnectionForAListener() throws Exception {
        WinSocket listener = SocketPair.listen(false, InetAddress.getLoopbackAddress());
        String message = assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(listener.handle()))
                .getMessage();
        assertTrue(message.contains("listens"), message);
        assertNotNull(listener.localAddress());
        listener.close();
        try (SocketPair pair = new SocketPair(true)) {
            message = assertThrows(ChannelException.class,
                    () -> new IocpNotifyServerSocketChannel(pair.client.handle())).getMessage();
            assertTrue(message.contains("is connected"), message);
            assertNotNull(pair.client.remoteAddress());
        }
    }

    /** What is refused is as it was, for who goes on with it. */
    @Test
    void refusedSocketStaysAsItWas() throws Exception {
        WinSocket listener = SocketPair.listen(false, InetAddress.getLoopbackAddress());
        TcpSocketOptions.setNoDelay(listener, false);
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(listener.handle()));
        assertFalse(TcpSocketOptions.isNoDelay(listener));
        listener.close();
        try (SocketPair pair = new SocketPair(false)) {
            pair.client.setBlocking(true);
            assertTrue(NativeSocket.setInt(pair.client.handle(), Native.SOL_SOCKET, SO_RCVTIMEO, 50) >= 0);
            assertThrows(ChannelException.class, () -> new IocpNotifyServerSocketChannel(pair.client.handle()));
            // Nothing to read: only a blocking socket waits until the time is over, which is a failure.
            String message = assertThrows(IOException.class,
                    () -> SocketPair.recv(pair.client, ByteBuffer.allocateDirect(1), 0, 1)).getMessage();
            assertTrue(message.contains("" + Errors.WSAETIMEDOUT), message);
        }
    }

    /** The JDK leaves it to the system which protocol a stream is. */
    @Test
    void socketsOfTheJdk() throws Exception {
        Set<Long> before = SocketHandles.ofThisProcess();
        try (ServerSocketChannel listener = ServerSocketChannel.open();
             SocketChannel client = SocketChannel.open()) {
            Set<Long> opened = SocketHandles.ofThisProcess();
            opened.removeAll(before);
            assertEquals(2, opened.size());
            for (long handle : opened) {
                assertFalse(new IocpNotifySocketChannel(handle).isActive());
                assertFalse(new IocpNotifyServerSocketChannel(handle).isActive());
            }
        }
    }

    @Test
    void closedSocket() throws Exception {
        WinSocket socket = WinSocket.newStream(false);
        long handle = socket.handle();
        socket.close();
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(handle));
        assertThrows(ChannelException.class, () -> new IocpNotifyServerSocketChannel(handle));
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(-1));
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(0));
    }

    /** Closed behind the channel's back: the loop lives, and the channel ends when it is next used. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedByItsFormerOwner(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            SocketAddress address = fixture.serve(ECHO).localAddress();
            // The loop that waits for its first event may open a handle for that, at any time until it has the event.
            fixture.connect(address, NOTHING).close().sync();
            WinSocket socket = WinSocket.newStream(false);
            IocpNotifySocketChannel channel = new IocpNotifySocketChannel(socket.handle());
            fixture.group().register(channel).sync();
            socket.close();
            CompletionPort port = portWithHandle(socket.handle());
            Throwable cause = failureOf(channel.connect(address));
            assertInstanceOf(ClosedChannelException.class, cause, () -> "" + cause);
            channel.eventLoop().submit(() -> { }).sync();
            awaitDone(channel.close());
            // The close failed, and so did not end what has the number now.
            assertEquals(0, NativePort.closePort(port.handle));
        }
    }

    /** A port that takes a number that was just given back, so that no socket or file of another thread gets it. */
    private static CompletionPort portWithHandle(long handle) throws IOException {
        List<CompletionPort> others = new ArrayList<CompletionPort>();
        try {
            while (others.size() < 64) {
                CompletionPort port = new CompletionPort(0);
                if (port.handle == handle) {
                    return port;
                }
                others.add(port);
            }
            throw new AssertionError("another thread has got the number " + handle);
        } finally {
            for (CompletionPort port : others) {
                port.close();
            }
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }
}
