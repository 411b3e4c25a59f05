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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.iocpnotify.group.GroupSettings.BoundedTaskQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What it costs to give a strand work and to take it up: a task into its queue, the strand's state there and back.
 * Alone, and with one thread that gives while another runs.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StrandHandOverBenchmark {

    /** How far who gives may be ahead of who runs; a queue that only grew would measure the collector. */
    private static final int AHEAD = 1024;

    private final StrandState state = new StrandState();
    private final Queue<Runnable> tasks = new BoundedTaskQueue(AHEAD);
    private final Runnable task = () -> { };
    /** Stands for the run queue: whether the strand is in it. */
    private final AtomicBoolean runnable = new AtomicBoolean();

    @Benchmark
    @Group("alone")
    @GroupThreads(1)
    public Object giveAndRun() {
        tasks.offer(task);
        state.offer();
        state.begin();
        Object taken = tasks.poll();
        state.end(!tasks.isEmpty(), 0);
        return taken;
    }

    @Benchmark
    @Group("between")
    @GroupThreads(1)
    public boolean give() {
        boolean given = tasks.offer(task);
        if (state.offer()) {
            runnable.set(true);
        }
        return given;
    }

    @Benchmark
    @Group("between")
    @GroupThreads(1)
    public Object run() {
        if (!runnable.get()) {
            return null;
        }
        runnable.set(false);
        state.begin();
        Object last = null;
        for (Object taken = tasks.poll(); taken != null; taken = tasks.poll()) {
            last = taken;
        }
        if (state.end(!tasks.isEmpty(), 0)) {
            runnable.set(true);
        }
        return last;
    }
}
