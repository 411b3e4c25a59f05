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
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * One write of many datagrams. The receiver must not see whether the system or the transport cut them.
 */
@Timeout(120)
class DatagramSegmentsTest {

    private static final int SEGMENT = 512;

    private static Channel receiver(ChannelFixture fixture, DatagramLog log, int coalesced) throws Exception {
        Channel receiver = fixture.datagram(log).option(ChannelOption.SO_RCVBUF, 1024 * 1024)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(8 * SEGMENT))
                .bind(anyPort()).sync().channel();
        assertEquals(UdpSocket.RECEIVES_SEGMENTS.isSupported(),
                receiver.config().setOption(IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE, coalesced));
        return receiver;
    }

    private static ByteBuf content(int length, boolean direct, boolean composite) {
        CompositeByteBuf parts = Unpooled.compositeBuffer(length);
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 >> 3);
        }
        ByteBuf whole = direct ? Unpooled.directBuffer(length).writeBytes(bytes) : Unpooled.wrappedBuffer(bytes);
        if (!composite) {
            parts.release();
            return whole;
        }
        // Parts that end elsewhere than the datagrams.
        while (whole.isReadable()) {
            parts.addComponent(true, whole.readRetainedSlice(Math.min(1100, whole.readableBytes())));
        }
        whole.release();
        return parts;
    }

    private static void assertReceived(ByteBuf expected, int segment, DatagramLog log) throws Exception {
        assertNext(expected, segment, log);
        assertTrue(log.entries.isEmpty());
    }

    private static void assertNext(ByteBuf expected, int segment, DatagramLog log) throws Exception {
        while (expected.isReadable()) {
            byte[] part = new byte[Math.min(segment, expected.readableBytes())];
            expected.readBytes(part);
            assertArrayEquals(part, log.nextBytes());
        }
        expected.release();
    }

    private static void sendAndCheck(LoopKind kind, int coalesced) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = receiver(fixture, log, coalesced);
            InetSocketAddress to = (InetSocketAddress) server.localAddress();
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            // Whole segments, a short last one, exactly one, less than one, more than one call may send.
            for (int length : new int[] { 16 * SEGMENT, 5 * SEGMENT + 1, SEGMENT, 7, 70000 }) {
                int segment = length == 70000 ? 8 * SEGMENT : SEGMENT;
                for (int shape = 0; shape < 4; shape++) {
                    boolean direct = (shape & 1) != 0;
                    boolean composite = (shape & 2) != 0;
                    ByteBuf sent = content(length, direct, composite);
                    client.writeAndFlush(new SegmentedDatagramPacket(sent, segment, to)).sync();
                    assertEquals(0, sent.refCnt());
                    assertReceived(content(length, false, false), segment, log);
                }
            }
            client.connect(to).sync();
            client.writeAndFlush(new SegmentedDatagramPacket(content(3 * SEGMENT, true, false), SEGMENT, to)).sync();
            assertReceived(content(3 * SEGMENT, false, false), SEGMENT, log);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void sameForTheReceiver(LoopKind kind) throws Exception {
        sendAndCheck(kind, 0);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void coalescedByTheReceiver(LoopKind kind) throws Exception {
        assumeTrue(IocpNotifyDatagramChannel.isSegmentedDatagramPacketSupported() &&
                UdpSocket.RECEIVES_SEGMENTS.isSupported(),
                "needs UDP_SEND_MSG_SIZE and UDP_RECV_MAX_COALESCED_SIZE: Windows 10 2004 and later");
        sendAndCheck(kind, 65535);
    }

    /** What waits was put together before it was said how much, or that no more should be: it is not cut. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void coalescedUnderAnotherSize(LoopKind kind) throws Exception {
        assumeTrue(IocpNotifyDatagramChannel.isSegmentedDatagramPacketSupported() &&
                UdpSocket.RECEIVES_SEGMENTS.isSupported(),
                "needs UDP_SEND_MSG_SIZE and UDP_RECV_MAX_COALESCED_SIZE: Windows 10 2004 and later");
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            DatagramLog log = new DatagramLog();
            Channel lowered = receiver(fixture, log, 65535);
            lowered.config().setAutoRead(false);
            lowered.eventLoop().submit(() -> { }).sync();
            client.writeAndFlush(new SegmentedDatagramPacket(content(16 * SEGMENT, true, false), SEGMENT,
                    (InetSocketAddress) lowered.localAddress())).sync();
            assertTrue(lowered.config().setOption(IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE, 0));
            lowered.config().setAutoRead(true);
            assertReceived(content(16 * SEGMENT, false, false), SEGMENT, log);

            WinSocket socket = WinSocket.newDatagram(true);
            socket.setIntOption(Native.IPPROTO_UDP, Native.UDP_RECV_MAX_COALESCED_SIZE, 65535);
            socket.bind(anyPort());
            IocpNotifyDatagramChannel adopted = new IocpNotifyDatagramChannel(socket.handle());
            assertEquals(65535, adopted.config().getOption(IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE));
            adopted.pipeline().addLast(log);
            fixture.group().register(adopted).sync();
            client.writeAndFlush(new SegmentedDatagramPacket(content(16 * SEGMENT, true, false), SEGMENT,
                    adopted.localAddress())).sync();
            assertReceived(content(16 * SEGMENT, false, false), SEGMENT, log);
            adopted.close().sync();
        }
    }

    /** Between others, in order; a part that cannot be sent fails the whole, and nothing else. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void amongOthers(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = receiver(fixture, log, 0);
            InetSocketAddress to = (InetSocketAddress) server.localAddress();
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            client.write(new DatagramPacket(Unpooled.copiedBuffer(new byte[] { 1 }), to));
            client.write(new SegmentedDatagramPacket(content(2 * SEGMENT, true, false), SEGMENT, to));
            ChannelFuture tooLong = client.write(
                    new SegmentedDatagramPacket(Unpooled.directBuffer().writeZero(140000), 70000, to));
            ChannelFuture unresolved = client.write(new SegmentedDatagramPacket(content(SEGMENT, true, false), SEGMENT,
                    InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
            client.writeAndFlush(new DatagramPacket(Unpooled.copiedBuffer(new byte[] { 2 }), to)).sync();
            assertTrue(failureOf(tooLong).getMessage().contains("Message too long"));
            assertInstanceOf(UnresolvedAddressException.class, failureOf(unresolved));
            assertArrayEquals(new byte[] { 1 }, log.nextBytes());
            ByteBuf expected = content(2 * SEGMENT, false, false);
            for (int i = 0; i < 2; i++) {
                byte[] part = new byte[SEGMENT];
                expected.readBytes(part);
                assertArrayEquals(part, log.nextBytes());
            }
            assertArrayEquals(new byte[] { 2 }, log.nextBytes());
        }
    }

    /** As with every other message, nothing of the caller's is changed but the count of references. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void leavesTheBufferAsItWas(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = receiver(fixture, log, 0);
            InetSocketAddress to = (InetSocketAddress) server.localAddress();
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            int length = 2 * SEGMENT + 3;
            for (int shape = 0; shape < 4; shape++) {
                ByteBuf content = content(length, (shape & 1) != 0, (shape & 2) != 0);
                SegmentedDatagramPacket packet = new SegmentedDatagramPacket(content, SEGMENT, to);
                for (int i = 0; i < 2; i++) {
                    client.writeAndFlush(packet.retain()).sync();
                    assertReceived(content(length, false, false), SEGMENT, log);
                }
                client.write(packet);
                client.writeAndFlush(new SegmentedDatagramPacket(content.retain(), SEGMENT, to)).sync();
                assertEquals(0, content.readerIndex());
                assertEquals(0, content.refCnt());
                assertNext(content(length, false, false), SEGMENT, log);
                assertReceived(content(length, false, false), SEGMENT, log);
            }
        }
    }
}
