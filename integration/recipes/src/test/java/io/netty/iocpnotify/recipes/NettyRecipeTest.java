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

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Netty's own bootstraps on both kinds of event loop: HTTP/1.1 by TLS between both, HTTP/2 by TLS for the client of
 * the JDK.
 */
class NettyRecipeTest {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NIO")
    void servesHttp(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        ThreadPoolExecutor handshakes = new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        try {
            HttpEcho echo = new HttpEcho(handshakes);
            Channel server = NettyRecipe.server(transport, group, echo, 0);
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            assertInstanceOf(IocpNotifyServerSocketChannel.class, server);

            BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
            Channel client = NettyRecipe.client(transport, group, http1(answers), port);
            assertInstanceOf(IocpNotifySocketChannel.class, client);
            for (int length : new int[] { 1, 1000, 1 << 20 }) {
                byte[] sent = Bytes.of(length);
                FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/",
                        Unpooled.wrappedBuffer(sent));
                request.headers().set(HttpHeaderNames.HOST, "localhost")
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, length);
                client.writeAndFlush(request).sync();
                assertArrayEquals(sent, assertInstanceOf(byte[].class, answers.poll(60, TimeUnit.SECONDS)));
            }
            Groups.assertTakesOnlyIocpNotify(group);

            HttpClient http2 = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2)
                    .sslContext(((JdkSslContext) Tls.client().build()).context()).build();
            byte[] sent = Bytes.of(1 << 20);
            HttpResponse<byte[]> answer = http2.send(HttpRequest.newBuilder(URI.create("https://localhost:" + port))
                    .POST(BodyPublishers.ofByteArray(sent)).build(), BodyHandlers.ofByteArray());
            assertEquals(HttpClient.Version.HTTP_2, answer.version());
            assertArrayEquals(sent, answer.body());
            assertEquals(Set.of(IocpNotifySocketChannel.class), echo.channels);
            // One connection by HTTP/1.1 and one by HTTP/2.
            assertTrue(handshakes.getTaskCount() >= 2, handshakes.toString());
        } finally {
            handshakes.shutdownNow();
            assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
        }
    }

    private static ChannelInitializer<Channel> http1(BlockingQueue<Object> answers) throws Exception {
        SslContext tls = Tls.client().build();
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(tls.newHandler(channel.alloc(), "localhost", 443), new HttpClientCodec(),
                        new HttpObjectAggregator(HttpEcho.MAX_BODY),
                        new SimpleChannelInboundHandler<FullHttpResponse>() {
                            @Override
                            protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
                                answers.add(ByteBufUtil.getBytes(response.content()));
                            }

                            @Override
                            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                                answers.add(cause);
                                ctx.close();
                            }
                        });
            }
        };
    }
}
