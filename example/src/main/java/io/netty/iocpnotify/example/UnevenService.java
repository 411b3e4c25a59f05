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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import org.HdrHistogram.Recorder;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends each message back, on one transport. The message says for how long its handler sleeps first, as one does that
 * waits for a file or for a database.
 */
final class UnevenService implements AutoCloseable {

    /** When it was sent, in nanoseconds of the client (8 bytes), and for how many milliseconds to sleep (4 bytes). */
    static final int MESSAGE_BYTES = 12;

    private final IocpNotifyTransport transport;
    private final int threads;
    private final EventLoopGroup group;
    private final Channel server;
    /** Event loops add to it. Any thread may read it. */
    private final LongAdder messages = new LongAdder();
    /** Event loops record into it, which it allows all at once; one thread takes the intervals. */
    private final Recorder taskWaits = new Recorder(2);

    UnevenService(IocpNotifyTransport transport, int threads) throws InterruptedException {
        this.transport = transport;
        this.threads = threads;
        group = transport.newGroup(threads);
        server = new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannel())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        ch.pipeline().addLast(new FixedLengthFrameDecoder(MESSAGE_BYTES), new SleepThenEcho());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
    }

    IocpNotifyTransport transport() {
        return transport;
    }

    EventLoopGroup group() {
        return group;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    /** Messages so far. */
    long messages() {
        return messages.sum();
    }

    /** How long the tasks of {@link #submitTasks()} waited, in nanoseconds. */
    Recorder taskWaits() {
        return taskWaits;
    }

    /** Submits as many tasks as there are threads, to one event loop after the other. Each says when it runs. */
    void submitTasks() {
        for (int i = 0; i < threads; i++) {
            EventLoop loop = group.next();
            long submitted = System.nanoTime();
            loop.execute(() -> taskWaits.recordValue(System.nanoTime() - submitted));
        }
    }

    @Override
    public void close() throws InterruptedException {
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }

    private final class SleepThenEcho extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) throws InterruptedException {
            int millis = message.getInt(message.readerIndex() + Long.BYTES);
            if (millis < 0 || millis > UnevenSettings.MAX_SLEEP_MILLIS) {
                // Nobody sends that. Bytes that got lost would show in this way.
                throw new CorruptedFrameException("to sleep for " + millis + " ms");
            }
            if (millis > 0) {
                // What no handler should do, and some do.
                Thread.sleep(millis);
            }
            messages.increment();
            ctx.write(message.retain(), ctx.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("LiveCharts: service on " + transport + ": " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }
}
