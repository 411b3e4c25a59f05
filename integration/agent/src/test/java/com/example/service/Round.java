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
package com.example.service;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends bytes to a server and compares what comes back. */
final class Round {

    private static final int BYTES = 300_000;

    private Round() { }

    /** Returns the classes of the two channels, if each byte came back right. */
    static String echo(ServerBootstrap server, Bootstrap client) throws Exception {
        Channel listener = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).sync().channel();
        Check check = new Check();
        Channel channel = client.handler(check).connect(listener.localAddress()).sync().channel();
        String result = check(channel, check) + " with " + name(listener);
        channel.close().sync();
        listener.close().sync();
        return result;
    }

    static String check(Channel channel, Check check) throws Exception {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (i * 31 >>> 3);
        }
        channel.writeAndFlush(Unpooled.wrappedBuffer(bytes)).sync();
        check.all.get(60, TimeUnit.SECONDS);
        return name(channel);
    }

    static String name(Object object) {
        return object.getClass().getSimpleName();
    }

    static void end(EventLoopGroup... groups) throws InterruptedException {
        for (EventLoopGroup group : groups) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        }
        for (EventLoopGroup group : groups) {
            if (!group.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException(group + " does not end");
            }
        }
    }

    @ChannelHandler.Sharable
    static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.writeAndFlush(message);
        }
    }

    static final class Check extends ChannelInboundHandlerAdapter {

        final CompletableFuture<Void> all = new CompletableFuture<>();
        private int count;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf buffer = (ByteBuf) message;
            for (; buffer.isReadable(); count++) {
                if (buffer.readByte() != (byte) (count * 31 >>> 3)) {
                    all.completeExceptionally(new IllegalStateException("another byte at " + count));
                }
            }
            buffer.release();
            if (count == BYTES) {
                all.complete(null);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            all.completeExceptionally(new IllegalStateException("closed after " + count + " bytes"));
        }
    }
}
