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
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * {@link IocpNotifyChannelOption#IP_PKTINFO}: who is bound to the wildcard learns which address was meant.
 */
@Timeout(120)
class DatagramPacketInfoTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void bothFamilies(LoopKind kind) throws Exception {
        recipients(kind, SocketProtocolFamily.INET6, "127.0.0.1", "127.0.0.2", "::1", "127.0.0.1");
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ipv4(LoopKind kind) throws Exception {
        recipients(kind, SocketProtocolFamily.INET, "127.0.0.1", "127.0.0.2", "127.0.0.1");
    }

    private static void recipients(LoopKind kind, SocketProtocolFamily family, String... addresses) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel server = (IocpNotifyDatagramChannel) fixture
                    .datagram(family, log).bind(0).sync().channel();
            assertTrue(server.localAddress().getAddress().isAnyLocalAddress());
            int port = server.localAddress().getPort();
            IocpNotifyDatagramChannel client =
                    (IocpNotifyDatagramChannel) fixture.datagram(NOTHING).bind(0).sync().channel();
            for (boolean on : new boolean[] { false, true, false }) {
                server.config().setOption(IocpNotifyChannelOption.IP_PKTINFO, on);
                assertEquals(on, server.config().getOption(IocpNotifyChannelOption.IP_PKTINFO));
                // A read that began before would take the next datagram without its address.
                server.eventLoop().submit(() -> { }).sync();
                for (String address : addresses) {
                    InetSocketAddress to = new InetSocketAddress(InetAddress.getByName(address), port);
                    client.writeAndFlush(new DatagramPacket(Unpooled.directBuffer(1).writeByte(1), to)).sync();
                    DatagramLog.Received received = log.next(DatagramLog.Received.class);
                    assertEquals(on ? to : server.localAddress(), received.recipient);
                    assertEquals(client.localAddress().getPort(), received.sender.getPort());
                    assertFalse(received.sender.getAddress().isAnyLocalAddress());
                }
            }
        }
    }

    /** Whoever made the socket may have asked for it already. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ofAnAdoptedSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            WinSocket socket = WinSocket.newDatagram(false);
            new UdpOptions(socket).set(Native.IP_PKTINFO, Native.IPV6_PKTINFO, 1);
            socket.bind(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0));
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel server = new IocpNotifyDatagramChannel(socket.handle());
            server.pipeline().addLast(log);
            fixture.group().register(server).sync();
            assertEquals(true, server.config().getOption(IocpNotifyChannelOption.IP_PKTINFO));
            InetSocketAddress to = new InetSocketAddress(InetAddress.getByName("127.0.0.2"),
                    server.localAddress().getPort());
            fixture.bindDatagram(NOTHING)
                    .writeAndFlush(new DatagramPacket(Unpooled.directBuffer(1).writeByte(1), to)).sync();
            assertEquals(to, log.next(DatagramLog.Received.class).recipient);
            server.close().sync();
        }
    }
}
