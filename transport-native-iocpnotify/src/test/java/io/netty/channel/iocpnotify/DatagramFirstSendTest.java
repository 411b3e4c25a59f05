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
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.nio.channels.NotYetConnectedException;

import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A channel that sends before anybody has bound it.
 */
@Timeout(120)
class DatagramFirstSendTest {

    private static IocpNotifyDatagramChannel unbound(ChannelFixture fixture, SocketProtocolFamily family,
                                                     DatagramLog log) throws Exception {
        Channel channel = fixture.datagram(family, log)
                .option(ChannelOption.DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION, true).register().sync().channel();
        assertTrue(channel.isActive());
        assertNull(channel.localAddress());
        return (IocpNotifyDatagramChannel) channel;
    }

    private static DatagramPacket packet(InetSocketAddress to, int value) {
        return new DatagramPacket(Unpooled.directBuffer(1).writeByte(value), to);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void binds(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (SocketProtocolFamily family : new SocketProtocolFamily[] { null, SocketProtocolFamily.INET }) {
                DatagramLog log = new DatagramLog();
                DatagramLog answers = new DatagramLog();
                IocpNotifyDatagramChannel server = fixture.bindDatagram(log);
                IocpNotifyDatagramChannel channel = unbound(fixture, family, answers);
                channel.writeAndFlush(packet(server.localAddress(), 1)).sync();
                InetSocketAddress from = log.next(DatagramLog.Received.class).sender;
                assertEquals(from.getPort(), channel.localAddress().getPort());
                // As every other bind.
                assertEquals(1, channel.socket.intOption(Native.SOL_SOCKET, Native.SO_EXCLUSIVEADDRUSE));
                // And is heard from then on.
                server.writeAndFlush(packet(from, 2)).sync();
                assertArrayEquals(new byte[] { 2 }, answers.nextBytes());
            }
        }
    }

    /** The bind is no part of the send, so it stays when the send fails. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void bindsBeforeItSends(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog answers = new DatagramLog();
            IocpNotifyDatagramChannel server = fixture.bindDatagram(new DatagramLog());
            IocpNotifyDatagramChannel channel = unbound(fixture, null, answers);
            ByteBuf nowhere = Unpooled.directBuffer(1).writeByte(1);
            assertInstanceOf(NotYetConnectedException.class, failureOf(channel.writeAndFlush(nowhere)));
            assertNull(channel.localAddress());

            ByteBuf tooLong = Unpooled.directBuffer().writeZero(DatagramWriter.MAX_DATAGRAM + 100);
            assertTrue(failureOf(channel.writeAndFlush(new DatagramPacket(tooLong, server.localAddress())))
                    .getMessage().contains("Message too long"));
            int port = channel.localAddress().getPort();
            assertNotEquals(0, port);
            assertTrue(channel.localAddress().getAddress().isAnyLocalAddress());
            server.writeAndFlush(packet(new InetSocketAddress(server.localAddress().getAddress(), port), 3)).sync();
            assertArrayEquals(new byte[] { 3 }, answers.nextBytes());
        }
    }
}
