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
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.CharsetUtil;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * An HTTP server for the page, its script and its style, and {@code /events}: the samples as server-sent events.
 */
final class LivePage {

    private final LiveSamples samples;
    /** By path. Nobody changes it once the server listens. */
    private final Map<String, Resource> resources = new HashMap<>();

    LivePage(LiveSamples samples, String page) throws IOException {
        this.samples = samples;
        resources.put("/", new Resource(page, "text/html; charset=utf-8"));
        resources.put("/live.css", new Resource("live.css", "text/css; charset=utf-8"));
        resources.put("/live.js", new Resource("live.js", "text/javascript; charset=utf-8"));
    }

    Channel listen(IocpNotifyTransport transport, EventLoopGroup group, SocketAddress address)
            throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                // Who does not read for a while must not get many old samples when it does.
                .childOption(ChannelOption.SO_SNDBUF, 1 << 16)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        ch.pipeline().addLast(new HttpServerCodec(), new HttpServerKeepAliveHandler(),
                                new HttpObjectAggregator(1 << 16), new Answer());
                    }
                })
                .bind(address).sync().channel();
    }

    private static final class Resource {
        private final String type;
        private final ByteBuf content;

        Resource(String name, String type) throws IOException {
            this.type = type;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream in = LivePage.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new FileNotFoundException(name + " is not beside " + LivePage.class + " on the class path");
                }
                byte[] buffer = new byte[8192];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    bytes.write(buffer, 0, count);
                }
            }
            content = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes.toByteArray())).asReadOnly();
        }

        FullHttpResponse response() {
            FullHttpResponse response = LivePage.response(HttpResponseStatus.OK, content.duplicate(), type);
            // The page needs nothing but its own script, style and events, and could load nothing else.
            response.headers().set(HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'; script-src 'self'; " +
                    "style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'");
            return response;
        }
    }

    private static FullHttpResponse response(HttpResponseStatus status, ByteBuf content, String type) {
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("X-Content-Type-Options", "nosniff")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        return response;
    }

    private static FullHttpResponse refusal(HttpResponseStatus status) {
        return response(status, Unpooled.copiedBuffer(status + "\n", CharsetUtil.US_ASCII),
                "text/plain; charset=us-ascii");
    }

    private final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            String path = new QueryStringDecoder(request.uri()).path();
            Resource resource = resources.get(path);
            if (request.decoderResult().isFailure()) {
                FullHttpResponse refusal = refusal(HttpResponseStatus.BAD_REQUEST);
                HttpUtil.setKeepAlive(refusal, false);
                ctx.writeAndFlush(refusal);
            } else if (resource == null && !path.equals("/events")) {
                ctx.writeAndFlush(refusal(HttpResponseStatus.NOT_FOUND));
            } else if (!request.method().equals(HttpMethod.GET)) {
                FullHttpResponse refusal = refusal(HttpResponseStatus.METHOD_NOT_ALLOWED);
                refusal.headers().set(HttpHeaderNames.ALLOW, HttpMethod.GET);
                ctx.writeAndFlush(refusal);
            } else if (resource != null) {
                ctx.writeAndFlush(resource.response());
            } else {
                stream(ctx);
            }
        }

        private void stream(ChannelHandlerContext ctx) {
            HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                    .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                    .set("X-Content-Type-Options", "nosniff");
            HttpUtil.setTransferEncodingChunked(head, true);
            // It has no end, so no request can follow it.
            ctx.pipeline().remove(this);
            samples.addListener(ctx.channel(), head);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("LiveCharts: page: " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }
}
