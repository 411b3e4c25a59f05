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

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Connections that are reset while they wait to be accepted, with good ones among them. NIO's accept throws for each of
 * the former, and {@link ServerBootstrap} then turns auto-read off for a second.
 */
@Timeout(120)
class ResetBeforeAcceptTest {

    private static final int ROUNDS = 20;
    private static final int RESETS = 50;

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void costsNothing(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final Queue<Throwable> caught = new ConcurrentLinkedQueue<Throwable>();
            ChannelInitializer<Channel> children = new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel ch) {
                    if (ch.remoteAddress() == null) {
                        caught.add(new AssertionError("a channel without a peer"));
                    }
                    ch.pipeline().addLast(ECHO);
                }
            };
            Channel server = fixture.server(children).handler(new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    caught.add(cause);
                    ctx.fireExceptionCaught(cause);
                }
            }).bind(anyPort()).sync().channel();
            InetSocketAddress address = (InetSocketAddress) server.localAddress();
            for (int round = 0; round < ROUNDS; round++) {
                // The resets happen for certain before the accepts.
                server.config().setAutoRead(false);
                server.eventLoop().submit(() -> { }).sync();
                resetConnections(address, RESETS / 2);
                try (Socket good = connect(address)) {
                    resetConnections(address, RESETS / 2);
                    server.config().setAutoRead(true);
                    good.getOutputStream().write(round);
                    assertEquals(round, good.getInputStream().read());
                    assertTrue(server.config().isAutoRead(), "the server pauses");
                }
            }
            assertEquals(0, caught.size(), caught::toString);
            awaitDone(server.close());
        }
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(10000);
        socket.connect(address, 10000);
        return socket;
    }

    private static void resetConnections(InetSocketAddress address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Socket socket = connect(address);
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
