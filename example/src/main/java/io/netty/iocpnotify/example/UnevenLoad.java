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
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import org.HdrHistogram.Recorder;

import java.net.SocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Loads an {@link UnevenService}. Quiet connections send at regular times, whether the last message is back or not: so
 * a service that stands still is seen in each message that came meanwhile. Slow connections send messages whose
 * handler sleeps, each when the last one is back. First none of them does, then one, and so on to all, then none again.
 */
final class UnevenLoad {

    private final UnevenSettings settings;
    private final long startNanos;
    /** Of the quiet connections. Event loops record into it, one thread takes the intervals. */
    private final Recorder roundTrips = new Recorder(2);

    /**
     * @param startNanos when the first phase begins: the same for both services
     */
    UnevenLoad(UnevenSettings settings, long startNanos) {
        this.settings = settings;
        this.startNanos = startNanos;
    }

    /** Connects everything. The load goes on until the group or the service ends. */
    void start(IocpNotifyTransport transport, EventLoopGroup group, SocketAddress service)
            throws InterruptedException {
        for (int i = 0; i < settings.quietConnections() + settings.slowConnections(); i++) {
            ChannelHandler client = i < settings.quietConnections() ? new QuietClient(i) :
                    new SlowClient(i - settings.quietConnections());
            new Bootstrap()
                    .group(group)
                    .channel(transport.socketChannel())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel ch) {
                            ch.pipeline().addLast(new FixedLengthFrameDecoder(UnevenService.MESSAGE_BYTES), client);
                        }
                    })
                    .connect(service).sync();
        }
    }

    /** How long the messages of quiet connections were under way and back, in nanoseconds. */
    Recorder roundTrips() {
        return roundTrips;
    }

    /** How many slow connections send messages now. */
    int slowConnectionsNow() {
        long phase = (System.nanoTime() - startNanos) / settings.phaseNanos();
        return (int) (phase % (settings.slowConnections() + 1));
    }

    private long nanosToNextPhase() {
        return settings.phaseNanos() - (System.nanoTime() - startNanos) % settings.phaseNanos();
    }

    /** All state is the event loop's. */
    private abstract static class Client extends SimpleChannelInboundHandler<ByteBuf> {

        static void send(ChannelHandlerContext ctx, int sleepMillis) {
            ctx.writeAndFlush(ctx.alloc().directBuffer(UnevenService.MESSAGE_BYTES)
                    .writeLong(System.nanoTime()).writeInt(sleepMillis), ctx.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            System.err.println("LiveCharts: load: " + ctx.channel() + ": " + cause);
            ctx.close();
        }
    }

    private final class QuietClient extends Client {
        private final int index;
        private Future<?> ticks;

        QuietClient(int index) {
            this.index = index;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            long every = settings.everyNanos();
            // Not all at once.
            long first = every * index / settings.quietConnections();
            // With a delay: what is late is not sent all at once.
            ticks = ctx.executor().scheduleWithFixedDelay(() -> send(ctx, 0), first, every, TimeUnit.NANOSECONDS);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
            roundTrips.recordValue(System.nanoTime() - message.readLong());
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            ticks.cancel(false);
        }
    }

    private final class SlowClient extends Client {
        private final int index;

        SlowClient(int index) {
            this.index = index;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            sendInTurn(ctx);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
            sendInTurn(ctx);
        }

        private void sendInTurn(ChannelHandlerContext ctx) {
            if (index < slowConnectionsNow()) {
                send(ctx, settings.sleepMillis());
            } else if (ctx.channel().isActive()) {
                ctx.executor().schedule(() -> sendInTurn(ctx), nanosToNextPhase(), TimeUnit.NANOSECONDS);
            }
        }
    }
}
