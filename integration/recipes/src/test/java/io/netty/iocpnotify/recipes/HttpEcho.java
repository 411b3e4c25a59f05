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

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;

import javax.net.ssl.SSLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * A service by TLS with HTTP/1.1 and HTTP/2, whichever the client wants. It sends the body of a request back.
 */
final class HttpEcho extends ChannelInitializer<Channel> {

    static final int MAX_BODY = 4 << 20;

    /** Added to by event loops, read by the test. */
    final Set<Class<?>> channels = ConcurrentHashMap.newKeySet();
    private final SslContext tls;
    private final Executor handshakes;

    /** @param handshakes does the long parts of those */
    HttpEcho(Executor handshakes) throws SSLException {
        this.handshakes = handshakes;
        tls = Tls.server().applicationProtocolConfig(Tls.alpn()).build();
    }

    @Override
    protected void initChannel(Channel channel) {
        channels.add(channel.getClass());
        channel.pipeline().addLast(NettyRecipe.tls(tls, channel.alloc(), handshakes),
                new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
            @Override
            protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
                if (ApplicationProtocolNames.HTTP_2.equals(protocol)) {
                    ctx.pipeline().addLast(Http2FrameCodecBuilder.forServer().build(),
                            new Http2MultiplexHandler(new Http2Stream()));
                } else {
                    ctx.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(),
                            new HttpObjectAggregator(MAX_BODY), Echo.INSTANCE);
                }
            }
        });
    }

    @Sharable
    private static final class Http2Stream extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel stream) {
            stream.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(true), new HttpObjectAggregator(MAX_BODY),
                    Echo.INSTANCE);
        }
    }

    @Sharable
    private static final class Echo extends SimpleChannelInboundHandler<FullHttpRequest> {
        static final Echo INSTANCE = new Echo();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK,
                    request.content().retain());
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
            ctx.writeAndFlush(response);
        }
    }
}
