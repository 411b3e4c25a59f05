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

import io.netty.channel.Channel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * Both addresses of an accepted connection are those of its socket, whether the listener has one address or all.
 */
@Timeout(120)
class AcceptedAddressTest {

    @ParameterizedTest
    @CsvSource({
            "127.0.0.1, 127.0.0.1", "0.0.0.0, 127.0.0.1", "::, 127.0.0.1", "::, ::1", "::1, ::1",
            "::ffff:127.0.0.1, 127.0.0.1", "127.0.0.2, 127.0.0.2"
    })
    void asTheSystemSays(String bound, String connected) throws Exception {
        for (LoopKind kind : LoopKind.values()) {
            try (ChannelFixture fixture = new ChannelFixture(kind)) {
                LastAccepted accepted = new LastAccepted();
                Channel server = fixture.server(accepted).bind(InetAddress.getByName(bound), 0).sync().channel();
                int port = ((InetSocketAddress) server.localAddress()).getPort();
                IocpNotifySocketChannel client = fixture.connect(
                        new InetSocketAddress(InetAddress.getByName(connected), port), NOTHING);
                IocpNotifySocketChannel child = (IocpNotifySocketChannel) accepted.take();
                assertEquals(client.remoteAddress(), child.localAddress());
                assertEquals(client.localAddress(), child.remoteAddress());
                assertEquals(inLoop(child, child::askLocalAddress), child.localAddress());
                // Of base providers as the listener is, which only afd wants to know.
                assertEquals("afd".equals(IocpNotify.provider()), child.socket.isDirectStream);
                assertFalse(client.socket.isDirectStream);
                InetSocketAddress before = child.localAddress();
                awaitDone(child.close());
                assertEquals(before, child.localAddress());
            }
        }
    }

    /** The system is not asked at the close what nobody may want to know. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whoAsksFirstAfterTheCloseIsToldOfTheListener(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            LastAccepted accepted = new LastAccepted();
            Channel server = fixture.server(accepted).bind(0).sync().channel();
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            try (Socket ignored = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Channel child = accepted.take();
                awaitDone(child.close());
                assertEquals(server.localAddress(), child.localAddress());
            }
        }
    }
}
