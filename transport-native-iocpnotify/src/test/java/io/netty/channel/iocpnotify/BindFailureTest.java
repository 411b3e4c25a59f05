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
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.local.LocalAddress;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class BindFailureTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void portInUse(LoopKind kind) throws Exception {
        // One thread: under Wine a socket that one thread watches and another closes keeps its port for a moment.
        try (ChannelFixture fixture = new ChannelFixture(kind, 1)) {
            Channel first = fixture.serve(NOTHING);
            ChannelFuture second = fixture.server(NOTHING).bind(first.localAddress());
            assertInstanceOf(BindException.class, failureOf(second));
            awaitDone(second.channel().closeFuture());
            assertNull(second.channel().localAddress());

            first.close().sync();
            // What was refused because of the other must work now that it is gone.
            Channel third = fixture.server(NOTHING).bind(first.localAddress()).sync().channel();
            assertEquals(first.localAddress(), third.localAddress());
            third.close().sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void portInUseByAJdkSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind);
             ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Throwable cause = failureOf(fixture.server(NOTHING).bind(other.getLocalSocketAddress()));
            assertInstanceOf(BindException.class, cause);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressIsNotLocal(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            // TEST-NET-2 of RFC 5737: nobody's.
            Throwable cause = failureOf(fixture.server(NOTHING).bind("198.51.100.1", 0));
            assertInstanceOf(BindException.class, cause);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressIsOfNoUse(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            assertInstanceOf(UnresolvedAddressException.class, failureOf(fixture.server(NOTHING).bind(
                    InetSocketAddress.createUnresolved("host.invalid", 1))));
            assertInstanceOf(UnsupportedAddressTypeException.class, failureOf(fixture.server(NOTHING).bind(
                    new LocalAddress("other"))));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void clientBindsToPortInUse(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.register(NOTHING);
            Throwable cause = failureOf(client.connect(server.localAddress(), server.localAddress()));
            // Netty puts the remote address to whatever goes wrong when connecting.
            assertInstanceOf(BindException.class, cause.getCause());
            assertTrue(client.isOpen());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void firstAndLastPort(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel any = fixture.server(NOTHING).bind(anyPort()).sync().channel();
            assertNotEquals(0, ((InetSocketAddress) any.localAddress()).getPort());

            ChannelFuture last = fixture.server(NOTHING).bind("127.0.0.1", 65535).await();
            if (last.isSuccess()) {
                assertEquals(65535, ((InetSocketAddress) last.channel().localAddress()).getPort());
            } else {
                // Somebody else of this machine may have it.
                assertInstanceOf(BindException.class, last.cause());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void wildcardServesBothFamilies(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(NOTHING).bind(0).sync().channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            Channel v4 = fixture.connect(new InetSocketAddress("127.0.0.1", port), NOTHING);
            assertEquals(InetAddress.getByName("127.0.0.1"), ((InetSocketAddress) v4.localAddress()).getAddress());
            if (WinSocket.isIpv6Preferred()) {
                Channel v6 = fixture.connect(new InetSocketAddress("::1", port), NOTHING);
                assertEquals(InetAddress.getByName("::1"), ((InetSocketAddress) v6.localAddress()).getAddress());
            }
            // The wildcard as a peer is this host.
            Channel self = fixture.connect(server.localAddress(), NOTHING);
            assertTrue(((InetSocketAddress) self.remoteAddress()).getAddress().isLoopbackAddress(),
                    self.remoteAddress().toString());
        }
    }
}
