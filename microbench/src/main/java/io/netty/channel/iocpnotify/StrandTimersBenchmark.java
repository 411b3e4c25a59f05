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

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * The timers of a group, by one, two and four threads: the end of a run whose deadline has not become an earlier one,
 * and of one whose deadline has. The second takes the lock of all timers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StrandTimersBenchmark {

    private static final int STRANDS = 64;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Long before the nearest deadline, so that nothing is ever due. */
    private final StrandTimers timers = new StrandTimers(STRANDS, new Carrier[0], () -> 0);

    /** The timer of the strand that a thread runs. */
    @State(Scope.Thread)
    public static class Self {
        private final StrandTimer timer = new StrandTimer(nowNanos -> { });
        private long deadlineNanos = Long.MAX_VALUE / 2;

        @Setup
        public void file(StrandTimersBenchmark group) {
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
}
