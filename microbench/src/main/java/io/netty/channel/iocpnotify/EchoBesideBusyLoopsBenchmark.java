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
package io.netty.channel.iocpnotify;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An echo on a quiet event loop, beside seven chains of tasks that submit themselves again, on two threads. What
 * counts is the longest time. NIO has two event loops there, so the quiet one has three of the chains.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 10)
@Fork(1)
public class EchoBesideBusyLoopsBenchmark {

    private static final int THREADS = 2;
    private static final int CHAINS = 7;

    /** Whose event loops. */
    public enum Loops {
        NIO,
        STRANDS
    }

    @Param
    public Loops loops;

    @Param({ "3", "20" })
    public int taskMillis;

    private EventLoopGroup group;
    private Socket client;
    private volatile boolean stopped;

    @Setup(Level.Trial)
    public void start() throws Exception {
        boolean strands = loops == Loops.STRANDS;
        group = strands ? IocpNotifyEventLoopGroup.newBuilder().threads(THREADS).strands(CHAINS + 1).build() :
                new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
        List<EventLoop> all = new ArrayList<EventLoop>();
        for (EventExecutor loop : group) {
            all.add((EventLoop) loop);
        }
        Class<? extends ServerChannel> type = strands ? IocpNotifyServerSocketChannel.class :
                NioServerSocketChannel.class;
        Channel server = new ServerBootstrap().group(all.get(0)).channel(type).childHandler(new Echo())
                .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        client = new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) server.localAddress()).getPort());
        client.setTcpNoDelay(true);
        for (int i = 0; i < CHAINS; i++) {
            chain(all.get((i + 1) % all.size()));
        }
    }

    private void chain(EventLoop loop) {
        loop.execute(() -> {
            try {
                Thread.sleep(taskMillis);
            } catch (InterruptedException e) {
                return;
            }
            if (!stopped) {
                chain(loop);
            }
        });
    }

    @TearDown(Level.Trial)
    public void stop() throws Exception {
        stopped = true;
        client.close();
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }

    @Benchmark
    public int echo() throws IOException {
        client.getOutputStream().write(1);
        return client.getInputStream().read();
    }

    @ChannelHandler.Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg, ctx.voidPromise());
        }
    }
}
