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
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.DefaultAddressedEnvelope;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.iocpnotify.machine.Wine;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a UDP channel refuses, and what it does not send: the same on NIO and on both kinds of loops of this transport.
 */
@Timeout(120)
class DatagramSameAsNioTest {

    private static DatagramChannel open(AnyTransport transport, EventLoopGroup group) throws Exception {
        DatagramChannel channel = transport.newDatagram();
        group.register(channel).sync();
        return channel;
    }

    private static DatagramSocket peer() throws Exception {
        DatagramSocket peer = new DatagramSocket(anyPort());
        peer.setSoTimeout(10000);
        return peer;
    }

    private static Throwable end(Future<?> future) throws Exception {
        awaitDone(future);
        return future.cause();
    }

    private static void end(EventLoopGroup group, Channel channel) throws Exception {
        awaitDone(channel.close());
        ChannelFixture.end(group);
    }

    private static ByteBuf one(int value) {
        return Unpooled.wrappedBuffer(new byte[] { (byte) value });
    }

    private static int receive(DatagramSocket peer) throws Exception {
        java.net.DatagramPacket packet = new java.net.DatagramPacket(new byte[2], 2);
        peer.receive(packet);
        return packet.getLength() == 0 ? -1 : packet.getData()[0];
    }

    /** From Netty 4.2.20 on, unless the channel is connected: there the JDK's own channel leaves it out. */
    private static boolean nioSendsEmpty() {
        return AnyTransport.isNioFrom(20);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void aSecondBind(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        DatagramChannel channel = open(transport, group);
        try (DatagramSocket peer = peer()) {
            channel.bind(anyPort()).sync();
            InetSocketAddress local = channel.localAddress();
            assertInstanceOf(AlreadyBoundException.class, end(channel.bind(anyPort())));
            assertInstanceOf(AlreadyBoundException.class,
                    end(channel.connect(peer.getLocalSocketAddress(), anyPort())));
            assertEquals(local, channel.localAddress());
            assertTrue(channel.isActive());
            awaitDone(channel.connect(peer.getLocalSocketAddress()));
            assertInstanceOf(AlreadyBoundException.class, end(channel.bind(anyPort())));
            channel.writeAndFlush(one(1)).sync();
            assertEquals(1, receive(peer));
        }
        end(group, channel);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void aConnectedChannelSendsToItsPeerOnly(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        DatagramChannel channel = open(transport, group);
        try (DatagramSocket peer = peer(); DatagramSocket other = peer()) {
            InetSocketAddress here = (InetSocketAddress) peer.getLocalSocketAddress();
            InetSocketAddress elsewhere = (InetSocketAddress) other.getLocalSocketAddress();
            channel.connect(here).sync();
            assertInstanceOf(AlreadyConnectedException.class,
                    end(channel.writeAndFlush(new DatagramPacket(one(1), elsewhere))));
            if (transport != AnyTransport.NIO) {
                assertInstanceOf(AlreadyConnectedException.class,
                        end(channel.writeAndFlush(new SegmentedDatagramPacket(one(1), 1, elsewhere))));
            }
            assertTrue(channel.isConnected());
            assertNull(end(channel.writeAndFlush(new DatagramPacket(one(2), here))));
            assertNull(end(channel.writeAndFlush(one(3))));
            assertEquals(2, receive(peer));
            assertEquals(3, receive(peer));
            if (transport != AnyTransport.NIO || !Wine.IS_HERE) {
                // There the JDK binds anew after it, which Wine refuses.
                channel.disconnect().sync();
                assertNull(end(channel.writeAndFlush(new DatagramPacket(one(4), elsewhere))));
                assertEquals(4, receive(other));
            }
        }
        end(group, channel);
    }

    /**
     * What names its recipient is sent, whatever the content and its envelope are. A connected channel leaves it out,
     * and its write succeeds.
     */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void emptyDatagrams(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        DatagramChannel channel = open(transport, group);
        try (DatagramSocket peer = peer()) {
            InetSocketAddress to = (InetSocketAddress) peer.getLocalSocketAddress();
            channel.bind(anyPort()).sync();
            for (boolean connected : new boolean[] { false, true }) {
                if (connected) {
                    channel.connect(to).sync();
                }
                for (int kind = 0; kind < 5; kind++) {
                    ByteBuf content = empty(kind);
                    assertNull(end(channel.writeAndFlush(new DatagramPacket(content, to))));
                    assertEquals(kind == 0 ? 1 : 0, content.refCnt());
                    content = empty(kind);
                    assertNull(end(channel.writeAndFlush(
                            new DefaultAddressedEnvelope<ByteBuf, InetSocketAddress>(content, to))));
                    if (transport != AnyTransport.NIO) {
                        assertNull(end(channel.writeAndFlush(new SegmentedDatagramPacket(empty(kind), 1, to))));
                    }
                    if (connected) {
                        assertNull(end(channel.writeAndFlush(empty(kind))));
                    }
                    assertNull(end(channel.writeAndFlush(new DatagramPacket(one(kind), to))));
                    int sent = connected ? 0 : transport != AnyTransport.NIO ? 3 : nioSendsEmpty() ? 2 : 0;
                    for (int i = 0; i < sent; i++) {
                        assertEquals(-1, receive(peer));
                    }
                    assertEquals(kind, receive(peer));
                }
            }
        }
        end(group, channel);
    }

    private static ByteBuf empty(int kind) {
        switch (kind) {
            case 0:
                return Unpooled.EMPTY_BUFFER;
            case 1:
                return UnpooledByteBufAllocator.DEFAULT.directBuffer(8);
            case 2:
                return UnpooledByteBufAllocator.DEFAULT.heapBuffer(8);
            case 3:
                return UnpooledByteBufAllocator.DEFAULT.compositeDirectBuffer();
            default:
                return UnpooledByteBufAllocator.DEFAULT.directBuffer(2).writeShort(7).skipBytes(2);
        }
    }
}
