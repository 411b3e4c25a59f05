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

import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * What a group measures of itself, for one run of an event loop with one message of an echo. The time that the loop
 * reads anyway is made up here; what it reads for the figures alone is {@link #clock}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RunMeterBenchmark {

    private final RunMeter meter = new RunMeter(new RunCounters());
    private final Object step = new Object();
    private long nowNanos = LoopClock.nanos();

    @Benchmark
    public long echo() {
        RunCounters counters = meter.counters;
        // Runs and delays are not all alike, or one bucket of the histogram would have them all.
        nowNanos += 10000 + (nowNanos & 0xfff);
        counters.waitBegins(nowNanos);
        counters.processed(0, 1);
        counters.waitEnded(nowNanos + 5000);
        meter.runBegins(ImmediateEventExecutor.INSTANCE, nowNanos, nowNanos + 700);
        counters.called(CountedCall.RECV);
        counters.called(CountedCall.SEND);
        meter.stepEnded(step, 6000);
        meter.runEnds(ImmediateEventExecutor.INSTANCE, nowNanos + 7000);
        counters.processed(1, 0);
        counters.runEnded();
        return counters.runs();
    }

    @Benchmark
    public long clock() {
        return LoopClock.nanos();
    }
}
