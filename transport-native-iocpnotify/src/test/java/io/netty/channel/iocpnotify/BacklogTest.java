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
import io.netty.channel.ChannelOption;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;

/**
 * Connections wait until somebody accepts, as many as the backlog says. Windows limits a plain number to 200.
 */
@Timeout(120)
class BacklogTest {

    private static final int CONNECTIONS = 300;

    @ParameterizedTest
    @ValueSource(ints = { CONNECTIONS, 100000, Integer.MAX_VALUE })
    void connectionsWait(int backlog) throws Exception {
        List<Socket> clients = new ArrayList<Socket>();
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Channel server = fixture.server(NOTHING).option(ChannelOption.AUTO_READ, false)
                    .option(ChannelOption.SO_BACKLOG, backlog)
                    .option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, 0).bind(anyPort()).sync().channel();
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket client = new Socket();
                clients.add(client);
                client.connect(server.localAddress(), 10000);
            }
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
