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

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketProtocolFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;


import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.sync;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IDEAL_SEND_BACKLOG;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class IdealSendBacklogTest {

    @Test
    void thereIsNoneWithoutAConnection() {
        IocpNotifySocketChannel channel = new IocpNotifySocketChannel();
        try {
            assertNull(channel.config().getOption(IDEAL_SEND_BACKLOG));
            assertThrows(UnsupportedOperationException.class, () -> channel.config().setOption(IDEAL_SEND_BACKLOG, 1));
            assertFalse(channel.config().getOptions().containsKey(IDEAL_SEND_BACKLOG));
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    /** Of IPv4: Wine 8 gives the number for nothing else. */
    private static IocpNotifySocketChannel connect(ChannelFixture fixture, Channel server) throws Exception {
        return (IocpNotifySocketChannel) sync(new Bootstrap().group(fixture.group())
                .channelFactory(() -> new IocpNotifySocketChannel(SocketProtocolFamily.INET)).handler(NOTHING)
                .connect(server.localAddress()));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionHasOne(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = connect(fixture, fixture.serve(NOTHING));
            assertTrue(client.config().getOption(IDEAL_SEND_BACKLOG) > 0);
            client.close().sync();
        }
    }
}
