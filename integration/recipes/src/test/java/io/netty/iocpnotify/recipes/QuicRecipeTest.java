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
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * QUIC and HTTP/3 over the UDP channels of both kinds of event loop, and over NIO's, which must do the same.
 */
@Tag("both-providers")
class QuicRecipeTest {

    private static final int CONNECTIONS = 4;
    private static final int STREAMS = 5;
    private static final int ROUNDS = 5;
    private static final int LENGTH = 4000;
    /** What QUIC takes for the length of a datagram that is full. */
    private static final int FULL = 1200;

    private EventLoopGroup group;

    @BeforeAll
    static void asksForTheLibrary() {
        assumeFalse(System.getProperty("os.arch").equals("aarch64"), "there is no QUIC for Windows on Arm");
        Quic.ensureAvailability();
        IocpNotify.ensureAvailability();
    }

    @AfterEach
    void endsTheGroup() throws InterruptedException {
        if (group != null) {
            assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
        }
    }

    private QuicEcho start(IocpNotifyTransport transport) {
        group = transport.newGroup(2);
        return new QuicEcho(transport, group);
    }

    @ParameterizedTest
    @EnumSource
    void streamsComeBack(IocpNotifyTransport transport) throws Exception {
        QuicEcho echo = start(transport);
        Channel server = echo.server();
        assertInstanceOf(transport.datagramChannel(), server);
        List<QuicChannel> connections = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(echo.client(server));
            assertInstanceOf(transport.datagramChannel(), connections.get(i).parent());
        }
        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (QuicChannel connection : connections) {
                for (int i = 0; i < STREAMS; i++) {
                    answers.add(QuicEcho.exchange(connection, Bytes.of(LENGTH + answers.size())));
                }
            }
            for (int i = 0; i < answers.size(); i++) {
                assertArrayEquals(Bytes.of(LENGTH + i), answers.get(i).get(60, TimeUnit.SECONDS));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void http3(IocpNotifyTransport transport) throws Exception {
        QuicEcho echo = start(transport);
        String protocol = Http3.supportedApplicationProtocols()[0];
        Channel server = echo.server(Http3.newQuicServerCodecBuilder().handler(new ChannelInitializer<QuicChannel>() {
            @Override
            protected void initChannel(QuicChannel connection) {
                connection.pipeline().addLast(new Http3ServerConnectionHandler(request()));
            }
        }), protocol);
        QuicChannel connection = echo.client(server, Http3.newQuicClientCodecBuilder(), protocol,
                bootstrap -> bootstrap.handler(new Http3ClientConnectionHandler()));
        for (int length : new int[] { 1, 1000, 20_000 }) {
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            QuicStreamChannel stream = Http3.newRequestStream(connection, response(answer)).get(60, TimeUnit.SECONDS);
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/",
                    Unpooled.wrappedBuffer(Bytes.of(length)));
            request.headers().set(HttpHeaderNames.HOST, "localhost").setInt(HttpHeaderNames.CONTENT_LENGTH, length);
            stream.writeAndFlush(request).sync();
            assertArrayEquals(Bytes.of(length), answer.get(60, TimeUnit.SECONDS));
        }
    }

    private static ChannelInitializer<QuicStreamChannel> request() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                stream.pipeline().addLast(new Http3FrameToHttpObjectCodec(true),
                        new HttpObjectAggregator(HttpEcho.MAX_BODY),
                        new SimpleChannelInboundHandler<FullHttpRequest>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
                        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1,
                                HttpResponseStatus.OK, request.content().retain());
                        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, request.content().readableBytes());
                        ctx.writeAndFlush(response);
                    }
                });
            }
        };
    }

    private static ChannelInitializer<QuicStreamChannel> response(CompletableFuture<byte[]> answer) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                stream.pipeline().addLast(new Http3FrameToHttpObjectCodec(false),
                        new HttpObjectAggregator(HttpEcho.MAX_BODY),
                        new SimpleChannelInboundHandler<FullHttpResponse>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
                        answer.complete(ByteBufUtil.getBytes(response.content()));
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                        answer.completeExceptionally(cause);
                    }
                });
            }
        };
    }

    /**
     * In Netty 4.2.17 such a stream mostly stands still until its connection writes something else, on any transport:
     * see docs/wine.md. The output of this test tells.
     */
    @ParameterizedTest
    @EnumSource
    void streamWithALossAndAPauseComesBackAtLast(IocpNotifyTransport transport) throws Exception {
        QuicEcho echo = start(transport);
        LosesFullDatagrams below = new LosesFullDatagrams();
        QuicChannel connection = echo.client(echo.server(), below);
        // The handshake ends with some datagrams of its own.
        Thread.sleep(500);
        // Longer than QUIC's timer, which takes three times the way there and back, and 25 ms.
        long pause = 4 * TimeUnit.NANOSECONDS.toMillis(connection.collectPathStats(0).get().rtt()) + 200;
        connection.eventLoop().submit(() -> {
            below.pauseMillis = pause;
        }).get();
        // Two full datagrams, and one that is not.
        byte[] sent = Bytes.of(2 * FULL + 100);
        CompletableFuture<byte[]> answer = QuicEcho.exchange(connection, sent);
        boolean alone = isDone(answer, pause + 500);
        System.out.println(transport + (alone ? ": the stream ended" : ": the stream stood still"));
        assertArrayEquals(Bytes.of(1), QuicEcho.exchange(connection, Bytes.of(1)).get(60, TimeUnit.SECONDS));
        assertArrayEquals(sent, answer.get(60, TimeUnit.SECONDS));
        assertTrue(below.lost, "no datagram was lost");
    }

    private static boolean isDone(CompletableFuture<?> answer, long millis) throws Exception {
        try {
            answer.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Loses full datagrams of a client until the first answer. Then the event loop stands still. */
    private static final class LosesFullDatagrams extends ChannelDuplexHandler {
        /** For how long, or 0 if nothing is to be lost now. Only the event loop touches it. */
        long pauseMillis;
        /** Only the event loop writes it. The test reads it when it has an answer to what came after. */
        boolean lost;

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            if (pauseMillis > 0 && ((DatagramPacket) msg).content().readableBytes() == FULL) {
                lost = true;
                ((DatagramPacket) msg).release();
                promise.setSuccess();
            } else {
                ctx.write(msg, promise);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) throws InterruptedException {
            ctx.fireChannelRead(msg);
            if (lost && pauseMillis > 0) {
                long pause = pauseMillis;
                pauseMillis = 0;
                Thread.sleep(pause);
            }
        }
    }
}
