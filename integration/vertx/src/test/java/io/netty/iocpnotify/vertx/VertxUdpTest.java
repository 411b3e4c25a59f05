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
package io.netty.iocpnotify.vertx;

import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannelConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramPacket;
import io.vertx.core.datagram.DatagramSocket;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.datagram.impl.DatagramSocketImpl;
import io.vertx.core.dns.DnsClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.Field;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxUdpTest extends VertxOnTransport {

    private static final String GROUP = "230.0.0.1";

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void datagramsComeBack(boolean ipv6) throws Exception {
        String host = ipv6 ? "::1" : HOST;
        DatagramSocketOptions options = new DatagramSocketOptions().setIpV6(ipv6);
        DatagramSocket server = keep(vertx.createDatagramSocket(options));
        server.handler(packet -> server.send(packet.data(), packet.sender().port(), packet.sender().host()));
        await(server.listen(0, host));

        BlockingQueue<DatagramPacket> received = new LinkedBlockingQueue<>();
        DatagramSocket client = keep(vertx.createDatagramSocket(options));
        client.handler(received::add);
        await(client.listen(0, host));
        for (int i = 1; i <= 100; i++) {
            Buffer sent = Buffer.buffer(new byte[i]).setInt(0, i).slice(0, Math.max(4, i));
            await(client.send(sent, server.localAddress().port(), host));
            DatagramPacket packet = received.poll(10, TimeUnit.SECONDS);
            assertNotNull(packet, "datagram " + i);
            assertArrayEquals(sent.getBytes(), packet.data().getBytes());
            assertEquals(server.localAddress().port(), packet.sender().port());
        }
        assertInstanceOf(IocpNotifyDatagramChannel.class, channelOf(server));
        assertInstanceOf(IocpNotifyDatagramChannel.class, channelOf(client));
    }

    @Test
    void optionsArrive() throws Exception {
        String name = multicastInterface();
        DatagramSocket socket = keep(vertx.createDatagramSocket(new DatagramSocketOptions().setBroadcast(true)
                .setReuseAddress(true).setLoopbackModeDisabled(false)
                .setSendBufferSize(20000).setReceiveBufferSize(30000).setTrafficClass(8)
                .setMulticastTimeToLive(7).setMulticastNetworkInterface(name)));
        IocpNotifyDatagramChannelConfig config = channelOf(socket).config();
        assertTrue(config.isBroadcast());
        assertTrue(config.isReuseAddress());
        assertEquals(20000, config.getSendBufferSize());
        assertEquals(30000, config.getReceiveBufferSize());
        assertEquals(8, config.getTrafficClass());
        assertEquals(7, config.getTimeToLive());
        assertFalse(config.isLoopbackModeDisabled());
        assertEquals(name, config.getOption(ChannelOption.IP_MULTICAST_IF).getName());
    }

    @Test
    void unknownNetworkInterfaceIsNamed() {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () ->
                vertx.createDatagramSocket(new DatagramSocketOptions().setMulticastNetworkInterface("none0")));
        assertTrue(refused.getMessage().contains("none0"), refused.getMessage());
    }

    @Test
    void loopbackOfMulticastIsDisabledByDefault() throws Exception {
        DatagramSocket socket = keep(vertx.createDatagramSocket());
        assertTrue(channelOf(socket).config().isLoopbackModeDisabled());
    }

    /** The loopback of multicast belongs to the receiver on Windows, and to the sender under Wine. */
    @Test
    void multicastIsReceivedUntilTheGroupIsLeft() throws Exception {
        String name = multicastInterface();
        DatagramSocketOptions options = new DatagramSocketOptions().setMulticastNetworkInterface(name)
                .setLoopbackModeDisabled(false);
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        DatagramSocket receiver = keep(vertx.createDatagramSocket(options));
        receiver.handler(packet -> received.add(packet.data().toString()));
        await(receiver.listen(0, "0.0.0.0"));
        int port = receiver.localAddress().port();
        await(receiver.listenMulticastGroup(GROUP, name, null));
        DatagramSocket sender = keep(vertx.createDatagramSocket(options));
        await(sender.send("joined", port, GROUP));
        assertEquals("joined", received.poll(10, TimeUnit.SECONDS));
        await(receiver.unlistenMulticastGroup(GROUP, name, null));
        await(sender.send("left", port, GROUP));
        await(sender.send("straight", port, HOST));
        assertEquals("straight", received.poll(10, TimeUnit.SECONDS));
    }

    /** Vert.x asks name servers through a channel of the transport. The answer is that of RFC 1035, 4.1. */
    @Test
    void nameServersAreAsked() throws Exception {
        DatagramSocket nameServer = keep(vertx.createDatagramSocket());
        nameServer.handler(query -> {
            Buffer question = query.data();
            int end = 12;
            while (question.getByte(end) != 0) {
                end += 1 + question.getByte(end);
            }
            Buffer answer = Buffer.buffer().appendUnsignedShort(question.getUnsignedShort(0))
                    .appendUnsignedShort(0x8180).appendUnsignedShort(1).appendUnsignedShort(1)
                    .appendUnsignedShort(0).appendUnsignedShort(0)
                    .appendBuffer(question.slice(12, end + 5))
                    .appendUnsignedShort(0xC00C).appendUnsignedShort(1).appendUnsignedShort(1)
                    .appendInt(60).appendUnsignedShort(4).appendBytes(new byte[] { 10, 1, 2, 3 });
            nameServer.send(answer, query.sender().port(), query.sender().host());
        });
        await(nameServer.listen(0, HOST));
        DnsClient client = keep(vertx.createDnsClient(nameServer.localAddress().port(), HOST));
        assertEquals("10.1.2.3", await(client.lookup4("service.example")));
    }

    private static String multicastInterface() throws Exception {
        return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .filter(VertxUdpTest::isMulticast).findFirst().orElseThrow(AssertionError::new).getName();
    }

    private static boolean isMulticast(NetworkInterface candidate) {
        try {
            return candidate.isUp() && candidate.supportsMulticast() && candidate.inetAddresses()
                    .anyMatch(address -> address instanceof java.net.Inet4Address);
        } catch (java.net.SocketException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Vert.x shows the channel nowhere. */
    private static IocpNotifyDatagramChannel channelOf(DatagramSocket socket) throws Exception {
        Field channel = DatagramSocketImpl.class.getDeclaredField("channel");
        channel.setAccessible(true);
        return assertInstanceOf(IocpNotifyDatagramChannel.class, channel.get(socket));
    }
}
