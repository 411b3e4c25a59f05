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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.net.InetSocketAddress;
import java.util.concurrent.Callable;

/**
 * Answers every HTTP/1.1 request with a line that says on what it runs, until it is stopped.
 */
@Command(name = "HttpHelloServer", mixinStandardHelpOptions = true,
        description = "Answers every HTTP/1.1 request with a line that says on what it runs.")
public final class HttpHelloServer implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TransportOptions options;

    private int port;

    @Option(names = "--port", defaultValue = "8080", paramLabel = "PORT",
            description = "Port to listen on, 0 for any that is free; ${DEFAULT-VALUE} unless given.")
    void setPort(int port) {
        this.port = TransportOptions.inRange(spec, "--port", port, 0, 65535);
    }

    public static void main(String... args) {
        TransportOptions.run(new HttpHelloServer(), args);
    }

    @Override
    public Integer call() throws InterruptedException {
        EventLoopGroup group = options.newGroup();
        try {
            Channel server = listen(options.transport(), group, port);
            // run example reads the port from this line.
            System.out.println("HttpHelloServer listens on port " +
                    ((InetSocketAddress) server.localAddress()).getPort() + ", transport " + options.transport() +
                    ", provider " + options.transport().provider());
            server.closeFuture().sync();
            return 0;
        } finally {
            group.shutdownGracefully().sync();
        }
    }

    static Channel listen(IocpNotifyTransport transport, EventLoopGroup group, int port) throws InterruptedException {
        HelloHandler hello = new HelloHandler("Hello from " + System.getProperty("os.name") + ", transport " +
                transport + ", provider " + transport.provider() + '\n');
        return new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        ch.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(),
                                new HttpServerExpectContinueHandler(), hello);
                    }
                })
                .bind(port).sync().channel();
    }

    @Sharable
    private static final class HelloHandler extends SimpleChannelInboundHandler<HttpObject> {
        private final String text;

        HelloHandler(String text) {
            this.text = text;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HttpObject msg) {
            if (!(msg instanceof HttpRequest)) {
                return; // the body of a request, which changes nothing
            }
            if (msg.decoderResult().isFailure()) {
                FullHttpResponse refusal = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_REQUEST);
                refusal.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
                ctx.write(refusal);
                return;
            }
            ByteBuf content = ByteBufUtil.writeUtf8(ctx.alloc(), text);
            FullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
            ctx.write(response);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
            ctx.fireChannelReadComplete();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("HttpHelloServer: " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }
}
