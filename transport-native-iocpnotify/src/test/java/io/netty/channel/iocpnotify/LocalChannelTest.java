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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Netty's channels within a process live in the loops of this transport beside its own.
 */
@Timeout(120)
class LocalChannelTest {

    @BeforeAll
    static void handlesCanBeUsed() {
        assumeTrue(NettyRelease.HAS_LOCAL_HANDLES, "Netty keeps the handles of these channels to itself before 4.2.13");
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void echoAndEndWithTheGroup(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(2);
        LocalAddress address = new LocalAddress("LocalChannelTest." + kind);
        BlockingQueue<Integer> read = new LinkedBlockingQueue<Integer>();
        CountDownLatch inactive = new CountDownLatch(1);
        Channel server = new ServerBootstrap().group(group).channel(LocalServerChannel.class)
                .childHandler(ChannelFixture.ECHO).bind(address).sync().channel();
        Channel[] clients = new Channel[8];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new Bootstrap().group(group).channel(LocalChannel.class)
                    .handler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void channelRead(ChannelHandlerContext ctx, Object msg) {
                            ByteBuf buf = (ByteBuf) msg;
                            while (buf.isReadable()) {
                                read.add(buf.readInt());
                            }
                            buf.release();
                        }

                        @Override
                        public void channelInactive(ChannelHandlerContext ctx) {
                            inactive.countDown();
                        }
                    }).connect(address).sync().channel();
        }
        for (Channel client : clients) {
            for (int i = 0; i < 1000; i++) {
                client.writeAndFlush(Unpooled.copyInt(i));
            }
            for (int i = 0; i < 1000; i++) {
                assertEquals(i, read.poll(10, TimeUnit.SECONDS));
            }
        }
        awaitDone(clients[0].close());
        assertTrue(inactive.await(10, TimeUnit.SECONDS));
        end(group);
        assertFalse(server.isOpen());
        for (Channel client : clients) {
            assertFalse(client.isOpen());
        }
    }
}
