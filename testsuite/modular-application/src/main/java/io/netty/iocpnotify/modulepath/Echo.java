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
package io.netty.iocpnotify.modulepath;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.Promise;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Sends a line to itself over loopback and prints with which transport it did so. With the argument {@code cause} it
 * prints why the transport cannot be used, or {@code null}.
 */
public final class Echo {

    private static final String LINE = "a line for the way there and back";

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && "cause".equals(args[0])) {
            System.out.println(IocpNotify.unavailabilityCause());
            return;
        }
        IocpNotifyTransport transport = IocpNotifyTransport.preferred();
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = new ServerBootstrap().group(group).channel(transport.serverChannel())
                    .childHandler(new Answer())
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).sync().channel();
            Promise<String> answer = group.next().newPromise();
            Channel client = new Bootstrap().group(group).channel(transport.socketChannel())
                    .handler(new Collector(answer)).connect(server.localAddress()).sync().channel();
            client.writeAndFlush(Unpooled.copiedBuffer(LINE, CharsetUtil.UTF_8)).sync();
            System.out.println(transport + ": " + answer.get(30, TimeUnit.SECONDS));
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @Sharable
    private static final class Answer extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.writeAndFlush(message);
        }
    }

    private static final class Collector extends SimpleChannelInboundHandler<ByteBuf> {
        private final StringBuilder text = new StringBuilder();
        private final Promise<String> answer;

        Collector(Promise<String> answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
            text.append(message.toString(CharsetUtil.UTF_8));
            if (text.length() >= LINE.length()) {
                answer.trySuccess(text.toString());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            answer.tryFailure(cause);
        }
    }

    private Echo() { }
}
