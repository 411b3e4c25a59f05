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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.netty.buffer.Unpooled.copiedBuffer;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(120)
class ConnectFailureTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedPortRefusesAtOnce(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort closed = new ClosedPort()) {
            SocketAddress address = closed.address();
            // The first connection of a process loads classes.
            failureOf(fixture.client(NOTHING).connect(address));
            long start = System.nanoTime();
            ChannelFuture future = fixture.client(NOTHING).connect(address);
            Throwable cause = failureOf(future);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertInstanceOf(ConnectException.class, cause);
            assertTrue(cause.getMessage().contains(address.toString()), cause.getMessage());
            // Windows sends a refused SYN twice more, half a second apart, unless it is told not to.
            assertTrue(millis < 450, "took " + millis + " ms");
            awaitDone(future.channel().closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void refusedChannelMayTryAgain(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort closed = new ClosedPort()) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            assertInstanceOf(ConnectException.class, failureOf(client.connect(closed.address())));
            assertTrue(client.isOpen());
            assertFalse(client.isActive());
            ChannelFuture second = client.connect(server.localAddress());
            awaitDone(second);
            // Winsock lets a socket try again; Wine's does not always. What counts is that the attempt ends.
            assertEquals(second.isSuccess(), client.isActive());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void noSuchHost(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            assertInstanceOf(UnknownHostException.class,
                    failureOf(fixture.client(NOTHING).connect("no-such-host.invalid", 80)));
            Channel client = fixture.register(NOTHING);
            assertInstanceOf(UnresolvedAddressException.class,
                    failureOf(client.connect(InetSocketAddress.createUnresolved("no-such-host.invalid", 80))));
            assertTrue(client.isOpen());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressThatNobodyCanReach(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ChannelFuture future = fixture.client(NOTHING).connect("255.255.255.255", 9);
            assertInstanceOf(IOException.class, failureOf(future));
            awaitDone(future.channel().closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closeWhileConnecting(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(server.localAddress());
                assertFalse(future.isDone());
                client.close();
                return future;
            });
            assertInstanceOf(ClosedChannelException.class, failureOf(connect));
            awaitDone(client.closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closeWhileConnectingWithLinger(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            client.config().setOption(ChannelOption.SO_LINGER, 5);
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(server.localAddress());
                client.close();
                return future;
            });
            assertInstanceOf(ClosedChannelException.class, failureOf(connect));
            awaitDone(client.closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void cancelWhileConnecting(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            ChannelFuture connect = inLoop(client, () -> {
                ChannelFuture future = client.connect(server.localAddress());
                assertTrue(future.cancel(false));
                return future;
            });
            assertTrue(connect.isCancelled());
            awaitDone(client.closeFuture());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectTwice(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            ChannelFuture[] both = inLoop(client, () -> new ChannelFuture[] {
                    client.connect(server.localAddress()), client.connect(server.localAddress()) });
            assertInstanceOf(ConnectionPendingException.class, failureOf(both[1]));
            both[0].sync();
            assertInstanceOf(AlreadyConnectedException.class, failureOf(client.connect(server.localAddress())));
            assertTrue(client.isActive());
            assertEquals(server.localAddress(), client.remoteAddress());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void writeWhileConnecting(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            ChannelFuture[] both = inLoop(client, () -> new ChannelFuture[] {
                    client.connect(server.localAddress()), client.writeAndFlush(copiedBuffer(new byte[1])) });
            assertInstanceOf(NotYetConnectedException.class, failureOf(both[1]));
            both[0].sync();
            client.writeAndFlush(copiedBuffer(new byte[1])).sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void timeOut(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind);
             ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            // Nobody accepts here, so once the queue is full an attempt stays without an answer.
            List<ChannelFuture> attempts = new ArrayList<ChannelFuture>();
            ChannelFuture pending = null;
            for (int i = 0; i < 20 && pending == null; i++) {
                ChannelFuture attempt = fixture.client(NOTHING).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 1500)
                        .connect(deaf.getLocalSocketAddress());
                attempts.add(attempt);
                if (!attempt.await(500)) {
                    pending = attempt;
                }
            }
            try {
                assumeTrue(pending != null, "here a full backlog refuses at once");
                Throwable cause = failureOf(pending);
                assertInstanceOf(ConnectTimeoutException.class, cause);
                assertTrue(cause.getMessage().contains("1500 ms"), cause.getMessage());
                awaitDone(pending.channel().closeFuture());
            } finally {
                for (ChannelFuture attempt : attempts) {
                    attempt.channel().close();
                }
            }
        }
    }
}
