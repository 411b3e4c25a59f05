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
package io.netty.iocpnotify.fuzz;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.IocpNotifyChannelOption;
import io.netty.handler.ssl.SslHandler;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Opens the channels of a program.
 */
final class Links {

    private static final int RECEIVED_DATAGRAM = 2048;
    private static final int OUTSTANDING_ACCEPTS = 2;

    private final Lane lane;
    private final ByteBufAllocator allocator;
    private final Bell bell;

    Links(Lane lane, ByteBufAllocator allocator, Bell bell) {
        this.lane = lane;
        this.allocator = allocator;
        this.bell = bell;
    }

    /** Opens both sides. Returns the channel that listens; {@code null} without one. */
    Channel open(Endpoint client, Endpoint server) throws Exception {
        if (!client.spec.kind.isStream()) {
            server.channel = bind(server);
            client.channel = bind(client);
            server.address = server.channel.localAddress();
            client.address = client.channel.localAddress();
            if (client.spec.kind == LinkSpec.Kind.UDPC) {
                await(client.channel.connect(server.channel.localAddress()));
            }
            return null;
        }
        ServerBootstrap listening = new ServerBootstrap().group(lane.group()).channel(lane.server())
                .childOption(ChannelOption.ALLOCATOR, allocator)
                .childHandler(initializer(server));
        if (server.side().outstandingAccepts && lane.kind != Lane.Kind.NIO) {
            listening.option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, OUTSTANDING_ACCEPTS);
        }
        Channel listener = await(listening.bind(new InetSocketAddress("127.0.0.1", 0)));
        SocketAddress address = listener.localAddress();
        Bootstrap bootstrap = new Bootstrap().group(lane.group()).channel(lane.stream())
                .option(ChannelOption.ALLOCATOR, allocator).handler(initializer(client));
        await(bootstrap.connect(address));
        String ready = client.spec.kind == LinkSpec.Kind.TLS ? "ssl" : "active";
        if (!bell.await(() -> client.probe.log.count(ready) > 0 && server.probe.log.count(ready) > 0)) {
            throw new IllegalStateException("not connected: " + client.probe.log.lives() + " " +
                    client.probe.log.failures() + " " + server.probe.log.lives() + " " + server.probe.log.failures());
        }
        if (client.spec.kind == LinkSpec.Kind.TLS) {
            client.channel.config().setAutoRead(client.side().autoRead);
            server.channel.config().setAutoRead(server.side().autoRead);
        }
        return listener;
    }

    private Channel bind(Endpoint endpoint) throws Exception {
        return await(new Bootstrap().group(lane.group()).channel(lane.datagram())
                .option(ChannelOption.ALLOCATOR, allocator).handler(initializer(endpoint))
                .bind(new InetSocketAddress("127.0.0.1", 0)));
    }

    private Channel await(ChannelFuture future) throws Exception {
        if (!bell.await(future)) {
            throw new IllegalStateException("neither done nor failed");
        }
        // Throws what it has failed with.
        return future.sync().channel();
    }

    private ChannelInitializer<Channel> initializer(Endpoint endpoint) {
        return new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                endpoint.channel = channel;
                configure(endpoint, channel);
                lane.prepare(channel);
                if (endpoint.spec.kind == LinkSpec.Kind.TLS) {
                    channel.pipeline().addLast(endpoint.isClient ? TlsContexts.CLIENT.newHandler(allocator) :
                            TlsContexts.SERVER.newHandler(allocator));
                    SslHandler ssl = channel.pipeline().get(SslHandler.class);
                    // A busy machine takes its time. The program's limit is enough.
                    ssl.setHandshakeTimeoutMillis(0);
                    // Without waiting for what a peer that does not read cannot send.
                    ssl.setCloseNotifyFlushTimeoutMillis(500);
                }
                channel.pipeline().addLast(endpoint.probe);
            }
        };
    }

    private static void configure(Endpoint endpoint, Channel channel) {
        SideSpec side = endpoint.side();
        Map<ChannelOption<?>, Object> options = new HashMap<ChannelOption<?>, Object>();
        boolean stream = endpoint.spec.kind.isStream();
        if (stream) {
            options.put(ChannelOption.ALLOW_HALF_CLOSURE, side.halfClosure);
            // As the handshake: without a clock.
            options.put(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
        }
        options.put(ChannelOption.AUTO_READ, side.autoRead || endpoint.spec.kind == LinkSpec.Kind.TLS);
        int size = side.receive != 0 || stream ? side.receive : RECEIVED_DATAGRAM;
        if (size != 0) {
            RecvByteBufAllocator receive = new FixedRecvByteBufAllocator(size);
            options.put(ChannelOption.RECVBUF_ALLOCATOR, receive);
        }
        channel.config().setOptions(options);
    }
}
