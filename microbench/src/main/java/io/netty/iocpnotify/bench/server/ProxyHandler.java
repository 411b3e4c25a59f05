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
package io.netty.iocpnotify.bench.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;

import java.net.SocketAddress;

/**
 * Connects to the server behind for each client, in the client's event loop, and passes on what the client sends.
 */
final class ProxyHandler extends EchoHandler {

    private final Class<? extends Channel> channelClass;
    private final SocketAddress behind;
    /** The connection to the server behind. */
    private Channel server;

    ProxyHandler(ConnectionCount connections, Class<? extends Channel> channelClass, SocketAddress behind) {
        super(connections);
        this.channelClass = channelClass;
        this.behind = behind;
    }

    @Override
    public boolean isSharable() {
        return false;
    }

    /** Nothing is read before it can be passed on. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(false);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        super.channelActive(ctx);
        ChannelFuture connect = new Bootstrap()
                .group(ctx.channel().eventLoop())
                .channel(channelClass)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new RelayHandler(ctx.channel()))
                .connect(behind);
        server = connect.channel();
        connect.addListener((ChannelFutureListener) future -> {
            if (future.isSuccess()) {
                ctx.channel().config().setAutoRead(true);
            } else {
                future.cause().printStackTrace();
                ctx.close();
            }
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        server.write(msg, server.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        server.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        server.config().setAutoRead(ctx.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        server.close();
        super.channelInactive(ctx);
    }
}
