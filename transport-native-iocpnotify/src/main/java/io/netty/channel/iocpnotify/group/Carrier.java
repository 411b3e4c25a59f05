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

import io.netty.channel.iocpnotify.group.RunMeter.Quantum;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.PacketRouter;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thread that runs strands: takes the next runnable one, and when there is none, waits on the port for packets that
 * make some runnable. It belongs to no event loop while it does not run one, and allocates no pooled buffer then.
 */
public final class Carrier implements Runnable, StrandTimers.Waiter {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(Carrier.class);

    /** How often in succession the port must have had all the packets that were asked for until twice as many are. */
    private static final int FULL_CALLS = 16;
    /** How many strands run before a carrier polls the port, if the queue never gets empty. */
    private static final int RUNS_PER_POLL = 16;
    /** How many arms a carrier that is searching may still submit, in about the time that it takes to wake another. */
    private static final int ARMS_BEFORE_SEARCH = 2;
    /** After which time it polls in any case; longer than so many runs of short handlers take. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Longer ago than any carrier is relied on. */
    private static final long NOT_SEARCHING = Long.MIN_VALUE / 2;

    private final CarrierPool pool;
    private final PacketArray packets;

    /** The arms of its runs, if any. Put here by it, taken by it or by another that has time, by an exchange. */
    private final AtomicReference<PendingArms> pending = new AtomicReference<PendingArms>();

    /** Until when this carrier waits; NO_DEADLINE if without end, or not at all. Written by it, read by the others. */
    private volatile long waitsUntilNanos = CompletionPort.NO_DEADLINE;

    /**
     * Since when this carrier is searching for work, or NOT_SEARCHING. It sees all work that becomes visible meanwhile:
     * it looks once more after NOT_SEARCHING, before a run, a wait and a pause. Written by it, read by the others.
     */
    private volatile long searchesSinceNanos = NOT_SEARCHING;

    // Guarded by the pool.

    /** Whether the group waits for the end of this carrier. */
    boolean isCounted;
    /** Whether it has a thread, or had. */
    boolean hasBegun;

    // The rest belongs to this carrier.

    private final CarrierThread thread = new CarrierThread();

    /** None of its own, or one that is empty. */
    private PendingArms empty;
    /** Whether the last call brought all the packets that were asked for: then more are likely to be there. */
    private boolean flooded;
    private final Quantum quantum = new Quantum();
    private final RunCounters counters = new RunCounters();
    /** Which strand it has run last. */
    private Strand last;
    private int runsSincePoll;
    private long polledNanos;
    private int fullCalls;

    // What takes most of the heap, and is needed by none that has no thread: see prepare().
    /** How many runs each carrier had ended at the last poll. */
    private long[] runsSeen;
    private RunMeter meter;

    Carrier(CarrierPool pool, int packetsPerCall) {
        this.pool = pool;
        packets = new PacketArray(packetsPerCall);
        packets.limit = 1;
    }

    @Override
    public long waitsUntilNanos() {
        return waitsUntilNanos;
    }

    void waitsUntilNanos(long deadlineNanos) {
        waitsUntilNanos = deadlineNanos;
    }

    /** Since when it need not be called for work that is visible by now; long ago if it must be. Any thread. */
    long searchesSinceNanos() {
        return searchesSinceNanos;
    }

    /** Any thread. */
    long runs() {
        return counters.runs();
    }

    /**
     * Makes what this carrier needs to run. For {@link CarrierStarter}, each time before it asks for a thread. The
     * executor orders what is written here before the run.
     */
    void prepare() {
        if (meter == null) {
            runsSeen = new long[pool.carriers().length];
            meter = new RunMeter(counters);
        }
    }

    /** For any thread that has found a {@link #thread()}: the carrier writes that when it has the meter. */
    public RunMeter meter() {
        return meter;
    }

    /** {@code null} if there is none yet. Any thread. */
    public Thread thread() {
        return thread.thread();
    }

    /** Any carrier. */
    boolean hasPendingArms() {
        return pending.get() != null;
    }

    /** Returns them for the caller to submit, or {@code null}. Any carrier. */
    PendingArms takePendingArms() {
        return pending.get() == null ? null : pending.getAndSet(null);
    }

    @Override
    public void run() {
        if (!pool.starter().carrierBegins(this)) {
            return;
        }
        thread.adopt();
        counters.began(quantum.readClock());
        searchesSinceNanos = quantum.nowNanos();
        while (!pool.starter().isStopping()) {
            try {
                pool.timers().fire();
                if (packets.kept > 0) {
                    pool.route(packets, packets.kept);
                }
                Strand strand = pool.takeRunnable();
                if (strand != null) {
                    runStrand(strand);
                } else if (packets.kept > 0) {
                    submitNow(takePendingArms());
                    pause(PacketRouter::pauseForMemory);
                } else if (pending.get() == null) {
                    await();
                } else if (flooded) {
                    poll();
                } else {
                    submitNow(takePendingArms());
                }
            } catch (Throwable t) {
                Errors.logUnexpected(logger, "Unexpected exception in a carrier thread, which goes on", t);
            }
        }
        thread.leave();
        counters.ended(LoopClock.nanos());
        pool.carrierEnds(packets);
    }

    /** For the last carrier, when all have ended. */
    void free() {
        packets.free();
        if (empty != null) {
            empty.free();
        }
    }

    private void runStrand(Strand strand) {
        searchesSinceNanos = NOT_SEARCHING;
        try {
            if (strand == last && strand.hasDueReads() && !pool.isAnyWaiting()) {
                // No other strand is in between, and this one may have something to read each time.
                pollIfReady();
            }
            last = strand;
            submitAndPassOn();
            thread.beforeRun();
        } catch (Throwable t) {
            // It is in the queue no more: whatever goes wrong, it is this carrier that runs it.
            Errors.logUnexpected(logger, "Unexpected exception before the run of an event loop", t);
        }
        boolean hasArms = strand.run(quantum, meter);
        thread.afterRun(strand.loop());
        if (hasArms) {
            if (strand.registrations().pendingArms() <= ARMS_BEFORE_SEARCH) {
                searchesSinceNanos = quantum.nowNanos();
            }
            keepArms(strand);
        }
        searchesSinceNanos = quantum.nowNanos();
        counters.runEnded();
        if (++runsSincePoll >= RUNS_PER_POLL || quantum.nowNanos() - polledNanos >= POLL_NANOS) {
            if (!pool.isAnyWaiting()) {
                // A carrier that never gets to wait must not take packets one at a time.
                packets.limit = packets.capacity;
            }
            pollIfReady();
        }
    }

    private void submitAndPassOn() {
        try {
            if (pool.isAnyWaiting()) {
                // They could serve the strands that would be held up meanwhile. Who begins to wait later looks for
                // itself.
                submitNow(takePendingArms());
            }
        } finally {
            pool.passOn();
        }
    }

    private void keepArms(Strand strand) {
        PendingArms own = takePendingArms();
        try {
            if (own == null) {
                own = empty != null ? empty : pool.pendingArms().take();
                empty = null;
            }
            strand.addArms(own);
        } catch (Throwable t) {
            strand.release();
            submitNow(own);
            throw t;
        }
        // One that has more to do gets its place in the queue now, behind those that are there.
        if (strand.hasTasksOrPackets() || own.hasNoArms() || !pool.port().combinesArms) {
            submitNow(own);
        } else {
            pending.set(own);
        }
    }

    private void submitNow(PendingArms taken) {
        if (taken != null) {
            try {
                taken.submit(pool.port(), counters);
            } finally {
                keep(taken);
                // It was a call of the system, whose time is no handler's.
                quantum.readClock();
            }
        }
    }

    private void keep(PendingArms submitted) {
        if (empty == null) {
            empty = submitted;
        } else {
            pool.pendingArms().giveBack(submitted);
        }
    }

    private void pollIfReady() {
        if (packets.kept == 0) {
            poll();
        } else {
            runsSincePoll = 0;
            submitNow(takePendingArms());
        }
    }

    /** Polls the port, and submits the pending arms with the same call. */
    private void poll() {
        Carrier other = pool.pendingArms().findInSameRun(runsSeen);
        if (other != null) {
            if (empty != null) {
                // No carrier has more than two at once.
                pool.pendingArms().giveBack(empty);
                empty = null;
            }
            submitNow(other.takePendingArms());
        }
        PendingArms own = takePendingArms();
        int count;
        if (own == null) {
            count = pool.port().dequeue(0, packets);
            counters.processed(0, count);
        } else {
            try {
                count = own.submitAndPoll(pool.port(), packets, counters);
            } finally {
                keep(own);
            }
        }
        quantum.readClock();
        route(count);
    }

    private void await() {
        searchesSinceNanos = NOT_SEARCHING;
        pool.waitBegins();
        PendingArms others = null;
        int count = 0;
        try {
            others = pool.pendingArms().takeOver();
            if (others == null) {
                long deadlineNanos = pool.timers().waitUntilNanos();
                waitsUntilNanos(deadlineNanos);
                if (!pool.hasWork()) {
                    counters.waitBegins(quantum.readClock());
                    count = pool.port().dequeue(pool.timers().timeoutMillis(deadlineNanos), packets);
                    counters.processed(0, count);
                }
            }
        } finally {
            waitsUntilNanos(CompletionPort.NO_DEADLINE);
            pool.waitEnds();
            searchesSinceNanos = quantum.readClock();
        }
        submitNow(others);
        route(count);
    }

    /** Others do the work that there is meanwhile. */
    private void pause(Runnable pause) {
        searchesSinceNanos = NOT_SEARCHING;
        pool.passOn();
        pause.run();
        searchesSinceNanos = quantum.readClock();
    }

    /** After a reading of the clock. */
    private void route(int count) {
        runsSincePoll = 0;
        polledNanos = quantum.nowNanos();
        packets.receivedNanos = polledNanos;
        counters.waitEnded(polledNanos);
        flooded = count == packets.limit;
        if (!flooded || pool.isAnyWaiting()) {
            packets.limit = 1;
            fullCalls = 0;
        } else if (++fullCalls == FULL_CALLS) {
            packets.limit = Math.min(packets.capacity, count << 1);
            fullCalls = 0;
        }
        if (count < 0) {
            pause(() -> PacketRouter.pauseAfterFailedDequeue(logger, count));
        } else {
            pool.route(packets, count);
        }
    }
}
