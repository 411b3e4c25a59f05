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

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.HdrHistogram.Recorder;

import java.net.SocketAddress;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A number of connections to the server {@code KtorServer}. Each sends a request, compares the answer byte by byte, and
 * sends the next.
 */
final class HttpLoad {

    private static final int ANSWERS = 32;

    private final int connections;
    private final ByteBuf[] expected = new ByteBuf[ANSWERS];
    /** How long the requests took, in nanoseconds. Event loops record into it, one thread takes the intervals. */
    private final Recorder durations = new Recorder(2);
    private final AtomicReference<String> error = new AtomicReference<>();
    /** One for each connection that may still send. */
    private final CountDownLatch running;
    /** One for each connection that has had no answer yet. */
    private final CountDownLatch answered;
    private volatile boolean ending;

    HttpLoad(int connections) {
        this.connections = connections;
        running = new CountDownLatch(connections);
        answered = new CountDownLatch(connections);
        for (int number = 0; number < ANSWERS; number++) {
            expected[number] = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(answer(number))).asReadOnly();
        }
    }

    /** As the server makes it. */
    static byte[] answer(int number) {
        byte[] bytes = new byte[1 + number * 500];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    /** Connects everything. The load goes on until {@link #end()}. */
    void start(IocpNotifyTransport transport, EventLoopGroup group, SocketAddress server)
            throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            Client client = new Client(i % ANSWERS);
            new Bootstrap()
                    .group(group)
                    .channel(transport.socketChannel())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel ch) {
                            ch.pipeline().addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 20), client);
                        }
                    })
                    .connect(server).sync();
        }
    }

    /** Waits until each connection has had an answer, or is broken. */
    void awaitAnswers() throws InterruptedException {
        if (!answered.await(60, TimeUnit.SECONDS)) {
            failed(answered.getCount() + " connections have had no answer");
        }
    }

    /** Lets each connection wait for its answer, and close. */
    void end() throws InterruptedException {
        ending = true;
        if (!running.await(30, TimeUnit.SECONDS)) {
            failed(running.getCount() + " requests have no answer");
        }
    }

    Recorder durations() {
        return durations;
    }

    /** What went wrong first, or null. */
    String error() {
        return error.get();
    }

    private void failed(String what) {
        error.compareAndSet(null, what);
    }

    /** All state is the event loop's. */
    private final class Client extends SimpleChannelInboundHandler<FullHttpResponse> {
        private int number;
        private long sentNanos;
        private boolean hasAnswer;
        private boolean closing;

        Client(int number) {
            this.number = number;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            send(ctx);
        }

        private void send(ChannelHandlerContext ctx) {
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET,
                    "/bytes/" + number, Unpooled.EMPTY_BUFFER);
            request.headers().set(HttpHeaderNames.HOST, "127.0.0.1");
            sentNanos = System.nanoTime();
            ctx.writeAndFlush(request, ctx.voidPromise());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse answer) {
            durations.recordValue(System.nanoTime() - sentNanos);
            countFirstAnswer();
            if (!answer.status().equals(HttpResponseStatus.OK)) {
                close(ctx, "/bytes/" + number + " was answered with " + answer.status());
            } else if (!answer.content().equals(expected[number])) {
                close(ctx, "/bytes/" + number + " was answered with other bytes");
            } else if (ending) {
                close(ctx, null);
            } else {
                number = (number + 1) % ANSWERS;
                send(ctx);
            }
        }

        private void countFirstAnswer() {
            if (!hasAnswer) {
                hasAnswer = true;
                answered.countDown();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            close(ctx, "the server closed a connection");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            close(ctx, cause.toString());
        }

        private void close(ChannelHandlerContext ctx, String what) {
            if (!closing) {
                closing = true;
                if (what != null) {
                    failed(what);
                }
                // Nobody is to wait for what does not come.
                countFirstAnswer();
                running.countDown();
                ctx.close();
            }
        }
    }
}
