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
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A datagram channel that cannot be connected: no handler may be left with a channel that is active without its
 * having been told, and none with one that is not.
 */
@Timeout(120)
class DatagramConnectFailureTest {

    /** Refused by NIO and by this transport, not by the system. */
    private static final InetSocketAddress PORT_0 = new InetSocketAddress("127.0.0.1", 0);
    /** Refused without SO_BROADCAST by Linux and Wine 8; Wine 10 says that Windows takes it. */
    private static final InetSocketAddress BROADCAST = new InetSocketAddress("255.255.255.255", 9);

    /** Connects with a bind in the same call, which succeeds; returns the outcome and what the handlers were told. */
    private static List<String> bindAndConnect(EventLoopGroup group, Channel channel, InetSocketAddress remote)
            throws Exception {
        LifeEvents events = new LifeEvents();
        channel.pipeline().addLast(events);
        group.register(channel).sync();
        ChannelFuture connected = channel.connect(remote, anyPort());
        awaitDone(connected);
        if (connected.isSuccess()) {
            channel.close();
        } else {
            assertInstanceOf(IOException.class, connected.cause());
        }
        awaitDone(channel.closeFuture());
        assertFalse(channel.isActive());
        assertFalse(channel.isOpen());
        // Its end is told in a task of its own.
        while (!events.seen.contains("unregistered")) {
            Thread.sleep(1);
        }
        List<String> outcome = new ArrayList<String>(events.seen);
        outcome.add(0, connected.isSuccess() ? "connected" : "refused");
        return outcome;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void afterABindInTheSameCall(LoopKind kind) throws Exception {
        EventLoopGroup nio = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (InetSocketAddress remote : new InetSocketAddress[] { PORT_0, BROADCAST }) {
                for (SocketProtocolFamily family : new SocketProtocolFamily[] { SocketProtocolFamily.INET,
                        SocketProtocolFamily.INET6 }) {
                    List<String> ours =
                            bindAndConnect(fixture.group(), new IocpNotifyDatagramChannel(family), remote);
                    assertTrue(remote == BROADCAST || ours.get(0).equals("refused"), ours::toString);
                    // The JDK 11 leaves port 0 to the system, and Wine takes it.
                    if (remote == BROADCAST || PlatformDependent.javaVersion() > 11) {
                        assertEquals(bindAndConnect(nio, new NioDatagramChannel(family), remote), ours);
                    }
                }
            }
        } finally {
            end(nio);
        }
    }

    /** It was active, so its end is told. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ofABoundChannel(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            LifeEvents events = new LifeEvents();
            Channel channel = fixture.bindDatagram(events);
            assertInstanceOf(IOException.class, failureOf(channel.connect(PORT_0)));
            awaitDone(channel.closeFuture());
            while (!events.seen.contains("unregistered")) {
                Thread.sleep(1);
            }
            assertEquals(Arrays.asList("active", "inactive", "unregistered"),
                    new ArrayList<String>(events.seen));
        }
    }

    /** What is wrong before anything is done leaves the channel as it was. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void beforeAnythingIsDone(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel peer = fixture.bindDatagram(NOTHING);
            Channel channel = fixture.datagram(NOTHING).register().sync().channel();
            assertInstanceOf(UnresolvedAddressException.class, failureOf(
                    channel.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 7), anyPort())));
            assertInstanceOf(IOException.class, failureOf(channel.connect(peer.localAddress(), peer.localAddress())));
            assertFalse(channel.isActive());
            channel.connect(peer.localAddress(), anyPort()).sync();
            assertTrue(channel.isActive());
        }
    }
}
