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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.sync;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Two sockets on one address, and an address again whose connections have just ended.
 */
@Tag("either-provider")
@Timeout(120)
class AddressReuseTest {

    private static Bootstrap client(ChannelFixture fixture, boolean exclusive, boolean reuse) {
        return fixture.client(NOTHING).option(SO_EXCLUSIVEADDRUSE, exclusive).option(ChannelOption.SO_REUSEADDR, reuse);
    }

    private static ServerBootstrap server(ChannelFixture fixture, boolean exclusive, boolean reuse) {
        return fixture.server(ECHO).option(SO_EXCLUSIVEADDRUSE, exclusive).option(ChannelOption.SO_REUSEADDR, reuse);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void clientsDoNotShareAnAddressUnlessBothWant(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int first = 0; first < 4; first++) {
                for (int second = 0; second < 4; second++) {
                    boolean willing = isWilling(first) && isWilling(second);
                    Channel owner = sync(client(fixture, (first & 1) != 0, (first & 2) != 0).bind(anyPort()));
                    Bootstrap rival = client(fixture, (second & 1) != 0, (second & 2) != 0);
                    String which = first + " and " + second;
                    if (willing) {
                        Channel sharing = sync(rival.bind(owner.localAddress()));
                        assertEquals(owner.localAddress(), sharing.localAddress(), which);
                    } else {
                        assertInstanceOf(BindException.class, failureOf(rival.bind(owner.localAddress())), which);
                    }
                    awaitDone(owner.close());
                }
            }
        }
    }

    /** Bit 0 says exclusive, bit 1 reuse. */
    private static boolean isWilling(int options) {
        return options == 2;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void serversDoNotShareAnAddressByDefault(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel owner = fixture.serve(ECHO);
            assertInstanceOf(BindException.class, failureOf(fixture.server(ECHO).bind(owner.localAddress())));
            assertInstanceOf(BindException.class, failureOf(server(fixture, true, true).bind(owner.localAddress())));
            assertInstanceOf(BindException.class, failureOf(server(fixture, false, false).bind(owner.localAddress())));
            assertInstanceOf(BindException.class, failureOf(server(fixture, false, true).bind(owner.localAddress())));
            assertTrue(owner.isActive());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void serversShareAnAddressIfBothWant(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel owner = sync(server(fixture, false, true).bind(anyPort()));
            Channel second;
            try {
                second = server(fixture, false, true).bind(owner.localAddress()).sync().channel();
            } catch (Exception e) {
                assertInstanceOf(BindException.class, e);
                second = null;
                assertTrue(owner.isActive());
                if (Wine.IS_HERE) {
                    abort("Wine lets nobody bind to an address that somebody listens on");
                }
                throw e;
            }
            // Which of them gets a connection is the system's secret, but one of them does.
            assertEquals(owner.localAddress(), second.localAddress());
            fixture.connect(owner.localAddress(), NOTHING);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressOfAServerThatHasJustClosedIsFreeAgain(LoopKind kind) throws Exception {
        Set<Channel> accepted = ConcurrentHashMap.newKeySet();
        // One thread: under Wine a socket that one thread watches and another closes keeps its port for a moment.
        try (ChannelFixture fixture = new ChannelFixture(kind, 1)) {
            InetSocketAddress address = anyPort();
            for (int i = 0; i < 5; i++) {
                Channel server = sync(fixture.server(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        accepted.add(ctx.channel());
                        // The side that closes first is the one that waits.
                        ctx.close();
                    }
                }).bind(address));
                address = (InetSocketAddress) server.localAddress();
                Channel client = fixture.connect(address, NOTHING);
                awaitDone(client.closeFuture());
                awaitDone(server.close());
                assertEquals(i + 1, accepted.size());
            }
        }
    }

    /** What a bind that failed has set on the socket does not hinder the next, which is asked for otherwise. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void anotherTryIsBoundAsItIsAskedTo(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel owner = fixture.bindDatagram(NOTHING);
            IocpNotifyDatagramChannel channel =
                    (IocpNotifyDatagramChannel) fixture.datagram(NOTHING).register().sync().channel();
            WinSocket socket = channel.socket;
            assertInstanceOf(BindException.class, failureOf(channel.bind(owner.localAddress())));
            assertAddressUse(socket, true, false);

            channel.config().setReuseAddress(true);
            assertInstanceOf(BindException.class, failureOf(channel.bind(owner.localAddress())));
            assertAddressUse(socket, false, true);

            channel.config().setReuseAddress(false);
            assertInstanceOf(BindException.class, failureOf(channel.bind(owner.localAddress())));
            assertAddressUse(socket, false, false);

            channel.config().setExclusiveAddressUse(true);
            channel.bind(anyPort()).sync();
            assertAddressUse(socket, true, false);
        }
    }

    private static void assertAddressUse(WinSocket socket, boolean exclusive, boolean reuse) throws Exception {
        assertEquals(exclusive ? 1 : 0, socket.intOption(Native.SOL_SOCKET, Native.SO_EXCLUSIVEADDRUSE) & 1);
        assertEquals(reuse ? 1 : 0, socket.intOption(Native.SOL_SOCKET, Native.SO_REUSEADDR) & 1);
    }
}
