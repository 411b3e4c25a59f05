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
package io.netty.iocpnotify.reactor;

import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.DatagramPacket;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.resources.LoopResources;
import reactor.netty.udp.UdpClient;
import reactor.netty.udp.UdpServer;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

/** Datagrams by reactor-netty. */
@Timeout(120)
class UdpTest {

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void datagramsThereAndBack(IocpNotifyTransport transport) throws Exception {
        LoopResources loops = IocpNotifyLoopResources.create(transport, "udp", -1, 2, true, true);
        List<Channel> channels = Collections.synchronizedList(new ArrayList<>());
        Connection server = UdpServer.create().host("127.0.0.1").port(0).runOn(loops)
                .doOnBound(connection -> channels.add(connection.channel()))
                .handle((in, out) -> out.sendObject(in.receiveObject().cast(DatagramPacket.class)
                        .map(packet -> new DatagramPacket(packet.content().retain(), packet.sender()))))
                .bindNow();
        int port = ((InetSocketAddress) server.channel().localAddress()).getPort();
        Connection client = UdpClient.create().host("127.0.0.1").port(port).runOn(loops)
                .doOnConnected(connection -> channels.add(connection.channel())).connectNow();
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        client.inbound().receive().asString().subscribe(heard::add);
        // One after the other: none is lost on the way within the system.
        for (int i = 0; i < 100; i++) {
            client.outbound().sendString(Mono.just("no " + i)).then().block();
            assertEquals("no " + i, heard.poll(30, TimeUnit.SECONDS));
        }
        assertEquals(2, channels.size());
        for (Channel channel : channels) {
            assertInstanceOf(IocpNotifyDatagramChannel.class, channel);
        }
        client.disposeNow();
        server.disposeNow();
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(30)).block();
    }
}
