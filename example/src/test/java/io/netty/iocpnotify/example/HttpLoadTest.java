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
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class HttpLoadTest {

    @Test
    void rightBytesAreNoError() throws Exception {
        HttpLoad load = run(-1);
        assertNull(load.error());
        assertTrue(load.durations().getIntervalHistogram().getTotalCount() >= 4);
    }

    /** One byte of one of the answers, in its middle. */
    @Test
    void oneWrongByteIsAnError() throws Exception {
        assertEquals("/bytes/7 was answered with other bytes", run(7).error());
    }

    private static HttpLoad run(int wrong) throws Exception {
        EventLoopGroup group = IocpNotifyTransport.IOCPNOTIFY.newGroup(2);
        try {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(IocpNotifyTransport.IOCPNOTIFY.serverChannel())
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel ch) {
                            ch.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 16),
                                    new Answer(wrong));
                        }
                    })
                    .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
            HttpLoad load = new HttpLoad(4);
            load.start(IocpNotifyTransport.IOCPNOTIFY, group, (InetSocketAddress) server.localAddress());
            load.awaitAnswers();
            for (int i = 0; i < 600 && wrong >= 0 && load.error() == null; i++) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            load.end();
            return load;
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    private static final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final int wrong;

        Answer(int wrong) {
            this.wrong = wrong;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            int number = Integer.parseInt(request.uri().substring("/bytes/".length()));
            byte[] bytes = HttpLoad.answer(number);
            if (number == wrong) {
                bytes[bytes.length / 2]++;
            }
            ByteBuf content = Unpooled.wrappedBuffer(bytes);
            FullHttpResponse answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
            answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
            ctx.writeAndFlush(answer);
        }
    }
}
