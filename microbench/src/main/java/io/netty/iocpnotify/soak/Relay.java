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
package io.netty.iocpnotify.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Passes on what a client sends to the same server by a connection of its own, and back what comes from there. So the
 * transport connects too. Both channels are in one event loop. It checks nothing: the two ends do.
 */
final class Relay extends ChannelInboundHandlerAdapter {

    private final ServerContext context;
    private final Announcement announcement;
    /** What has come together with the announcement, until the connection is there; {@code null} from then on. */
    private Queue<Object> early = new ArrayDeque<>();
    private Channel onward;

    Relay(ServerContext context, Announcement announcement) {
        this.context = context;
        this.announcement = announcement;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        Channel client = ctx.channel();
        client.config().setAutoRead(false);
        InetSocketAddress own = (InetSocketAddress) client.localAddress();
        onward = new Bootstrap().group(client.eventLoop()).channel(context.transport.socketChannel())
                .option(ChannelOption.AUTO_READ, false)
                .handler(new Back(client))
                .connect(InetAddress.getLoopbackAddress(), own.getPort())
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        context.connected.incrementAndGet();
                        greet();
                        client.config().setAutoRead(true);
                        onward.config().setAutoRead(true);
                    } else {
                        context.failures.add(announcement + ", connecting onward", connected.cause());
                        client.close();
                    }
                }).channel();
    }

    private void greet() {
        ByteBuf greeting = onward.alloc().buffer(Announcement.LENGTH);
        new Announcement(Kind.CHURN, announcement.id, announcement.length).write(greeting);
        onward.write(greeting);
        early.forEach(onward::write);
        early = null;
        onward.flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (early == null) {
            onward.write(msg);
        } else {
            early.add(msg);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        onward.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        onward.close();
        if (early != null) {
            early.forEach(ReferenceCountUtil::release);
            early.clear();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        context.failures.add(announcement + " on the relay", cause);
        ctx.close();
    }

    /** The other direction. */
    private final class Back extends ChannelInboundHandlerAdapter {

        private final Channel client;

        Back(Channel client) {
            this.client = client;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            client.write(msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            client.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            client.writeAndFlush(ctx.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            context.failures.add(announcement + " behind the relay", cause);
            ctx.close();
        }
    }
}
