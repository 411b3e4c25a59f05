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
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * NIO and both kinds of loops in one process, all of them connected with each other at the same time.
 */
@Timeout(120)
class MixedTransportsTest {

    private static final long BYTES = 256 * 1024;

    private static final class Transport {
        final EventLoopGroup group;
        final Class<? extends ServerChannel> server;
        final Class<? extends Channel> client;

        Transport(EventLoopGroup group, Class<? extends ServerChannel> server, Class<? extends Channel> client) {
            this.group = group;
            this.server = server;
            this.client = client;
        }
    }

    @Test
    void eachToEach() throws Exception {
        List<Transport> transports = new ArrayList<Transport>();
        transports.add(new Transport(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()),
                NioServerSocketChannel.class, NioSocketChannel.class));
        for (LoopKind kind : LoopKind.values()) {
            transports.add(new Transport(kind.newGroup(1), IocpNotifyServerSocketChannel.class,
                    IocpNotifySocketChannel.class));
        }
        try {
            List<PatternStream> streams = new ArrayList<PatternStream>();
            for (Transport to : transports) {
                Channel server = new ServerBootstrap().group(to.group).channel(to.server)
                        .childHandler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel ch) {
                                PatternStream stream = new PatternStream(BYTES, BYTES);
                                synchronized (streams) {
                                    streams.add(stream);
                                }
                                ch.pipeline().addLast(stream);
                            }
                        }).bind(anyPort()).sync().channel();
                for (Transport from : transports) {
                    PatternStream stream = new PatternStream(BYTES, BYTES);
                    synchronized (streams) {
                        streams.add(stream);
                    }
                    new Bootstrap().group(from.group).channel(from.client).handler(stream)
                            .connect(server.localAddress());
                }
            }
            int expected = 2 * transports.size() * transports.size();
            for (int i = 0; i < expected; i++) {
                PatternStream stream = next(streams, i);
                assertTrue(stream.done().await(30, TimeUnit.SECONDS) && stream.done().isSuccess(), stream::toString);
            }
        } finally {
            for (Transport transport : transports) {
                transport.group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            }
            for (Transport transport : transports) {
                assertTrue(transport.group.awaitTermination(10, TimeUnit.SECONDS));
            }
        }
    }

    private static PatternStream next(List<PatternStream> streams, int index) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        for (;;) {
            synchronized (streams) {
                if (streams.size() > index) {
                    return streams.get(index);
                }
            }
            assertTrue(System.nanoTime() - deadline < 0, "connections are missing");
            Thread.sleep(1);
        }
    }
}
