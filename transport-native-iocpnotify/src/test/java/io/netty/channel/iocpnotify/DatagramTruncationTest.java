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
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.DatagramPacket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Arrays;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A datagram that is longer than the buffer: what fitted is delivered, and the pipeline is told.
 */
@Timeout(120)
class DatagramTruncationTest {

    private static final int ROOM = 16;

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void unconnected(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            truncated(fixture, false, false);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connected(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            truncated(fixture, true, false);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withPacketInfo(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            truncated(fixture, false, true);
        }
    }

    /** The system may leave out whom a datagram was meant for when it cuts it. It must not be anybody else. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void onTheWildcardWithPacketInfo(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel server = (IocpNotifyDatagramChannel) fixture.datagram(log)
                    .option(IocpNotifyChannelOption.IP_PKTINFO, true)
                    .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(ROOM))
                    .bind(0).sync().channel();
            InetSocketAddress to = new InetSocketAddress("127.0.0.2", server.localAddress().getPort());
            IocpNotifyDatagramChannel client = (IocpNotifyDatagramChannel) fixture.datagram(NOTHING)
                    .bind(0).sync().channel();
            for (int length : new int[] { ROOM, ROOM + 1, ROOM, ROOM + 1, ROOM + 1, 1 }) {
                client.writeAndFlush(new DatagramPacket(Unpooled.directBuffer().writeZero(length), to)).sync();
                if (length > ROOM) {
                    log.next(IocpNotifyDatagramTruncatedEvent.class);
                }
                DatagramLog.Received received = log.next(DatagramLog.Received.class);
                assertEquals(Math.min(length, ROOM), received.bytes.length);
                if (length <= ROOM || !received.recipient.equals(server.localAddress())) {
                    assertEquals(to, received.recipient);
                }
            }
        }
    }

    private static void truncated(ChannelFixture fixture, boolean connected, boolean packetInfo) throws Exception {
        DatagramLog log = new DatagramLog();
        Channel server = fixture.datagram(log).option(IocpNotifyChannelOption.IP_PKTINFO, packetInfo)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(ROOM))
                .bind(anyPort()).sync().channel();
        // The JDK's, so that only the receiver is tested.
        try (DatagramSocket client = new DatagramSocket(anyPort())) {
            if (connected) {
                server.connect(client.getLocalSocketAddress()).sync();
            }
            byte[] data = new byte[3 * ROOM];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) i;
            }
            int[] lengths = { ROOM, ROOM + 1, 1, data.length, data.length, 0, ROOM };
            for (int length : lengths) {
                client.send(new java.net.DatagramPacket(data, length, server.localAddress()));
            }
            for (int length : lengths) {
                if (length > ROOM) {
                    IocpNotifyDatagramTruncatedEvent event = log.next(IocpNotifyDatagramTruncatedEvent.class);
                    assertEquals(client.getLocalSocketAddress(), event.sender());
                    assertEquals(ROOM, event.received());
                }
                DatagramLog.Received received = log.next(DatagramLog.Received.class);
                assertArrayEquals(Arrays.copyOf(data, Math.min(length, ROOM)), received.bytes);
                assertEquals(client.getLocalSocketAddress(), received.sender);
                assertEquals(server.localAddress(), received.recipient);
            }
        }
        assertTrue(log.entries.isEmpty());
    }
}
