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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;
import io.netty.handler.codec.quic.InsecureQuicTokenHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelBootstrap;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamFrame;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.ReferenceCountUtil;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import static io.netty.buffer.Unpooled.wrappedBuffer;

/**
 * QUIC over one transport: a server that sends each stream back, and clients that each have a socket of their own.
 */
final class QuicEcho {

    private static final String PROTOCOL = "echo";
    private static final int RECEIVE_BUFFER = 1 << 20;

    private final IocpNotifyTransport transport;
    private final EventLoopGroup group;

    QuicEcho(IocpNotifyTransport transport, EventLoopGroup group) {
        this.transport = transport;
        this.group = group;
    }

    /** A server of QUIC alone. */
    Channel server() throws Exception {
        return server((QuicServerCodecBuilder) new QuicServerCodecBuilder().streamHandler(echo()), PROTOCOL);
    }

    /** @param codec knows already what a connection or a stream begins with */
    Channel server(QuicServerCodecBuilder codec, String protocol) throws Exception {
        limits(codec);
        codec.sslContext(QuicSslContextBuilder.forServer(Tls.localhost().getKeyPair().getPrivate(), null,
                Tls.localhost().getCertificatePath()).applicationProtocols(protocol).build());
        return datagrams(codec.tokenHandler(InsecureQuicTokenHandler.INSTANCE).build());
    }

    /** @param below QUIC: what sees the datagrams of this client */
    QuicChannel client(Channel server, ChannelHandler... below) throws Exception {
        // What a stream that the server opens begins with; it opens none.
        return client(server, new QuicClientCodecBuilder(), PROTOCOL,
                bootstrap -> bootstrap.streamHandler(new ChannelInboundHandlerAdapter()), below);
    }

    QuicChannel client(Channel server, QuicClientCodecBuilder codec, String protocol,
                       UnaryOperator<QuicChannelBootstrap> handlers, ChannelHandler... below) throws Exception {
        limits(codec);
        QuicSslContext tls = QuicSslContextBuilder.forClient().trustManager(Tls.localhost().getCertificate())
                .applicationProtocols(protocol).build();
        codec.sslEngineProvider(connecting -> tls.newEngine(connecting.alloc(), "localhost", 443));
        Channel datagrams = datagrams(codec.build());
        datagrams.pipeline().addFirst(below);
        return handlers.apply(QuicChannel.newBootstrap(datagrams)).remoteAddress(server.localAddress()).connect()
                .get(60, TimeUnit.SECONDS);
    }

    private Channel datagrams(ChannelHandler codec) throws InterruptedException {
        Channel datagrams = QuicRecipe.datagrams(transport, group, codec, 0);
        // What is sent at once must fit: see docs/wine.md for what a lost datagram may do.
        datagrams.config().setOption(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER);
        return datagrams;
    }

    private static void limits(QuicCodecBuilder<?> codec) {
        codec.maxIdleTimeout(120, TimeUnit.SECONDS).initialMaxData(10_000_000)
                .initialMaxStreamDataBidirectionalLocal(1_000_000).initialMaxStreamDataBidirectionalRemote(1_000_000)
                .initialMaxStreamDataUnidirectional(100_000)
                .initialMaxStreamsBidirectional(100).initialMaxStreamsUnidirectional(10);
    }

    /** Opens a stream, sends the bytes and the end, and returns what comes until the peer's end. */
    static CompletableFuture<byte[]> exchange(QuicChannel connection, byte[] sent) throws Exception {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        QuicStreamChannel stream = connection.createStream(QuicStreamType.BIDIRECTIONAL, new Answer(answer))
                .get(60, TimeUnit.SECONDS);
        stream.writeAndFlush(new DefaultQuicStreamFrame(wrappedBuffer(sent), true)).addListener(written -> {
            if (!written.isSuccess()) {
                answer.completeExceptionally(written.cause());
            }
        });
        return answer;
    }

    /** A stream's answer as a whole. */
    private static final class Answer extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<byte[]> answer;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Answer(CompletableFuture<byte[]> answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) throws IOException {
            ByteBuf buffer = (ByteBuf) msg;
            try {
                buffer.readBytes(bytes, buffer.readableBytes());
            } finally {
                buffer.release();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownReadComplete.INSTANCE) {
                answer.complete(bytes.toByteArray());
            }
            ReferenceCountUtil.release(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            answer.completeExceptionally(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            answer.completeExceptionally(new IOException("closed after " + bytes.size() + " bytes"));
        }
    }

    /** Sends back what comes, and the end after it. */
    private static ChannelHandler echo() {
        return new ChannelInitializer<QuicStreamChannel>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                stream.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object msg) {
                        ctx.writeAndFlush(msg);
                    }

                    @Override
                    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                        if (event == ChannelInputShutdownReadComplete.INSTANCE) {
                            // Behind what waits to be written, which shutdownOutput() would overtake.
                            ctx.writeAndFlush(QuicStreamFrame.EMPTY_FIN);
                        }
                    }
                });
            }
        };
    }
}
