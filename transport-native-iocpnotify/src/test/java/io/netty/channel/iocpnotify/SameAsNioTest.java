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
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every operation in every state in which it makes no sense, on NIO's channel and on this transport's: the same kind of
 * exception, a message that says something, and a channel and a loop that are as usable afterwards as NIO's.
 */
@Timeout(120)
class SameAsNioTest {

    private static EventLoopGroup nio;
    private static EventLoopGroup strands;
    private static EventLoopGroup handler;

    private ServerSocket peer;

    @BeforeAll
    static void newGroups() {
        nio = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        strands = LoopKind.STRANDS.newGroup(1);
        handler = LoopKind.HANDLER.newGroup(1);
    }

    @AfterAll
    static void endGroups() throws Exception {
        for (EventLoopGroup group : new EventLoopGroup[] { nio, strands, handler }) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(10, TimeUnit.SECONDS));
        }
    }

    /** What the channels connect to: no transport of Netty's. */
    @BeforeEach
    void listen() throws IOException {
        peer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopListening() throws IOException {
        peer.close();
    }

    /** What is done to a channel, and with what it fails; {@code null} if it does not. */
    private interface Operation {
        Throwable failure(DuplexChannel channel) throws Exception;
    }

    private interface ServerOperation {
        Throwable failure(Channel channel) throws Exception;
    }

    private static EventLoopGroup group(LoopKind kind) {
        return kind == LoopKind.STRANDS ? strands : handler;
    }

    private static Throwable end(Future<?> future) throws Exception {
        awaitDone(future);
        return future.cause();
    }

    /** The failure of a write, whose message must be released. */
    private static Throwable written(Channel channel) throws Exception {
        ByteBuf message = Unpooled.copiedBuffer(new byte[16]);
        Throwable cause = end(channel.writeAndFlush(message));
        assertEquals(0, message.refCnt());
        return cause;
    }

    private DuplexChannel open(boolean ofNio, LoopKind kind, boolean connected) throws Exception {
        DuplexChannel channel = ofNio ? new NioSocketChannel() : new IocpNotifySocketChannel();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
        (ofNio ? nio : group(kind)).register(channel).sync();
        if (connected) {
            channel.connect(peer.getLocalSocketAddress()).sync();
        }
        return channel;
    }

    /**
     * Does it to a channel of each transport: same outcome, and a state that is no worse.
     *
     * @param expected the class of the failure; {@code null} if there is none
     * @param usable whether this transport's channel must be able to connect, or to send, afterwards
     */
    private void same(LoopKind kind, boolean connected, boolean usable, Class<? extends Throwable> expected,
                      Operation operation) throws Exception {
        DuplexChannel theirs = open(true, kind, connected);
        DuplexChannel ours = open(false, kind, connected);
        Throwable theirFailure = operation.failure(theirs);
        Throwable ourFailure = operation.failure(ours);
        assertSameFailure(expected, theirFailure, ourFailure);
        assertNoLessUsable(theirs, ours);
        if (theirs.isActive()) {
            // Of what is not connected NIO says that it is shut down.
            assertEquals(theirs.isInputShutdown(), ours.isInputShutdown(), "input shut down");
            assertEquals(theirs.isOutputShutdown(), ours.isOutputShutdown(), "output shut down");
        }
        if (usable) {
            if (!connected) {
                ours.connect(peer.getLocalSocketAddress()).sync();
            }
            ours.writeAndFlush(Unpooled.copiedBuffer(new byte[16])).sync();
        }
        // The loop goes on.
        ours.eventLoop().submit(() -> { }).sync();
        awaitDone(theirs.close());
        awaitDone(ours.close());
        while (connected && peer.isBound() && pending()) {
            peer.accept().close();
        }
    }

    /** NIO closes a channel for a connect that could not be right; this transport leaves it as it was. */
    private static void assertNoLessUsable(Channel theirs, Channel ours) {
        assertTrue(ours.isOpen() || !theirs.isOpen(), "open");
        assertTrue(ours.isActive() || !theirs.isActive(), "active");
    }

    private boolean pending() throws IOException {
        peer.setSoTimeout(1);
        try (Socket ignored = peer.accept()) {
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static void assertSameFailure(Class<? extends Throwable> expected, Throwable theirs, Throwable ours) {
        if (expected == null) {
            assertEquals(null, theirs);
            assertEquals(null, ours);
            return;
        }
        assertInstanceOf(expected, theirs, "NIO");
        assertInstanceOf(expected, ours);
        // These say all by their names; of others the user must learn more.
        if (ours.getClass().getName().startsWith("java.net.")) {
            assertNotNull(ours.getMessage());
        }
    }

    // ---- a channel that is not connected

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void notConnected(LoopKind kind) throws Exception {
        same(kind, false, true, NotYetConnectedException.class, SameAsNioTest::written);
        same(kind, false, true, NotYetConnectedException.class, channel -> end(channel.shutdownInput()));
        same(kind, false, false, null, channel -> end(channel.disconnect()));
        same(kind, false, true, null, channel -> {
            channel.read();
            channel.flush();
            channel.config().setAutoRead(false).setAutoRead(true);
            return null;
        });
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressesThatAreNone(LoopKind kind) throws Exception {
        SocketAddress unresolved = InetSocketAddress.createUnresolved("no.such.host.invalid", 80);
        SocketAddress other = new SocketAddress() { };
        same(kind, false, true, UnresolvedAddressException.class, channel -> end(channel.connect(unresolved)));
        same(kind, false, true, UnresolvedAddressException.class, channel -> end(channel.bind(unresolved)));
        same(kind, false, true, UnsupportedAddressTypeException.class, channel -> end(channel.connect(other)));
        same(kind, false, true, UnsupportedAddressTypeException.class, channel -> end(channel.bind(other)));
        // TEST-NET-1 is nobody's.
        InetSocketAddress foreign = new InetSocketAddress("192.0.2.1", 0);
        same(kind, false, true, BindException.class, channel -> end(channel.bind(foreign)));
        same(kind, false, false, SocketException.class,
                channel -> end(channel.connect(peer.getLocalSocketAddress(), foreign)));
        same(kind, false, false, BindException.class, channel -> end(channel.bind(peer.getLocalSocketAddress())));
        try (ClosedPort closed = new ClosedPort()) {
            same(kind, false, false, ConnectException.class, channel -> end(channel.connect(closed.address())));
        }
    }

    // ---- a second bind

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void bound(LoopKind kind) throws Exception {
        same(kind, false, true, AlreadyBoundException.class, channel -> {
            channel.bind(anyPort()).sync();
            return end(channel.bind(anyPort()));
        });
        same(kind, false, true, AlreadyBoundException.class, channel -> {
            channel.bind(anyPort()).sync();
            return end(channel.connect(peer.getLocalSocketAddress(), anyPort()));
        });
        // It has the address that the connect gave it.
        same(kind, true, true, AlreadyBoundException.class, channel -> end(channel.bind(anyPort())));
        // One that failed counts for nothing.
        same(kind, false, true, null, channel -> {
            assertInstanceOf(BindException.class, end(channel.bind(peer.getLocalSocketAddress())));
            return end(channel.bind(anyPort()));
        });
        sameServer(kind, AlreadyBoundException.class, channel -> {
            channel.bind(anyPort()).sync();
            Throwable failure = end(channel.bind(anyPort()));
            assertTrue(channel.isActive());
            return failure;
        });
        sameServer(kind, null, channel -> {
            assertInstanceOf(BindException.class, end(channel.bind(peer.getLocalSocketAddress())));
            return end(channel.bind(anyPort()));
        });
    }

    // ---- a connected one

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connected(LoopKind kind) throws Exception {
        same(kind, true, true, AlreadyConnectedException.class,
                channel -> end(channel.connect(peer.getLocalSocketAddress())));
        same(kind, true, true, UnsupportedOperationException.class, channel -> end(channel.writeAndFlush("text")));
        same(kind, true, true, UnsupportedOperationException.class, channel -> end(channel.writeAndFlush(7)));
        same(kind, true, true, IllegalStateException.class,
                channel -> end(channel.eventLoop().register(channel)));
        same(kind, true, false, null, channel -> end(channel.disconnect()));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void shutDown(LoopKind kind) throws Exception {
        same(kind, true, false, ClosedChannelException.class, channel -> {
            channel.shutdownOutput().sync();
            return written(channel);
        });
        same(kind, true, false, null, channel -> {
            channel.shutdownOutput().sync();
            return end(channel.shutdownInput());
        });
        same(kind, true, true, null, channel -> {
            channel.shutdownInput().sync();
            channel.read();
            return end(channel.shutdownInput());
        });
        same(kind, true, false, null, channel -> end(channel.shutdown()));
        same(kind, true, false, AlreadyConnectedException.class, channel -> {
            channel.shutdown().sync();
            return end(channel.connect(peer.getLocalSocketAddress()));
        });
    }

    // ---- a closed one, and one that is in no loop

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closed(LoopKind kind) throws Exception {
        for (boolean connected : new boolean[] { false, true }) {
            for (Operation operation : new Operation[] {
                    SameAsNioTest::written,
                    channel -> end(channel.connect(peer.getLocalSocketAddress())),
                    channel -> end(channel.bind(anyPort())),
                    channel -> end(channel.shutdownOutput()),
                    channel -> end(channel.shutdownInput()),
                    channel -> end(channel.shutdown()),
                    channel -> {
                        EventLoopGroup group = channel instanceof NioSocketChannel ? nio : group(kind);
                        // It leaves its loop a moment after it has closed.
                        while (channel.isRegistered()) {
                            Thread.sleep(1);
                        }
                        return end(group.register(channel));
                    } }) {
                same(kind, connected, false, ClosedChannelException.class, channel -> {
                    channel.close().sync();
                    return operation.failure(channel);
                });
            }
            same(kind, connected, false, null, channel -> {
                channel.close().sync();
                channel.read();
                channel.flush();
                channel.deregister().sync();
                channel.disconnect().sync();
                return end(channel.close());
            });
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void inNoLoop(LoopKind kind) throws Exception {
        same(kind, true, true, null, channel -> {
            EventLoopGroup group = channel instanceof NioSocketChannel ? nio : group(kind);
            channel.deregister().sync();
            channel.deregister().sync();
            channel.flush();
            return end(group.register(channel));
        });
        same(kind, true, false, null, channel -> {
            channel.deregister().sync();
            return end(channel.close());
        });
        same(kind, true, false, IllegalStateException.class, channel -> {
            channel.deregister().sync();
            // Each in a loop of the other transport.
            return end((channel instanceof NioSocketChannel ? group(kind) : nio).register(channel));
        });
    }

    // ---- listeners

    private void sameServer(LoopKind kind, Class<? extends Throwable> expected, ServerOperation operation)
            throws Exception {
        Channel theirs = new NioServerSocketChannel();
        Channel ours = new IocpNotifyServerSocketChannel();
        nio.register(theirs).sync();
        group(kind).register(ours).sync();
        Throwable theirFailure = operation.failure(theirs);
        Throwable ourFailure = operation.failure(ours);
        assertSameFailure(expected, theirFailure, ourFailure);
        assertNoLessUsable(theirs, ours);
        ours.eventLoop().submit(() -> { }).sync();
        awaitDone(theirs.close());
        awaitDone(ours.close());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listeners(LoopKind kind) throws Exception {
        sameServer(kind, UnsupportedOperationException.class,
                channel -> end(channel.connect(peer.getLocalSocketAddress())));
        sameServer(kind, UnresolvedAddressException.class,
                channel -> end(channel.bind(InetSocketAddress.createUnresolved("no.such.host.invalid", 80))));
        sameServer(kind, UnsupportedAddressTypeException.class, channel -> end(channel.bind(new SocketAddress() { })));
        sameServer(kind, BindException.class, channel -> end(channel.bind(new InetSocketAddress("192.0.2.1", 0))));
        sameServer(kind, BindException.class, channel -> end(channel.bind(peer.getLocalSocketAddress())));
        sameServer(kind, ClosedChannelException.class, channel -> {
            channel.close().sync();
            return end(channel.bind(anyPort()));
        });
        sameServer(kind, null, channel -> {
            channel.bind(anyPort()).sync();
            channel.read();
            channel.flush();
            ChannelFuture closed = channel.disconnect();
            return end(closed);
        });
        sameServer(kind, UnsupportedOperationException.class, channel -> {
            channel.bind(anyPort()).sync();
            return written(channel);
        });
    }
}
