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
package io.netty.iocpnotify.recipes;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

import java.util.concurrent.Executor;

/**
 * The code of docs/recipes/netty.md.
 */
final class NettyRecipe {

    static Channel server(IocpNotifyTransport transport, EventLoopGroup group, ChannelHandler handler, int port)
            throws InterruptedException {
        // recipe: server
        Channel server = new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                .childHandler(handler)
                .bind("localhost", port).sync().channel();
        // end
        return server;
    }

    static Channel client(IocpNotifyTransport transport, EventLoopGroup group, ChannelHandler handler, int port)
            throws InterruptedException {
        // recipe: client
        Channel client = new Bootstrap()
                .group(group)
                .channel(transport.socketChannel())
                .handler(handler)
                .connect("localhost", port).sync().channel();
        // end
        return client;
    }

    static SslHandler tls(SslContext context, ByteBufAllocator allocator, Executor handshakes) {
        // recipe: handshakes
        SslHandler tls = context.newHandler(allocator, handshakes);
        // end
        return tls;
    }

    private NettyRecipe() {
    }
}
