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
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.socket.SocketProtocolFamily;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.channels.ClosedChannelException;
import java.util.Map;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(120)
class IocpNotifyDatagramChannelConfigTest {

    private final IocpNotifyDatagramChannel channel = new IocpNotifyDatagramChannel();
    private final IocpNotifyDatagramChannel ipv4 = new IocpNotifyDatagramChannel(SocketProtocolFamily.INET);

    @AfterEach
    void close() {
        channel.unsafe().closeForcibly();
        ipv4.unsafe().closeForcibly();
    }

    @Test
    void everyListedOptionCanBeReadAndWritten() {
        assertReadableAndWritable(channel);
        assertReadableAndWritable(ipv4);
    }

    @SuppressWarnings("unchecked")
    private static void assertReadableAndWritable(Channel channel) {
        // By their text: each of the three for the water marks makes a new, equal value of the others.
        Map<ChannelOption<?>, Object> options = channel.config().getOptions();
        for (Map.Entry<ChannelOption<?>, Object> entry : options.entrySet()) {
            ChannelOption<Object> option = (ChannelOption<Object>) entry.getKey();
            Object value = entry.getValue();
            assertEquals(String.valueOf(value), String.valueOf(channel.config().getOption(option)), option.name());
            if (value == null) {
                // The system chooses the interface.
                assertTrue(option.equals(ChannelOption.IP_MULTICAST_IF) ||
                        option.equals(ChannelOption.IP_MULTICAST_ADDR), option.name());
                continue;
            }
            assertTrue(channel.config().setOption(option, value), option.name());
            assertEquals(String.valueOf(value), String.valueOf(channel.config().getOption(option)), option.name());
        }
    }

    @Test
    void hasAllOptionsOfNio() {
        Map<ChannelOption<?>, Object> options = channel.config().getOptions();
        for (ChannelOption<?> option : new ChannelOption<?>[] { ChannelOption.SO_BROADCAST, ChannelOption.SO_RCVBUF,
                ChannelOption.SO_SNDBUF, ChannelOption.SO_REUSEADDR, ChannelOption.IP_MULTICAST_LOOP_DISABLED,
                ChannelOption.IP_MULTICAST_ADDR, ChannelOption.IP_MULTICAST_IF, ChannelOption.IP_MULTICAST_TTL,
                ChannelOption.IP_TOS, ChannelOption.DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION,
                IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE, IocpNotifyChannelOption.IP_PKTINFO }) {
            assertTrue(options.containsKey(option), option.name());
        }
        assertEquals(UdpSocket.RECEIVES_SEGMENTS.isSupported(),
                options.containsKey(IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE));
    }

    @Test
    void valuesArrive() throws Exception {
        for (IocpNotifyDatagramChannel c : new IocpNotifyDatagramChannel[] { channel, ipv4 }) {
            IocpNotifyDatagramChannelConfig config = c.config();
            assertFalse(config.isBroadcast());
            assertFalse(config.isLoopbackModeDisabled());
            assertEquals(1, config.getTimeToLive());
            assertSame(config, config.setBroadcast(true).setLoopbackModeDisabled(true).setTimeToLive(7)
                    .setTrafficClass(0x10).setSendBufferSize(20000).setReceiveBufferSize(30000));
            assertTrue(config.isBroadcast());
            assertTrue(config.isLoopbackModeDisabled());
            assertEquals(7, config.getTimeToLive());
            assertEquals(0x10, config.getTrafficClass());
            assertTrue(config.getSendBufferSize() >= 20000);
            assertTrue(config.getReceiveBufferSize() >= 30000);
            UdpOptions udp = new UdpOptions(c.socket);
            assertEquals(7, udp.get(Native.IP_MULTICAST_TTL, Native.IPV6_MULTICAST_HOPS));
            config.setOption(IocpNotifyChannelOption.IP_PKTINFO, true);
            assertEquals(1, udp.get(Native.IP_PKTINFO, Native.IPV6_PKTINFO));
        }
    }

    @Test
    void multicastInterface() throws Exception {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        NetworkInterface networkInterface = NetworkInterface.getByInetAddress(loopback);
        assertEquals(networkInterface, ipv4.config().setNetworkInterface(networkInterface).getNetworkInterface());
        assertEquals(loopback, ipv4.config().getInterface());
        assertEquals(networkInterface, channel.config().setInterface(loopback).getNetworkInterface());
        assertTrue(channel.config().getInterface().isLoopbackAddress());
        assertThrows(ChannelException.class, () -> channel.config().setInterface(InetAddress.getByName("192.0.2.1")));
    }

    @Test
    void wrongValuesAreRefused() {
        assertRefused(ChannelOption.SO_RCVBUF, 0);
        assertRefused(ChannelOption.SO_SNDBUF, -1);
        assertRefused(ChannelOption.IP_TOS, 256);
        assertRefused(ChannelOption.IP_MULTICAST_TTL, 256);
        assertRefused(ChannelOption.IP_MULTICAST_TTL, -1);
        assertRefused(ChannelOption.SO_BROADCAST, "yes");
        assertRefused(ChannelOption.IP_MULTICAST_IF, "lo");
        assertThrows(NullPointerException.class,
                () -> channel.config().setOption(ChannelOption.IP_MULTICAST_IF, null));
        assertFalse(channel.config().setOption(ChannelOption.TCP_NODELAY, true));
        assertNull(channel.config().getOption(ChannelOption.SO_BACKLOG));
    }

    @SuppressWarnings("unchecked")
    private void assertRefused(ChannelOption<?> option, Object value) {
        Object before = channel.config().getOption(option);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> channel.config().setOption((ChannelOption<Object>) option, value));
        assertTrue(e.getMessage().contains(option.name()), e.getMessage());
        assertEquals(before, channel.config().getOption(option));
    }

    @Test
    void closedChannel() {
        channel.unsafe().closeForcibly();
        ChannelException e = assertThrows(ChannelException.class, () -> channel.config().isBroadcast());
        assertInstanceOf(ClosedChannelException.class, e.getCause());
        assertThrows(ChannelException.class, () -> channel.config().setTimeToLive(3));
        assertThrows(ChannelException.class, () -> channel.config().getOptions());
    }

    /** The last word on sharing the port counts: Windows refuses both options together. */
    @Test
    void sharingAndNotSharing() {
        IocpNotifyDatagramChannelConfig config = channel.config();
        assertFalse(config.isReuseAddress());
        assertTrue(config.isExclusiveAddressUse());
        config.setReuseAddress(true);
        assertTrue(config.isReuseAddress());
        assertFalse(config.isExclusiveAddressUse());
        config.setExclusiveAddressUse(true);
        assertFalse(config.isReuseAddress());
        config.setReuseAddress(false);
        assertTrue(config.isExclusiveAddressUse());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressReuse(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel sharing = fixture.datagram(NOTHING).option(ChannelOption.SO_REUSEADDR, true)
                    .bind(anyPort()).sync().channel();
            fixture.datagram(NOTHING).option(ChannelOption.SO_REUSEADDR, true)
                    .bind(sharing.localAddress()).sync();
            Channel owner = fixture.bindDatagram(NOTHING);
            assertInstanceOf(BindException.class, failureOf(fixture.datagram(NOTHING)
                    .option(ChannelOption.SO_REUSEADDR, true).bind(owner.localAddress())));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void activeOnRegistration(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel active = fixture.datagram(NOTHING)
                    .option(ChannelOption.DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION, true).register().sync().channel();
            assertTrue(active.isActive());
            Channel inactive = fixture.datagram(NOTHING).register().sync().channel();
            assertFalse(inactive.isActive());
            assertThrows(IllegalStateException.class, () -> inactive.config()
                    .setOption(ChannelOption.DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION, true));
            inactive.bind(anyPort()).sync();
            assertTrue(inactive.isActive());
        }
    }

    /** Most of what a socket of both families sends may go to IPv4. */
    @Test
    void trafficClassOfBothFamilies() throws Exception {
        ipv4.config().setTrafficClass(0x28);
        assumeTrue(NativeSocket.getInt(ipv4.socket.handle(), Native.IPPROTO_IP, Native.IP_TOS) == 0x28,
                "this system ignores IP_TOS, or does not tell it");
        for (int value : new int[] { 0x10, 0 }) {
            channel.config().setTrafficClass(value);
            assertEquals(value, channel.config().getTrafficClass());
            assertEquals(value, channel.socket.intOption(Native.IPPROTO_IP, Native.IP_TOS));
        }
    }
}
