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
import io.netty.channel.socket.DatagramPacket;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * A peer whose port is closed: whoever is connected to it is told, nobody else is disturbed.
 */
@Timeout(120)
class DatagramDeadPeerTest {

    private static DatagramPacket packet(int value, InetSocketAddress to) {
        return new DatagramPacket(Unpooled.directBuffer(1).writeByte(value), to);
    }

    private static InetSocketAddress closedPort(ChannelFixture fixture) throws Exception {
        Channel channel = fixture.bindDatagram(NOTHING);
        InetSocketAddress address = (InetSocketAddress) channel.localAddress();
        channel.close().sync();
        return address;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void unconnectedChannelGoesOn(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel server = fixture.bindDatagram(log);
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            // Last, so that it is nobody's own port.
            InetSocketAddress dead = closedPort(fixture);
            for (int i = 0; i < 50; i++) {
                server.writeAndFlush(packet(0, dead)).sync();
                client.writeAndFlush(packet(i, server.localAddress())).sync();
                assertArrayEquals(new byte[] { (byte) i }, log.nextBytes());
            }
            assertTrue(log.entries.isEmpty());
        }
    }

    /**
     * What the network says of a datagram may be lost as the datagram itself. Wine 8 tells the next send as well. After
     * the first time Wine tells only when the socket is armed, so it is made to arm it.
     */
    private static void sendUntilTold(ChannelFixture fixture, Channel channel, DatagramLog log) throws Exception {
        for (int i = 0; i < 20; i++) {
            ChannelFuture sent = channel.writeAndFlush(Unpooled.directBuffer(1).writeByte(i));
            awaitDone(sent);
            if (Wine.IS_HERE) {
                channel.deregister().sync();
                fixture.group().register(channel).sync();
            }
            Object told = sent.isSuccess() ? log.entries.poll(500, TimeUnit.MILLISECONDS) : sent.cause();
            if (told != null) {
                assertInstanceOf(PortUnreachableException.class, told);
                return;
            }
        }
        fail("never told that the port is closed");
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectedChannelIsTold(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            IocpNotifyDatagramChannel channel = fixture.bindDatagram(log);
            InetSocketAddress dead = closedPort(fixture);
            channel.connect(dead).sync();
            for (int i = 0; i < 5; i++) {
                sendUntilTold(fixture, channel, log);
                assertTrue(channel.isActive());
            }

            // Once it has let go of the dead, it hears the living. Wine never again tells of what comes to a socket
            // that had an error, but looks at it when it is armed, so it is made to arm it.
            channel.disconnect().sync();
            log.entries.clear();
            channel.deregister().sync();
            IocpNotifyDatagramChannel client = fixture.bindDatagram(NOTHING);
            client.writeAndFlush(packet(7, channel.localAddress())).sync();
            fixture.group().register(channel).sync();
            assertArrayEquals(new byte[] { 7 }, log.nextBytes());
            assertTrue(log.entries.isEmpty());

            // And who was dead may come back.
            DatagramLog revived = new DatagramLog();
            fixture.datagram(revived).bind(dead).sync();
            channel.connect(dead).sync();
            channel.writeAndFlush(Unpooled.directBuffer(1).writeByte(8)).sync();
            assertArrayEquals(new byte[] { 8 }, revived.nextBytes());
        }
    }
}
