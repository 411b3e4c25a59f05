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


import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Groups on the loopback interface: joining, leaving, single sources. That nothing came is seen by what was sent
 * afterwards, to the receiver itself, and has come first.
 */
@Timeout(120)
class DatagramMulticastTest {

    /** Another one in each run: under Wine a socket hears what is sent to a group that any process has joined. */
    private static final String GROUP = "239.192." + ThreadLocalRandom.current().nextInt(256) + '.' +
            ThreadLocalRandom.current().nextInt(1, 255);

    private static NetworkInterface loopback() throws IOException {
        return NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"));
    }

    /** A receiver of the family and a sender of IPv4, or of that of the group, on the loopback interface. */
    private static final class Multicast {
        final DatagramLog log = new DatagramLog();
        final IocpNotifyDatagramChannel receiver;
        final Channel sender;
        final InetSocketAddress group;
        private final InetSocketAddress direct;
        private int number;

        Multicast(ChannelFixture fixture, SocketProtocolFamily family) throws Exception {
            this(fixture, family, SocketProtocolFamily.INET, GROUP, "127.0.0.1");
        }

        Multicast(ChannelFixture fixture, SocketProtocolFamily family, SocketProtocolFamily familyOfSender,
                  String group, String source) throws Exception {
            receiver = (IocpNotifyDatagramChannel) fixture.datagram(family, log)
                    .option(ChannelOption.IP_MULTICAST_IF, loopback())
                    .option(IocpNotifyChannelOption.IP_PKTINFO, true).bind(0).sync().channel();
            sender = fixture.datagram(familyOfSender, NOTHING)
                    .option(ChannelOption.IP_MULTICAST_IF, loopback())
                    .bind(InetAddress.getByName(source), 0).sync().channel();
            int port = receiver.localAddress().getPort();
            this.group = new InetSocketAddress(InetAddress.getByName(group), port);
            direct = new InetSocketAddress(InetAddress.getByName(source), port);
        }

        private void send(InetSocketAddress to, int value) throws Exception {
            sender.writeAndFlush(new DatagramPacket(Unpooled.directBuffer(1).writeByte(value), to)).sync();
        }

        void assertHears(boolean hears) throws Exception {
            int value = ++number;
            send(group, value);
            send(direct, -value);
            if (hears) {
                DatagramLog.Received received = log.next(DatagramLog.Received.class);
                assertArrayEquals(new byte[] { (byte) value }, received.bytes);
                assertEquals(group.getAddress(), received.recipient.getAddress());
            }
            assertArrayEquals(new byte[] { (byte) -value }, log.nextBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void joinAndLeave(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (SocketProtocolFamily family : new SocketProtocolFamily[] { SocketProtocolFamily.INET,
                    SocketProtocolFamily.INET6 }) {
                Multicast multicast = new Multicast(fixture, family);
                multicast.assertHears(false);
                multicast.receiver.joinGroup(multicast.group, loopback()).sync();
                multicast.assertHears(true);
                multicast.receiver.leaveGroup(multicast.group, loopback()).sync();
                multicast.assertHears(false);
                // On the interface that was configured.
                multicast.receiver.joinGroup(multicast.group.getAddress()).sync();
                multicast.assertHears(true);
                multicast.receiver.leaveGroup(multicast.group.getAddress()).sync();
                multicast.assertHears(false);
            }
        }
    }

    /**
     * Wine hands on ip_mreq_source as it is to Linux, which takes the interface for the source and the other way round:
     * there only what names the same address twice means what it says.
     */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void singleSources(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Multicast multicast = new Multicast(fixture, SocketProtocolFamily.INET);
            IocpNotifyDatagramChannel receiver = multicast.receiver;
            InetAddress group = multicast.group.getAddress();
            InetAddress source = InetAddress.getByName("127.0.0.1");
            InetAddress another = InetAddress.getByName("127.0.0.9");

            receiver.joinGroup(group, loopback(), source).sync();
            multicast.assertHears(true);
            receiver.leaveGroup(group, loopback(), source).sync();
            multicast.assertHears(false);
            if (!Wine.IS_HERE) {
                receiver.joinGroup(group, loopback(), another).sync();
                multicast.assertHears(false);
                receiver.leaveGroup(group, loopback(), another).sync();
            }

            receiver.joinGroup(multicast.group, loopback()).sync();
            if (!Wine.IS_HERE) {
                receiver.block(group, loopback(), another).sync();
            }
            multicast.assertHears(true);
            receiver.block(group, loopback(), source).sync();
            multicast.assertHears(false);
            receiver.leaveGroup(multicast.group, loopback()).sync();
            receiver.joinGroup(multicast.group, loopback()).sync();
            receiver.block(group, source).sync();
            multicast.assertHears(false);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void singleSourcesOfIpv6(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Multicast multicast = new Multicast(fixture, SocketProtocolFamily.INET6, SocketProtocolFamily.INET6,
                    "ff31::8000:4321", "::1");
            IocpNotifyDatagramChannel receiver = multicast.receiver;
            InetAddress group = multicast.group.getAddress();
            InetAddress source = InetAddress.getByName("::1");
            InetAddress another = InetAddress.getByName("2001:db8::9");
            if (Wine.IS_HERE) {
                assertInstanceOf(UnsupportedOperationException.class,
                        failureOf(receiver.joinGroup(group, loopback(), source)));
                assertTrue(receiver.isActive());
                abort("Wine has no MCAST_JOIN_SOURCE_GROUP, which alone takes a source of IPv6");
            }
            receiver.joinGroup(group, loopback(), source).sync();
            multicast.assertHears(true);
            receiver.leaveGroup(group, loopback(), source).sync();
            multicast.assertHears(false);
            receiver.joinGroup(group, loopback(), another).sync();
            multicast.assertHears(false);
            receiver.leaveGroup(group, loopback(), another).sync();

            receiver.joinGroup(multicast.group, loopback()).sync();
            receiver.block(group, loopback(), another).sync();
            multicast.assertHears(true);
            receiver.block(group, loopback(), source).sync();
            multicast.assertHears(false);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void badGroups(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Multicast multicast = new Multicast(fixture, SocketProtocolFamily.INET);
            IocpNotifyDatagramChannel receiver = multicast.receiver;
            InetAddress ipv4 = multicast.group.getAddress();
            InetAddress ipv6 = InetAddress.getByName("ff02::1234");
            InetAddress unicast = InetAddress.getByName("127.0.0.1");
            assertInstanceOf(IllegalArgumentException.class, failureOf(receiver.joinGroup(unicast)));
            assertInstanceOf(IllegalArgumentException.class, failureOf(receiver.joinGroup(ipv6)));
            assertInstanceOf(IllegalArgumentException.class,
                    failureOf(receiver.joinGroup(ipv4, loopback(), InetAddress.getByName("::1"))));
            assertInstanceOf(IOException.class, failureOf(receiver.leaveGroup(multicast.group, loopback())));
            receiver.joinGroup(multicast.group, loopback()).sync();
            assertInstanceOf(IOException.class, failureOf(receiver.joinGroup(multicast.group, loopback())));
            assertTrue(receiver.isActive());
            multicast.assertHears(true);
        }
    }

    /** Who does not want the membership any more when its turn comes does not get it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void cancelled(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Multicast multicast = new Multicast(fixture, SocketProtocolFamily.INET);
            IocpNotifyDatagramChannel receiver = multicast.receiver;
            boolean cancelled = inLoop(receiver, () -> {
                ChannelPromise promise = receiver.newPromise();
                promise.cancel(false);
                return receiver.joinGroup(multicast.group, loopback(), promise).isCancelled();
            });
            assertTrue(cancelled);
            multicast.assertHears(false);

            CountDownLatch busy = new CountDownLatch(1);
            receiver.eventLoop().execute(() -> {
                try {
                    busy.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            ChannelFuture join = receiver.joinGroup(multicast.group, loopback());
            assertTrue(join.cancel(false));
            busy.countDown();
            multicast.assertHears(false);

            // Too late: it is done, and stays.
            inLoop(receiver, () -> {
                receiver.joinGroup(multicast.group, loopback()).cancel(false);
                return null;
            });
            multicast.assertHears(true);
        }
    }
}
