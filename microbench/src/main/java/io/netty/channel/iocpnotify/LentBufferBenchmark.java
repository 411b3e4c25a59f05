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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A buffer that the system has while a receive is under way: one carrier allocates it, and another may release it. Each
 * thread leaves a buffer, and releases the one that it finds. So with more threads than one most of them are another
 * thread's. The exchange itself is part of the figures. The allocator is the one that channels have unless told.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Djmh.executor=CUSTOM",
        "-Djmh.executor.class=io.netty.channel.iocpnotify.LentBufferBenchmark$LoopThreads"})
public class LentBufferBenchmark {

    private static final int SIZE = 2048;

    private final AtomicReference<ByteBuf> lent = new AtomicReference<>();

    /** The kind of threads that event loops have: the allocator has caches for these. */
    public static final class LoopThreads extends ThreadPoolExecutor {
        public LoopThreads(int threads, String name) {
            super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DefaultThreadFactory(name));
        }
    }

    @TearDown(Level.Trial)
    public void takeBack() {
        ByteBuf last = lent.getAndSet(null);
        if (last != null) {
            last.release();
        }
    }

    @Benchmark
    @Threads(1)
    public boolean own() {
        return ByteBufAllocator.DEFAULT.ioBuffer(SIZE).release();
    }

    @Benchmark
    @Threads(1)
    public boolean lent1() {
        return exchange();
    }

    @Benchmark
    @Threads(2)
    public boolean lent2() {
        return exchange();
    }

    @Benchmark
    @Threads(4)
    public boolean lent4() {
        return exchange();
    }

    private boolean exchange() {
        ByteBuf before = lent.getAndSet(ByteBufAllocator.DEFAULT.ioBuffer(SIZE));
        return before != null && before.release();
    }
}
