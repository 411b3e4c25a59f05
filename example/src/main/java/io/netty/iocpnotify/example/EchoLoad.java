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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;

import java.net.SocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number of connections, each of which sends a message, checks its echo byte by byte and sends the next. The counts
 * are written by the event loops and may be read at any time.
 */
final class EchoLoad {
    private final int connections;
    private final int messages;
    private final int size;

    private final AtomicLong echoed = new AtomicLong();
    private final AtomicInteger errors = new AtomicInteger();
    /** One for each connection that is neither through with its messages nor broken. */
    private final CountDownLatch unfinished;
    private long nanos;

    EchoLoad(int connections, int messages, int size) {
        this.connections = connections;
        this.messages = messages;
        this.size = size;
        unfinished = new CountDownLatch(connections);
    }

    /**
     * Connects, sends everything and waits for all of it. To be called once.
     *
     * @param timeoutSeconds after this the connections that are not done are counted as errors
     */
    void run(IocpNotifyTransport transport, EventLoopGroup group, SocketAddress server, int timeoutSeconds)
            throws InterruptedException {
        AtomicInteger seeds = new AtomicInteger();
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(transport.socketChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        ch.pipeline().addLast(new LoadHandler(seeds.getAndIncrement()));
                    }
                });
        long start = System.nanoTime();
        for (int i = 0; i < connections; i++) {
            bootstrap.connect(server).addListener((ChannelFuture connect) -> {
                if (!connect.isSuccess()) {
                    failed(connect.channel() + " did not connect: " + connect.cause());
                }
            });
        }
        if (!unfinished.await(timeoutSeconds, TimeUnit.SECONDS)) {
            errors.addAndGet((int) unfinished.getCount());
            System.err.println("EchoClient: " + unfinished.getCount() + " connections were not done in time");
        }
        nanos = System.nanoTime() - start;
    }

    private void failed(String what) {
        errors.incrementAndGet();
        System.err.println("EchoClient: " + what);
        unfinished.countDown();
    }

    long expected() {
        return (long) connections * messages;
    }

    /** Messages whose every byte came back. */
    long echoed() {
        return echoed.get();
    }

    /** Connections that were refused, broke, brought a wrong byte or were not done in time. */
    int errors() {
        return errors.get();
    }

    boolean succeeded() {
        return errors() == 0 && echoed() == expected();
    }

    /** Echoed messages in a second, connecting included. */
    double rate() {
        return echoed() * 1e9 / nanos;
    }

    /** All state is the event loop's. */
    private final class LoadHandler extends SimpleChannelInboundHandler<ByteBuf> {
        private final int seed;
        /** Index of the message that is under way; {@code messages} when this connection is done, well or badly. */
        private int message;
        private int received;

        LoadHandler(int seed) {
            this.seed = seed;
        }

        /** Differs for each connection, message and place, so that an echo of something else is seen. */
        private byte byteAt(int index) {
            int mixed = (seed * 31 + message) * 31 + index;
            return (byte) (mixed ^ mixed >>> 8);
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            send(ctx);
        }

        private void send(ChannelHandlerContext ctx) {
            ByteBuf buf = ctx.alloc().directBuffer(size);
            for (int i = 0; i < size; i++) {
                buf.writeByte(byteAt(i));
            }
            received = 0;
            ctx.writeAndFlush(buf);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            while (msg.isReadable()) {
                if (message == messages) {
                    return;
                }
                byte b = msg.readByte();
                if (b != byteAt(received)) {
                    finish(ctx, "byte " + received + " of message " + message + " is " + b + ", was sent as " +
                            byteAt(received));
                    return;
                }
                if (++received == size) {
                    echoed.incrementAndGet();
                    if (msg.isReadable()) {
                        finish(ctx, "more came back than was sent");
                    } else if (++message == messages) {
                        finish(ctx, null);
                    } else {
                        send(ctx);
                    }
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (message < messages) {
                finish(ctx, "closed by the server at message " + message);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (message < messages) {
                finish(ctx, "message " + message + ": " + cause);
            }
        }

        private void finish(ChannelHandlerContext ctx, String error) {
            message = messages;
            if (error == null) {
                unfinished.countDown();
            } else {
                failed(ctx.channel() + ": " + error);
            }
            ctx.close();
        }
    }
}
