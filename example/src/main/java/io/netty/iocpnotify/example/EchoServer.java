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
package io.netty.iocpnotify.example;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.net.InetSocketAddress;
import java.util.concurrent.Callable;

/**
 * Sends back what it receives, until it is stopped.
 */
@Command(name = "EchoServer", mixinStandardHelpOptions = true, description = "Sends back what it receives.")
public final class EchoServer implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TransportOptions options;

    private int port;

    @Option(names = "--port", defaultValue = "8007", paramLabel = "PORT",
            description = "Port to listen on, 0 for any that is free; ${DEFAULT-VALUE} unless given.")
    void setPort(int port) {
        this.port = TransportOptions.inRange(spec, "--port", port, 0, 65535);
    }

    public static void main(String... args) {
        TransportOptions.run(new EchoServer(), args);
    }

    @Override
    public Integer call() throws InterruptedException {
        EventLoopGroup group = options.newGroup();
        try {
            Channel server = listen(options.transport(), group, port);
            // run example reads the port from this line.
            System.out.println("EchoServer listens on port " + ((InetSocketAddress) server.localAddress()).getPort() +
                    ", transport " + options.transport() + ", provider " + options.transport().provider());
            server.closeFuture().sync();
            return 0;
        } finally {
            group.shutdownGracefully().sync();
        }
    }

    static Channel listen(IocpNotifyTransport transport, EventLoopGroup group, int port) throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new EchoHandler())
                .bind(port).sync().channel();
    }

    @Sharable
    private static final class EchoHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            // Who sends faster than it reads is read no further until it has read: see channelWritabilityChanged.
            ctx.write(msg, ctx.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
            ctx.fireChannelReadComplete();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            ctx.channel().config().setAutoRead(ctx.channel().isWritable());
            ctx.fireChannelWritabilityChanged();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("EchoServer: " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }
}
