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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server as a Windows service. {@link #start} and {@link #stop} are what Procrun calls: see
 * {@code docs/windows-service.md}. A request {@code /wait/2000} is answered after two seconds.
 * <p>
 * The end is graceful. The port is closed first. A connection without a request is closed at once, one with a request
 * when it is answered. After {@value #STOP_SECONDS} seconds the rest is closed as well.
 */
public final class HttpService {

    static final int STOP_SECONDS = 15;

    /** Guarded by the class: Procrun starts the service with one thread, and stops it with another. */
    private static HttpService running;
    /** Whether a stop has come, maybe before the service runs. Never reset: a process has one. Guarded by the class. */
    private static boolean stopped;

    private final EventLoopGroup group;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel server;
    /** Set by the thread that ends the service, read by event loops. */
    private volatile boolean stopping;

    HttpService(IocpNotifyTransport transport, int port) throws InterruptedException {
        group = transport.newGroup(0);
        server = new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, 4096)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        connections.add(ch);
                        if (stopping) {
                            ch.close();
                            return;
                        }
                        ch.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(),
                                new HttpObjectAggregator(1 << 20), new Answer());
                    }
                })
                .bind(port).sync().channel();
    }

    int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    /** Ends the service gracefully. It returns when all connections are closed and all threads have ended. */
    void end() throws InterruptedException {
        stopping = true;
        server.close().sync();
        for (Channel connection : connections) {
            // In its event loop, which knows whether there is a request under way.
            connection.eventLoop().execute(() -> {
                Answer answer = connection.pipeline().get(Answer.class);
                if (answer != null) {
                    answer.closeIfIdle(connection);
                }
            });
        }
        connections.newCloseFuture().await(STOP_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
    }

    /**
     * Starts the service, and returns when it has ended.
     *
     * @param args the port
     * @throws InterruptedException if the thread is interrupted
     */
    public static void start(String... args) throws InterruptedException {
        IocpNotifyTransport transport = IocpNotifyTransport.preferred();
        HttpService service = new HttpService(transport, Integer.parseInt(args[0]));
        System.out.println("HttpService listens on port " + service.port() + ", transport " + transport);
        boolean endNow;
        synchronized (HttpService.class) {
            running = service;
            endNow = stopped;
        }
        if (endNow) {
            service.end();
        }
        service.group.terminationFuture().sync();
        synchronized (HttpService.class) {
            // A stop that comes now has nothing to end.
            running = null;
        }
        System.out.println("HttpService has ended");
    }

    /**
     * Ends the service gracefully. If it does not run yet, {@link #start} ends it as soon as it does.
     *
     * @param args not used
     * @throws InterruptedException if the thread is interrupted
     */
    public static void stop(String... args) throws InterruptedException {
        HttpService service;
        synchronized (HttpService.class) {
            stopped = true;
            service = running;
        }
        if (service != null) {
            service.end();
        }
    }

    private final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
        /** The paths of the requests that have no answer yet, in their order. Of the event loop of the connection. */
        private final Deque<String> underWay = new ArrayDeque<>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            underWay.add(new QueryStringDecoder(request.uri()).path());
            if (underWay.size() == 1) {
                answerLater(ctx);
            }
        }

        private void answerLater(ChannelHandlerContext ctx) {
            String path = underWay.element();
            long millis = path.matches("/wait/[0-9]{1,5}") ? Long.parseLong(path.substring("/wait/".length())) : 0;
            ctx.executor().schedule(() -> answer(ctx), millis, TimeUnit.MILLISECONDS);
        }

        private void answer(ChannelHandlerContext ctx) {
            ByteBuf content = ByteBufUtil.writeUtf8(ctx.alloc(), underWay.remove() + " answered\n");
            FullHttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
            if (!underWay.isEmpty()) {
                answerLater(ctx);
            } else if (stopping) {
                // HttpServerKeepAliveHandler closes the connection after this answer.
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            }
            ctx.writeAndFlush(response);
        }

        void closeIfIdle(Channel connection) {
            if (underWay.isEmpty()) {
                connection.close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("HttpService: " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }
}
