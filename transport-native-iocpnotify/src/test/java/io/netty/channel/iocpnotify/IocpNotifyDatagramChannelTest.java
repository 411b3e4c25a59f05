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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.DelegatingHandle;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.DomainSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the shared suite does not ask of a datagram channel.
 */
@Timeout(120)
class IocpNotifyDatagramChannelTest {

    private static final int MAX_DATAGRAM = 65507;

    private static ByteBuf bytes(int... values) {
        ByteBuf buf = Unpooled.directBuffer(Math.max(1, values.length));
        for (int value : values) {
            buf.writeByte(value);
        }
        return buf;
    }

    private static DatagramPacket packet(Channel to, int... values) {
        return new DatagramPacket(bytes(values), (InetSocketAddress) to.localAddress());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectDisconnectReconnect(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog first = new DatagramLog();
            DatagramLog second = new DatagramLog();
            DatagramLog answers = new DatagramLog();
            Channel firstPeer = fixture.bindDatagram(first);
            Channel secondPeer = fixture.bindDatagram(second);
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(answers);
            InetSocketAddress local = channel.localAddress();
            assertFalse(channel.isConnected());
            assertNull(channel.remoteAddress());

            for (int i = 0; i < 3; i++) {
                channel.connect(firstPeer.localAddress()).sync();
                assertTrue(channel.isConnected());
                assertTrue(channel.isActive());
                assertEquals(firstPeer.localAddress(), channel.remoteAddress());
                assertInstanceOf(AlreadyConnectedException.class,
                        failureOf(channel.connect(secondPeer.localAddress())));
                channel.writeAndFlush(bytes(i)).sync();
                assertArrayEquals(new byte[] { (byte) i }, first.nextBytes());
                firstPeer.writeAndFlush(packet(channel, 40 + i)).sync();
                assertArrayEquals(new byte[] { (byte) (40 + i) }, answers.nextBytes());

                channel.disconnect().sync();
                assertFalse(channel.isConnected());
                assertNull(channel.remoteAddress());
                assertTrue(channel.isActive());
                assertEquals(local, channel.localAddress());
                assertInstanceOf(NotYetConnectedException.class, failureOf(channel.writeAndFlush(bytes(1))));
                // From anybody again.
                secondPeer.writeAndFlush(packet(channel, 80 + i)).sync();
                DatagramLog.Received received = answers.next(DatagramLog.Received.class);
                assertArrayEquals(new byte[] { (byte) (80 + i) }, received.bytes);
                assertEquals(secondPeer.localAddress(), received.sender);

                channel.connect(secondPeer.localAddress()).sync();
                channel.writeAndFlush(bytes(120 + i)).sync();
                received = second.next(DatagramLog.Received.class);
                assertArrayEquals(new byte[] { (byte) (120 + i) }, received.bytes);
                assertEquals(local, received.sender);
                channel.disconnect().sync();
            }
            channel.disconnect().sync();
            assertTrue(channel.isOpen());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectBindsAndTellsTheAddress(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel peer = fixture.bindDatagram(NOTHING);
            IocpNotifyDatagramChannel channel =
                    (IocpNotifyDatagramChannel) fixture.datagram(NOTHING).register().sync().channel();
            assertFalse(channel.isActive());
            assertNull(channel.localAddress());
            channel.connect(peer.localAddress()).sync();
            assertTrue(channel.isActive());
            assertFalse(channel.localAddress().getAddress().isAnyLocalAddress());

            // The wildcard means this host, as with NIO.
            IocpNotifyDatagramChannel other = (IocpNotifyDatagramChannel) fixture.datagram(NOTHING)
                    .connect(new InetSocketAddress(((InetSocketAddress) peer.localAddress()).getPort()), anyPort())
                    .sync().channel();
            assertTrue(other.remoteAddress().getAddress().isLoopbackAddress());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void everyKindOfBufferAndMessage(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = fixture.bindDatagram(log);
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);
            InetSocketAddress to = (InetSocketAddress) server.localAddress();
            byte[] expected = { 1, 2, 3, 4 };
            List<ByteBuf> buffers = new ArrayList<ByteBuf>();
            buffers.add(bytes(1, 2, 3, 4));
            buffers.add(Unpooled.wrappedBuffer(expected));
            buffers.add(Unpooled.wrappedBuffer(expected).asReadOnly());
            buffers.add(Unpooled.wrappedBuffer(bytes(1, 2), bytes(3, 4)));
            buffers.add(Unpooled.wrappedBuffer(bytes(1), Unpooled.wrappedBuffer(new byte[] { 2, 3, 4 })));
            buffers.add(bytes(9, 1, 2, 3, 4).skipBytes(1));
            CompositeByteBuf many = Unpooled.compositeBuffer(2000);
            for (int i = 0; i < 1500; i++) {
                many.addComponent(true, i < 4 ? bytes(i + 1) : bytes());
            }
            buffers.add(many);
            for (ByteBuf buffer : buffers) {
                channel.writeAndFlush(new DatagramPacket(buffer.retainedDuplicate(), to)).sync();
                assertArrayEquals(expected, log.nextBytes());
                channel.writeAndFlush(new DefaultAddressedEnvelope<ByteBuf, InetSocketAddress>(
                        buffer.retainedDuplicate(), to)).sync();
                assertArrayEquals(expected, log.nextBytes());
            }
            channel.connect(to).sync();
            for (ByteBuf buffer : buffers) {
                channel.writeAndFlush(buffer.retainedDuplicate()).sync();
                assertArrayEquals(expected, log.nextBytes());
                channel.writeAndFlush(
                        new DefaultAddressedEnvelope<ByteBuf, InetSocketAddress>(buffer, null, to)).sync();
                assertArrayEquals(expected, log.nextBytes());
                assertEquals(0, buffer.refCnt());
            }
        }
    }

    /** They are read, if somebody else sends them. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void emptyDatagrams(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket sender = new DatagramSocket()) {
            DatagramLog log = new DatagramLog();
            Channel server = fixture.bindDatagram(log);
            for (int i = 0; i < 20; i++) {
                sender.send(new java.net.DatagramPacket(new byte[0], 0, server.localAddress()));
            }
            sender.send(new java.net.DatagramPacket(new byte[] { 1 }, 1, server.localAddress()));
            for (int i = 0; i < 20; i++) {
                assertEquals(0, log.nextBytes().length);
            }
            assertArrayEquals(new byte[] { 1 }, log.nextBytes());
        }
    }

    /** What is too long, or goes nowhere, fails alone. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void badDatagramsFailAlone(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = fixture.datagram(log).option(ChannelOption.RECVBUF_ALLOCATOR,
                    new FixedRecvByteBufAllocator(MAX_DATAGRAM)).bind(anyPort()).sync().channel();
            InetSocketAddress to = (InetSocketAddress) server.localAddress();
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);

            ChannelFuture before = channel.write(packet(server, 1));
            ChannelFuture tooLong = channel.write(
                    new DatagramPacket(Unpooled.directBuffer().writeZero(MAX_DATAGRAM + 100), to));
            ChannelFuture nowhere = channel.write(bytes(7));
            ChannelFuture port0 = channel.write(
                    new DatagramPacket(bytes(7), new InetSocketAddress(to.getAddress(), 0)));
            ChannelFuture longest = channel.write(
                    new DatagramPacket(Unpooled.directBuffer().writeZero(MAX_DATAGRAM), to));
            ChannelFuture after = channel.write(packet(server, 2));
            channel.flush();
            assertTrue(failureOf(tooLong).getMessage().contains("Message too long"), failureOf(tooLong).getMessage());
            assertInstanceOf(NotYetConnectedException.class, failureOf(nowhere));
            assertInstanceOf(IOException.class, failureOf(port0));
            before.sync();
            longest.sync();
            after.sync();
            assertArrayEquals(new byte[] { 1 }, log.nextBytes());
            assertEquals(MAX_DATAGRAM, log.nextBytes().length);
            assertArrayEquals(new byte[] { 2 }, log.nextBytes());
            assertTrue(channel.isActive());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void wrongMessagesAndAddresses(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);
            InetSocketAddress unresolved = InetSocketAddress.createUnresolved("nowhere.invalid", 7);
            ByteBuf content = bytes(1);
            assertInstanceOf(UnresolvedAddressException.class,
                    failureOf(channel.writeAndFlush(new DatagramPacket(content, unresolved))));
            assertEquals(0, content.refCnt());
            assertInstanceOf(UnsupportedOperationException.class, failureOf(channel.writeAndFlush("text")));
            assertInstanceOf(UnsupportedOperationException.class, failureOf(channel.writeAndFlush(
                    new DefaultAddressedEnvelope<ByteBuf, DomainSocketAddress>(bytes(1),
                            new DomainSocketAddress("x")))));
            assertInstanceOf(UnresolvedAddressException.class, failureOf(channel.connect(unresolved)));
            assertInstanceOf(UnsupportedAddressTypeException.class,
                    failureOf(channel.connect(new DomainSocketAddress("x"))));
            assertTrue(channel.isOpen());
            assertInstanceOf(BindException.class,
                    failureOf(fixture.datagram(NOTHING).bind(channel.localAddress())));

            IocpNotifyDatagramChannel ipv4 = (IocpNotifyDatagramChannel) fixture
                    .datagram(SocketProtocolFamily.INET, NOTHING).bind(anyPort()).sync().channel();
            InetSocketAddress ipv6 = new InetSocketAddress(Inet6Address.getByName("::1"), 9);
            assertInstanceOf(UnsupportedAddressTypeException.class,
                    failureOf(ipv4.writeAndFlush(new DatagramPacket(bytes(1), ipv6))));
            assertInstanceOf(UnsupportedAddressTypeException.class, failureOf(ipv4.connect(ipv6)));
            assertTrue(ipv4.isActive());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedChannel(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel peer = fixture.bindDatagram(NOTHING);
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);
            channel.connect(peer.localAddress()).sync();
            InetSocketAddress local = channel.localAddress();
            channel.close().sync();
            assertEquals(local, channel.localAddress());
            assertFalse(channel.isConnected());
            assertFalse(channel.isActive());
            assertInstanceOf(ClosedChannelException.class, failureOf(channel.writeAndFlush(bytes(1))));
            assertInstanceOf(ClosedChannelException.class, failureOf(channel.writeAndFlush(packet(peer, 1))));
            assertInstanceOf(ClosedChannelException.class, failureOf(channel.connect(peer.localAddress())));
            assertInstanceOf(ClosedChannelException.class, failureOf(channel.bind(anyPort())));
            assertInstanceOf(ClosedChannelException.class, failureOf(channel.joinGroup(
                    new InetSocketAddress(InetAddress.getByName("230.0.0.1"), 0),
                    NetworkInterface.getByIndex(1))));
        }
    }

    /** More than one read takes, all of them in order and none twice, whatever the allocator gives. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void manyInOneGo(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel server = (IocpNotifyDatagramChannel) fixture.datagram(log)
                    .option(ChannelOption.AUTO_READ, false).option(ChannelOption.SO_RCVBUF, 1024 * 1024)
                    .bind(anyPort()).sync().channel();
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);
            int count = 100;
            for (int i = 0; i < count; i++) {
                ByteBuf content = Unpooled.directBuffer().writeInt(i).writeZero(i);
                channel.writeAndFlush(new DatagramPacket(content, server.localAddress())).sync();
            }
            server.read();
            assertEquals(4, log.nextBytes().length);
            server.config().setAutoRead(true);
            for (int i = 1; i < count; i++) {
                ByteBuf received = Unpooled.wrappedBuffer(log.nextBytes());
                assertEquals(i, received.readInt());
                assertEquals(i, received.readableBytes());
            }
            assertTrue(log.entries.isEmpty());
        }
    }

    /** Buffers on the heap or in pieces are what the user's allocator may give. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readsIntoAnyBuffer(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel server = fixture.datagram(log).option(ChannelOption.RECVBUF_ALLOCATOR,
                    () -> new DelegatingHandle(new FixedRecvByteBufAllocator(100).newHandle()) {
                        @Override
                        public ByteBuf allocate(ByteBufAllocator alloc) {
                            return alloc.heapBuffer(100);
                        }
                    }).bind(anyPort()).sync().channel();
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(NOTHING);
            channel.writeAndFlush(packet(server, 5, 6, 7)).sync();
            assertArrayEquals(new byte[] { 5, 6, 7 }, log.nextBytes());
            server.writeAndFlush(packet(channel, 1)).sync();
        }
    }

    @Test
    void families() {
        IocpNotifyDatagramChannel ipv4 = new IocpNotifyDatagramChannel(SocketProtocolFamily.INET);
        assertFalse(ipv4.socket.isIpv6());
        ipv4.unsafe().closeForcibly();
        IocpNotifyDatagramChannel ipv6 = new IocpNotifyDatagramChannel(SocketProtocolFamily.INET6);
        assertTrue(ipv6.socket.isIpv6());
        ipv6.unsafe().closeForcibly();
        assertThrows(UnsupportedOperationException.class,
                () -> new IocpNotifyDatagramChannel(SocketProtocolFamily.UNIX));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void adoptedSockets(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel peer = fixture.bindDatagram(log);

            IocpNotifyDatagramChannel unbound =
                    new IocpNotifyDatagramChannel(WinSocket.newDatagram(false).handle());
            assertFalse(unbound.isActive());
            unbound.unsafe().closeForcibly();

            WinSocket socket = WinSocket.newDatagram(true);
            socket.bind(anyPort());
            new UdpSocket(socket).connect(peer.localAddress());
            IocpNotifyDatagramChannel adopted = new IocpNotifyDatagramChannel(socket.handle());
            assertTrue(adopted.isActive());
            assertTrue(adopted.isConnected());
            assertEquals(peer.localAddress(), adopted.remoteAddress());
            assertNotNull(adopted.localAddress());
            assertNotEquals(0, adopted.localAddress().getPort());
            DatagramLog answers = new DatagramLog();
            adopted.pipeline().addLast(answers);
            fixture.group().register(adopted).sync();
            adopted.writeAndFlush(bytes(3)).sync();
            assertArrayEquals(new byte[] { 3 }, log.nextBytes());
            peer.writeAndFlush(packet(adopted, 4)).sync();
            assertArrayEquals(new byte[] { 4 }, answers.nextBytes());
            adopted.close().sync();
            assertThrows(ChannelException.class, () -> new IocpNotifyDatagramChannel(0x7ffffff0L));
            WinSocket stream = WinSocket.newStream(false);
            assertThrows(ChannelException.class,
                    () -> new IocpNotifyDatagramChannel(stream.handle()));
            stream.close();
        }
    }
}
