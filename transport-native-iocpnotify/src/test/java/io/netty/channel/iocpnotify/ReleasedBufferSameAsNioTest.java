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
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FileRegion;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.IllegalReferenceCountException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A buffer that was released before it was written fails its own write, and neither others nor the connection. The
 * same on NIO and on both kinds of loops of this transport.
 */
@Timeout(120)
class ReleasedBufferSameAsNioTest {

    /** Buffers of one byte, each kept in another way. */
    private static List<ByteBuf> buffers() {
        List<ByteBuf> buffers = new ArrayList<ByteBuf>();
        buffers.add(UnpooledByteBufAllocator.DEFAULT.directBuffer(1).writeByte(9));
        buffers.add(UnpooledByteBufAllocator.DEFAULT.heapBuffer(1).writeByte(9));
        buffers.add(Unpooled.wrappedBuffer(new byte[] { 9 }));
        buffers.add(new PooledByteBufAllocator(true).directBuffer(1).writeByte(9));
        buffers.add(new PooledByteBufAllocator(false).heapBuffer(1).writeByte(9));
        buffers.add(UnpooledByteBufAllocator.DEFAULT.directBuffer(2).writeByte(9).writeByte(9).slice(1, 1));
        buffers.add(UnpooledByteBufAllocator.DEFAULT.compositeDirectBuffer().addComponents(true,
                UnpooledByteBufAllocator.DEFAULT.directBuffer(1).writeByte(9),
                UnpooledByteBufAllocator.DEFAULT.directBuffer(1).writeByte(9)));
        return buffers;
    }

    private static ByteBuf one(int value) {
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(1).writeByte(value);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void streams(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (ByteBuf buffer : buffers()) {
                boolean direct = buffer.isDirect();
                buffer.release();
                if (transport == AnyTransport.NIO && direct) {
                    // It shuts down its output for those, when it comes to send them.
                    continue;
                }
                Channel channel = transport.newSocket();
                channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
                group.register(channel).sync();
                channel.connect(listener.getLocalSocketAddress()).sync();
                try (Socket peer = listener.accept()) {
                    failsAlone(channel, one(1), buffer, one(2), expected(transport));
                    assertEquals(1, peer.getInputStream().read());
                    assertEquals(2, peer.getInputStream().read());
                    channel.writeAndFlush(one(3)).sync();
                    assertEquals(3, peer.getInputStream().read());
                }
                awaitDone(channel.close());
            }
        }
        end(group);
    }

    /** A file is no less gone when it was released. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void files(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(1);
        File file = File.createTempFile("released", null);
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            FileRegion region = new DefaultFileRegion(file, 0, 1);
            region.release();
            Channel channel = new IocpNotifySocketChannel();
            group.register(channel).sync();
            channel.connect(listener.getLocalSocketAddress()).sync();
            try (Socket peer = listener.accept()) {
                failsAlone(channel, one(1), region, one(2), IllegalReferenceCountException.class);
                assertEquals(1, peer.getInputStream().read());
                assertEquals(2, peer.getInputStream().read());
            }
            awaitDone(channel.close());
        } finally {
            assertTrue(file.delete());
        }
        end(group);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void datagrams(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        Channel channel = transport.newDatagram();
        group.register(channel).sync();
        channel.bind(anyPort()).sync();
        try (DatagramSocket peer = new DatagramSocket(anyPort())) {
            peer.setSoTimeout(10000);
            InetSocketAddress to = (InetSocketAddress) peer.getLocalSocketAddress();
            for (boolean connected : new boolean[] { false, true }) {
                if (connected) {
                    channel.connect(to).sync();
                }
                for (ByteBuf buffer : buffers()) {
                    DatagramPacket released = new DatagramPacket(buffer, to);
                    released.release();
                    failsAlone(channel, new DatagramPacket(one(1), to), connected ? buffer : released,
                            new DatagramPacket(one(2), to), expected(transport));
                    assertEquals(1, receive(peer));
                    assertEquals(2, receive(peer));
                }
            }
        }
        awaitDone(channel.close());
        end(group);
    }

    private static int receive(DatagramSocket peer) throws Exception {
        java.net.DatagramPacket packet = new java.net.DatagramPacket(new byte[2], 2);
        peer.receive(packet);
        assertEquals(1, packet.getLength());
        return packet.getData()[0];
    }

    /**
     * NIO copies a buffer of the heap. Before Netty 4.2.2, and from 4.2.20 on, the copy of a released one may find too
     * short an array first.
     */
    private static Class<? extends Throwable> expected(AnyTransport transport) {
        boolean isSame = AnyTransport.isNioFrom(2) && !AnyTransport.isNioFrom(20);
        return transport == AnyTransport.NIO && !isSame ? RuntimeException.class : IllegalReferenceCountException.class;
    }

    private static void failsAlone(Channel channel, Object before, Object released, Object after,
                                   Class<? extends Throwable> expected) throws Exception {
        ChannelFuture[] writes = new ChannelFuture[3];
        channel.eventLoop().submit(() -> {
            writes[0] = channel.write(before);
            writes[1] = channel.write(released);
            writes[2] = channel.writeAndFlush(after);
        }).get(10, TimeUnit.SECONDS);
        for (ChannelFuture write : writes) {
            awaitDone(write);
        }
        assertInstanceOf(expected, writes[1].cause());
        assertNull(writes[0].cause());
        assertNull(writes[2].cause());
        assertTrue(channel.isActive());
    }
}
