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

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
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

import java.util.concurrent.TimeUnit;

/**
 * A task of {@code schedule}, from the call to its run, while nothing else happens. What exceeds {@link #DELAY_MILLIS}
 * is how late the task began, and the time that it takes to wake the thread that waits for it. The warm-up is long,
 * because so few calls in a second are compiled late.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TimerLatenessBenchmark {

    private static final long DELAY_MILLIS = 4;
    private static final int THREADS = 4;

    /** Whose event loops. */
    public enum Loops {
        NIO,
        STRANDS,
        HANDLER
    }

    @Param
    public Loops loops;

    private EventLoopGroup group;
    private EventLoop loop;

    @Setup(Level.Trial)
    public void start() {
        group = loops == Loops.STRANDS ? new IocpNotifyEventLoopGroup(THREADS) : new MultiThreadIoEventLoopGroup(
                THREADS, loops == Loops.NIO ? NioIoHandler.newFactory() : IocpNotifyIoHandler.newFactory());
        loop = group.next();
    }

    @TearDown(Level.Trial)
    public void stop() throws InterruptedException {
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
    }

    @Benchmark
    public void schedule() throws Exception {
        loop.schedule(() -> null, DELAY_MILLIS, TimeUnit.MILLISECONDS).get();
    }
}
