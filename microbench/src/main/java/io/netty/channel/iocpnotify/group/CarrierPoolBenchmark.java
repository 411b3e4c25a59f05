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

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.PrivateField;
import io.netty.channel.iocpnotify.group.StrandTimers.StrandTimer;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.util.concurrent.ImmediateEventExecutor;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all carriers of a group touch, by one, two and four threads that do nothing else. So the threads meet far more
 * often than carriers do, and the figures are the most that a touch costs with so many threads. In a Windows JVM only,
 * because the pool has a port.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CarrierPoolBenchmark {

    /** Half of the strands of a group are in its run queue. */
    private static final int QUEUED_SHARE = 2;
    /** Later than the benchmark: nothing is due, and somebody has to wait for it. */
    private static final long TIMER_NANOS = TimeUnit.HOURS.toNanos(1);

    /** How many carriers the group has, whether or not there is a thread for each. */
    @Param({"4", "64"})
    public int carriers;

    private CarrierPool pool;
    private Carrier[] all;
    /** Whose run queue has no more strands than threads that take them. */
    private CarrierPool poolAtRest;
    private final AtomicInteger threads = new AtomicInteger();

    /** Which carrier a thread stands for. */
    @State(Scope.Thread)
    public static class Self {
        private Carrier carrier;
        private RunCounters counters;
        private long[] runsSeen;
        /** Of the pool at rest. */
        private Strand strand;

        @Setup
        public void choose(CarrierPoolBenchmark group) {
            strand = newStrand(group.poolAtRest);
            carrier = group.all[group.threads.getAndIncrement() % group.carriers];
            carrier.prepare();
            counters = carrier.meter().counters;
            runsSeen = new long[group.carriers];
        }
    }

    @Setup(Level.Trial)
    public void open() throws IOException {
        IocpNotify.ensureAvailability();
        pool = newPool(carriers);
        poolAtRest = newPool(carriers);
        all = PrivateField.get(CarrierPool.class, "carriers", pool);
        for (int i = 0; i < settings(carriers).strandCount() / QUEUED_SHARE; i++) {
            pool.runnable().add(newStrand(pool));
        }
        StrandTimer timer = new StrandTimer(nowNanos -> { });
        pool.timers().add(timer);
        pool.timers().publish(timer, LoopClock.nanos() + TIMER_NANOS);
    }

    @TearDown(Level.Trial)
    public void close() {
        poolAtRest.close();
        pool.close();
    }

    private static GroupSettings settings(int carriers) {
        GroupSettings settings = new GroupSettings();
        settings.threads = carriers;
        return settings;
    }

    private static CarrierPool newPool(int carriers) throws IOException {
        return new CarrierPool(settings(carriers), ImmediateEventExecutor.INSTANCE);
    }

    /** The threads of a benchmark make theirs one after the other or at once. */
    private static Strand newStrand(CarrierPool pool) {
        synchronized (pool) {
            Strand strand = new Strand(ImmediateEventExecutor.INSTANCE, null, null, pool, new GroupSettings());
            pool.add(strand);
            return strand;
        }
    }

    // ---- the run queue: out of it, a look whether there are more, into it ----

    private boolean turn() {
        Strand strand = pool.runnable().poll();
        boolean hasMore = pool.hasWork();
        pool.runnable().add(strand);
        return hasMore;
    }

    @Benchmark
    @Threads(1)
    public boolean queue1() {
        return turn();
    }

    @Benchmark
    @Threads(2)
    public boolean queue2() {
        return turn();
    }

    @Benchmark
    @Threads(4)
    public boolean queue4() {
        return turn();
    }

    // ---- the same for a message that comes alone, with all the looks that a carrier makes until it waits again ----

    private boolean lone(Self self) {
        poolAtRest.runnable().add(self.strand);
        do {
            // Each thread has put in one. So there is one for each that takes one.
            self.strand = poolAtRest.runnable().poll();
        } while (self.strand == null);
        boolean hasMore = poolAtRest.hasWork();
        return hasMore | poolAtRest.hasWork();
    }

    @Benchmark
    @Threads(1)
    public boolean lone1(Self self) {
        return lone(self);
    }

    @Benchmark
    @Threads(2)
    public boolean lone2(Self self) {
        return lone(self);
    }

    @Benchmark
    @Threads(4)
    public boolean lone4(Self self) {
        return lone(self);
    }

    // ---- how many carriers wait: one more, a look, one less ----

    private boolean count() {
        pool.waitBegins();
        boolean isAny = pool.isAnyWaiting();
        pool.waitEnds();
        return isAny;
    }

    @Benchmark
    @Threads(1)
    public boolean waiting1() {
        return count();
    }

    @Benchmark
    @Threads(2)
    public boolean waiting2() {
        return count();
    }

    @Benchmark
    @Threads(4)
    public boolean waiting4() {
        return count();
    }

    // ---- what a carrier looks at before it waits and before the next run, the count of those that wait aside ----

    private boolean lookBeforeWait(Self self) {
        boolean isPending = pool.pendingArms().takeOver() != null;
        self.carrier.waitsUntilNanos(pool.timers().waitUntilNanos());
        boolean isKept = pool.timers().areKept();
        self.carrier.waitsUntilNanos(CompletionPort.NO_DEADLINE);
        return isPending || isKept | pool.timers().areNearlyKept();
    }

    @Benchmark
    @Threads(1)
    public boolean look1(Self self) {
        return lookBeforeWait(self);
    }

    @Benchmark
    @Threads(2)
    public boolean look2(Self self) {
        return lookBeforeWait(self);
    }

    @Benchmark
    @Threads(4)
    public boolean look4(Self self) {
        return lookBeforeWait(self);
    }

    // ---- the end of a run, and the search for a carrier in a long run, which comes once in 16 runs ----

    private Object inSameRun(Self self) {
        self.counters.runEnded();
        return pool.pendingArms().findInSameRun(self.runsSeen);
    }

    @Benchmark
    @Threads(1)
    public Object stuck1(Self self) {
        return inSameRun(self);
    }

    @Benchmark
    @Threads(2)
    public Object stuck2(Self self) {
        return inSameRun(self);
    }

    @Benchmark
    @Threads(4)
    public Object stuck4(Self self) {
        return inSameRun(self);
    }
}
