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
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramPacket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An Error while a datagram is sent, such as the want of memory, costs this datagram only.
 */
@Timeout(120)
class DatagramWriteFailureTest {

    private static final Error FAILURE = new OutOfMemoryError("no memory");

    /** One that is direct, and whose bytes cannot be had. */
    private static final class Failing extends UnpooledDirectByteBuf {
        Failing() {
            super(UnpooledByteBufAllocator.DEFAULT, 1, 1);
            writerIndex(1);
        }

        @Override
        public boolean hasMemoryAddress() {
            return false;
        }

        @Override
        public ByteBuffer internalNioBuffer(int index, int length) {
            throw FAILURE;
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theNextOneIsSent(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket peer = new DatagramSocket(anyPort())) {
            peer.setSoTimeout(10000);
            InetSocketAddress address = (InetSocketAddress) peer.getLocalSocketAddress();
            Channel channel = fixture.bindDatagram(NOTHING);
            ByteBuf failing = new Failing();
            ChannelFuture first = channel.write(new DatagramPacket(failing, address));
            ByteBuf content = Unpooled.directBuffer(1).writeByte(2);
            ChannelFuture second = channel.writeAndFlush(new DatagramPacket(content, address));
            awaitDone(first);
            assertSame(FAILURE, first.cause());
            assertEquals(0, failing.refCnt());
            second.sync();
            java.net.DatagramPacket packet = new java.net.DatagramPacket(new byte[2], 2);
            peer.receive(packet);
            assertEquals(1, packet.getLength());
            assertEquals(2, packet.getData()[0]);
            assertTrue(channel.isActive());
        }
    }
}
