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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.nio.NioTask;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Programs that work with NIO alone. Each in a JVM of its own, because one class that casts is enough. */
@SuppressWarnings("deprecation")
public final class NeedsNio {

    private NeedsNio() { }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "initializer":
                print(serve(new CastingInitializer(), NioSocketChannel.class));
                break;
            case "late":
                print(serve(new LateInitializer(), NioSocketChannel.class));
                break;
            case "subclass":
                print(serve(new Round.Echo(), OwnChannel.class));
                break;
            case "beside":
                beside();
                break;
            case "later":
                later();
                break;
            case "provider":
                provider();
                break;
            case "selectable":
                selectable();
                break;
            case "prepared":
                prepared();
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void print(String result) {
        System.out.println("served: " + result);
    }

    private static String serve(io.netty.channel.ChannelHandler handler, Class<? extends Channel> client)
            throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(2);
        String result = serve(group, handler, client);
        Round.end(group);
        return result;
    }

    private static String serve(EventLoopGroup group, io.netty.channel.ChannelHandler handler,
                                Class<? extends Channel> client) throws Exception {
        return Round.echo(new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(handler), new Bootstrap().group(group).channel(client));
    }

    /** A channel of NIO comes to a group that has others of the transport already. */
    private static void beside() throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(1);
        print(serve(group, new Round.Echo(), NioSocketChannel.class));
        // Not named in this class: what extends a channel would keep the group on NIO from its beginning.
        Class<? extends Channel> own = Class.forName("com.example.other.OtherChannel").asSubclass(Channel.class);
        print(serve(group, new Round.Echo(), own));
        print(serve(group, new Round.Echo(), own));
        Round.end(group);
    }

    /** Connections get a group that stays on NIO, and that was not to be seen when the server began to listen. */
    private static void later() throws Exception {
        EventLoopGroup acceptor = new NioEventLoopGroup(1);
        EventLoopGroup group = new NioEventLoopGroup(1);
        print(serve(group, new CastingInitializer(), NioSocketChannel.class));
        print(Round.echo(new ServerBootstrap().group(acceptor, new LaterGroup(group))
                        .channel(NioServerSocketChannel.class).childHandler(new Round.Echo()),
                new Bootstrap().group(group).channel(NioSocketChannel.class)));
        Round.end(acceptor, group);
    }

    private static void provider() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory(new OwnProvider()));
        print(serve(group, new Round.Echo(), NioSocketChannel.class));
        Round.end(group);
    }

    private static void selectable() throws Exception {
        NioEventLoopGroup group = new NioEventLoopGroup(1);
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        CompletableFuture<Byte> read = new CompletableFuture<>();
        ((NioEventLoop) group.next()).register(pipe.source(), SelectionKey.OP_READ, new NioTask<SelectableChannel>() {
            @Override
            public void channelReady(SelectableChannel channel, SelectionKey key) throws Exception {
                ByteBuffer buffer = ByteBuffer.allocate(1);
                if (((Pipe.SourceChannel) channel).read(buffer) == 1) {
                    read.complete(buffer.get(0));
                }
            }

            @Override
            public void channelUnregistered(SelectableChannel channel, Throwable cause) { }
        });
        pipe.sink().write(ByteBuffer.wrap(new byte[] { 42 }));
        System.out.println("read: " + read.get(30, TimeUnit.SECONDS));
        print(serve(group, new Round.Echo(), NioSocketChannel.class));
        Round.end(group);
    }

    private static void prepared() throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(1);
        print(Round.echo(new ServerBootstrap().group(group).channelFactory(() -> {
            NioServerSocketChannel channel = new NioServerSocketChannel();
            channel.config().setBacklog(7);
            return channel;
        }).childHandler(new Round.Echo()), new Bootstrap().group(group).channel(NioSocketChannel.class)));
        Round.end(group);
    }

    static final class CastingInitializer extends ChannelInitializer<NioSocketChannel> {
        @Override
        protected void initChannel(NioSocketChannel channel) {
            channel.pipeline().addLast(new Round.Echo());
        }
    }

    /** The class that casts is loaded with the first connection. */
    static final class LateInitializer extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new CastingHandler(), new Round.Echo());
        }
    }

    static final class CastingHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ((NioSocketChannel) ctx.channel()).config().setTcpNoDelay(true);
            ctx.fireChannelActive();
        }
    }

    public static final class OwnChannel extends NioSocketChannel { }
}
