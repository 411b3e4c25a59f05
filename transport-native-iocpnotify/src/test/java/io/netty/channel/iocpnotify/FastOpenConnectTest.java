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
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitReleased;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Connecting with the first bytes. Where the system has no TCP Fast Open they follow the handshake, and all else is the
 * same.
 */
@Tag("either-provider")
@Timeout(120)
class FastOpenConnectTest {

    private static Bootstrap client(ChannelFixture fixture, ChannelHandler handler) {
        return fixture.client(handler).option(ChannelOption.TCP_FASTOPEN_CONNECT, true);
    }

    private static Channel register(ChannelFixture fixture, ChannelHandler handler) throws Exception {
        return ChannelFixture.sync(client(fixture, handler).register());
    }

    private static Channel serve(ChannelFixture fixture, ChannelHandler handler) throws Exception {
        return fixture.server(handler).option(ChannelOption.TCP_FASTOPEN, 5).bind(ChannelFixture.anyPort()).sync()
                .channel();
    }

    private static ByteBuf bytes(int position, int length) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(ExpectedBytes.of(position, length));
    }

    private static void assertByPacket(Channel client) {
        assertTrue(((AbstractIocpNotifyStreamChannel) client).isConnectingByPacket());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void firstBytesGoAlong(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = serve(fixture, receiver);
            // The second time the client may have a cookie.
            for (int i = 0; i < 2; i++) {
                Channel client = register(fixture, NOTHING);
                receiver.expect(0, 3000);
                ByteBuf first = bytes(0, 1000);
                ChannelFuture write = client.write(first);
                ChannelFuture second = client.write(bytes(1000, 500));
                ChannelFuture connect = inLoop(client, () -> {
                    ChannelFuture future = client.connect(server.localAddress());
                    assertByPacket(client);
                    assertEquals(2, first.refCnt());
                    return future;
                });
                awaitDone(connect);
                assertTrue(connect.isSuccess(), () -> "" + connect.cause());
                assertTrue(client.isActive());
                assertEquals(server.localAddress(), client.remoteAddress());
                assertFalse(((IocpNotifySocketChannel) client).localAddress().getAddress().isAnyLocalAddress());
                awaitDone(write);
                awaitDone(second);
                assertEquals(0, first.refCnt());
                awaitDone(client.writeAndFlush(bytes(1500, 1500)));
                receiver.awaitAll();
                awaitDone(client.close());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void moreThanGoesAlong(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = serve(fixture, receiver);
            Channel client = register(fixture, NOTHING);
            int length = 300000;
            receiver.expect(0, 2 * length);
            List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
            writes.add(client.write(Unpooled.wrappedBuffer(ExpectedBytes.of(0, length))));
            writes.add(client.write(bytes(length, length)));
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(server.localAddress());
                assertByPacket(client);
                return future;
            });
            awaitDone(connect);
            for (ChannelFuture write : writes) {
                awaitDone(write);
                assertTrue(write.isSuccess(), () -> "" + write.cause());
            }
            receiver.awaitAll();
        }
    }

    /** Without it the write would fail, as it does while any other attempt to connect is under way. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void flushWhileConnecting(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = serve(fixture, receiver);
            Channel client = register(fixture, NOTHING);
            receiver.expect(0, 20);
            ChannelFuture first = client.write(bytes(0, 10));
            ChannelFuture second = inLoop(client, () -> {
                client.connect(server.localAddress());
                assertByPacket(client);
                return client.writeAndFlush(bytes(10, 10));
            });
            awaitDone(first);
            awaitDone(second);
            assertTrue(second.isSuccess(), () -> "" + second.cause());
            receiver.awaitAll();
        }
    }

    /** There is nothing to take along, or nothing that can be. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void asUsual(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = serve(fixture, receiver);
            Channel[] clients = { register(fixture, NOTHING), register(fixture, NOTHING),
                    ChannelFixture.sync(fixture.client(NOTHING).register()) };
            ChannelFuture[] writes = { null, clients[1].write(Unpooled.EMPTY_BUFFER), clients[2].write(bytes(0, 10)) };
            receiver.expect(0, 10);
            for (int i = 0; i < clients.length; i++) {
                Channel client = clients[i];
                awaitDone(inLoop(client, () -> {
                    ChannelFuture connect = client.connect(server.localAddress());
                    assertFalse(((AbstractIocpNotifyStreamChannel) client).isConnectingByPacket());
                    return connect;
                }));
                assertTrue(client.isActive());
                client.flush();
                if (writes[i] != null) {
                    awaitDone(writes[i]);
                    assertTrue(writes[i].isSuccess());
                }
            }
            receiver.awaitAll();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void boundBefore(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            receiver.expect(0, 10);
            Channel server = serve(fixture, receiver);
            Channel client = register(fixture, NOTHING);
            client.write(bytes(0, 10));
            client.bind(ChannelFixture.anyPort()).sync();
            SocketAddress local = client.localAddress();
            awaitDone(client.connect(server.localAddress()));
            assertEquals(local, client.localAddress());
            receiver.awaitAll();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void refused(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort closed = new ClosedPort()) {
            Channel client = register(fixture, NOTHING);
            ByteBuf first = bytes(0, 10);
            ChannelFuture write = client.write(first);
            SocketAddress address = closed.address();
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(address);
                assertByPacket(client);
                return future;
            });
            Throwable cause = failureOf(connect);
            assertInstanceOf(ConnectException.class, cause);
            assertTrue(cause.getMessage().contains(address.toString()), cause.getMessage());
            assertTrue(cause.getMessage().contains("refused"), cause.getMessage());
            assertTrue(client.isOpen());
            assertFalse(write.isDone());
            awaitDone(client.close());
            assertInstanceOf(ClosedChannelException.class, failureOf(write));
            awaitReleased(first);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedMeanwhile(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = serve(fixture, NOTHING);
            for (int i = 0; i < 50; i++) {
                Channel client = register(fixture, NOTHING);
                client.config().setOption(ChannelOption.SO_LINGER, i % 3 == 0 ? 5 : -1);
                ByteBuf first = bytes(0, 10);
                client.write(first);
                ChannelFuture connect = inLoop(client, () -> {
                    ChannelFuture future = client.connect(server.localAddress());
                    assertByPacket(client);
                    client.close();
                    return future;
                });
                assertInstanceOf(ClosedChannelException.class, failureOf(connect));
                awaitDone(client.closeFuture());
                awaitReleased(first);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void cancelledMeanwhile(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = serve(fixture, NOTHING);
            Channel client = register(fixture, NOTHING);
            ByteBuf first = bytes(0, 10);
            client.write(first);
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(server.localAddress());
                assertTrue(future.cancel(false));
                return future;
            });
            assertTrue(connect.isCancelled());
            awaitDone(client.closeFuture());
            awaitReleased(first);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectTwice(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            receiver.expect(0, 10);
            Channel server = serve(fixture, receiver);
            Channel client = register(fixture, NOTHING);
            client.write(bytes(0, 10));
            ChannelFuture[] both = inLoop(client, () -> new ChannelFuture[] {
                    client.connect(server.localAddress()), client.connect(server.localAddress()) });
            assertInstanceOf(ConnectionPendingException.class, failureOf(both[1]));
            awaitDone(both[0]);
            assertTrue(both[0].isSuccess());
            receiver.awaitAll();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void timeOut(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind);
             ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            // Nobody accepts here, so once the queue is full an attempt stays without an answer.
            List<Channel> clients = new ArrayList<Channel>();
            ChannelFuture pending = null;
            ByteBuf first = null;
            for (int i = 0; i < 20 && pending == null; i++) {
                Channel client = register(fixture, NOTHING);
                client.config().setConnectTimeoutMillis(1500);
                clients.add(client);
                first = bytes(0, 10);
                client.write(first);
                ChannelFuture attempt = client.connect(deaf.getLocalSocketAddress());
                if (!attempt.await(500)) {
                    pending = attempt;
                }
            }
            try {
                assumeTrue(pending != null, "here a full backlog refuses at once");
                Throwable cause = failureOf(pending);
                assertInstanceOf(ConnectTimeoutException.class, cause);
                awaitDone(pending.channel().closeFuture());
                awaitReleased(first);
            } finally {
                for (Channel client : clients) {
                    client.close();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void loopChangedMeanwhile(LoopKind kind) throws Exception {
        EventLoopGroup foreign = kind.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = serve(fixture, receiver);
            for (int i = 0; i < 10; i++) {
                receiver.expect(0, 5000);
                Channel client = register(fixture, NOTHING);
                ChannelFuture write = client.write(bytes(0, 5000));
                ChannelFuture[] both = inLoop(client, () -> {
                    ChannelFuture future = client.connect(server.localAddress());
                    assertByPacket(client);
                    return new ChannelFuture[] { future, client.deregister() };
                });
                ChannelFuture connect = both[0];
                both[1].sync();
                ChannelFuture register = foreign.register(client);
                awaitDone(register);
                assertTrue(register.isSuccess(), () -> "" + register.cause());
                awaitDone(connect);
                assertTrue(connect.isSuccess(), () -> "" + connect.cause());
                awaitDone(write);
                receiver.awaitAll();
                awaitDone(client.close());
            }
        } finally {
            end(foreign);
        }
    }

    @Test
    void options() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifySocketChannel client = fixture.register(NOTHING);
            assertFalse(client.config().isTcpFastOpenConnect());
            assertSame(client.config(), client.config().setTcpFastOpenConnect(true));
            assertTrue(client.config().getOption(ChannelOption.TCP_FASTOPEN_CONNECT));
            IocpNotifyServerSocketChannel server = (IocpNotifyServerSocketChannel) serve(fixture, NOTHING);
            assertEquals(5, server.config().getTcpFastopen());
            assertEquals(5, server.config().getOptions().get(ChannelOption.TCP_FASTOPEN));
            assertThrows(IllegalArgumentException.class, () -> server.config().setTcpFastopen(-1));
        }
    }
}
