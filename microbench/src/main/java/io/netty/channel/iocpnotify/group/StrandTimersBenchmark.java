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

import io.netty.channel.iocpnotify.group.StrandTimers.StrandTimer;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The timers of a group, by one, two and four threads: the end of a run whose deadline has not become an earlier one,
 * and of one whose deadline has; and to fire one that is due, which takes a look at all strands.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StrandTimersBenchmark {

    /** A thread of the benchmark has the timer of its number. */
    private static final int MOST_THREADS = 4;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** How many strands the group has. */
    @Param({ "64", "1024" })
    public int strands;

    /** Long before the deadlines of the threads, so that of those nothing is ever due. */
    private StrandTimers timers;
    private final StrandTimer[] all = new StrandTimer[MOST_THREADS];
    private StrandTimer due;
    private final AtomicInteger threads = new AtomicInteger();

    @Setup
    public void create() {
        timers = new StrandTimers(strands, new Carrier[0], () -> 0, 0);
        for (int i = 0; i < strands; i++) {
            due = new StrandTimer(nowNanos -> { });
            timers.add(due);
            if (i < MOST_THREADS) {
                all[i] = due;
            }
        }
    }

    /** The timer of the strand that a thread runs. */
    @State(Scope.Thread)
    public static class Self {
        private StrandTimer timer;
        private long deadlineNanos = Long.MAX_VALUE / 2;

        @Setup
        public void file(StrandTimersBenchmark group) {
            timer = group.all[group.threads.getAndIncrement() % MOST_THREADS];
            group.timers.publish(timer, deadlineNanos);
        }
    }

    // ---- the usual end of a run, with the look of the next turn at what is due ----

    private void later(Self self) {
        self.timer.deadlineNanos(CompletionPort.NO_DEADLINE);
        timers.publish(self.timer, self.deadlineNanos + SECOND);
        timers.fire();
    }

    @Benchmark
    @Threads(1)
    public void later1(Self self) {
        later(self);
    }

    @Benchmark
    @Threads(2)
    public void later2(Self self) {
        later(self);
    }

    @Benchmark
    @Threads(4)
    public void later4(Self self) {
        later(self);
    }

    // ---- a timer that is nearer than all others of its strand ----

    private void earlier(Self self) {
        timers.publish(self.timer, --self.deadlineNanos);
        timers.fire();
    }

    @Benchmark
    @Threads(1)
    public void earlier1(Self self) {
        earlier(self);
    }

    @Benchmark
    @Threads(2)
    public void earlier2(Self self) {
        earlier(self);
    }

    @Benchmark
    @Threads(4)
    public void earlier4(Self self) {
        earlier(self);
    }

    // ---- one is due, and no other thread is here ----

    @Benchmark
    @Threads(1)
    public void fire1() {
        timers.publish(due, 0);
        timers.fire();
        due.deadlineNanos(CompletionPort.NO_DEADLINE);
    }
}
