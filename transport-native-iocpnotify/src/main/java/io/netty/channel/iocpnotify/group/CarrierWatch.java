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

import io.netty.channel.iocpnotify.loop.DurationHistogram;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a group that checks its carriers from time to time. It is none of those, and nobody else may block it.
 * A group has it only if it has spare carriers, or is to warn of slow runs.
 */
final class CarrierWatch implements Runnable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CarrierWatch.class);

    private final CarrierPool pool;
    /** After which time without the end of a run a spare carrier starts, and a slow run is warned of. */
    private final long spareAfterNanos;
    private final long slowAfterNanos;
    /** Written under the lock of the starter. */
    private Thread thread;
    /** Written by who ends the last strand, read by the thread. */
    private volatile boolean stopped;

    // The rest belongs to the thread.

    /** How many runs had ended when the last one was seen to end; -1 if not all carriers were busy. */
    private long busyRuns = -1;
    private long busySinceNanos;
    /** How many runs each carrier had ended when it was warned of last. */
    private final long[] warned;

    private CarrierWatch(CarrierPool pool, GroupSettings settings) {
        this.pool = pool;
        spareAfterNanos = settings.spareThreads == 0 ? Long.MAX_VALUE : settings.spareAfterNanos;
        slowAfterNanos = settings.slowRunNanos == 0 ? Long.MAX_VALUE : settings.slowRunNanos;
        warned = new long[pool.carriers().length];
        Arrays.fill(warned, -1);
    }

    /** Returns {@code null} if there is nothing to check: then there is no thread for it. */
    static CarrierWatch of(CarrierPool pool, GroupSettings settings) {
        return settings.spareThreads == 0 && settings.slowRunNanos == 0 ? null : new CarrierWatch(pool, settings);
    }

    /** A carrier is about to be started, which does not depend on this. Under the lock of the starter. */
    void start() {
        if (thread != null) {
            return;
        }
        try {
            Thread watcher = new DefaultThreadFactory(CarrierWatch.class, true).newThread(this);
            watcher.start();
            thread = watcher;
        } catch (RuntimeException | Error e) {
            Errors.logUnexpected(logger, "No thread checks the others until the next one of the group is started", e);
        }
    }

    /** There is nothing to run any more. Under the lock of the starter. */
    void stop() {
        stopped = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        // Twice in the time: what is done is late by half of it at most.
        long periodNanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(spareAfterNanos, slowAfterNanos) / 2);
        while (!stopped) {
            LockSupport.parkNanos(this, periodNanos);
            // Nobody has a reason to interrupt this thread. It would not wait any more.
            if (Thread.interrupted()) {
                logger.debug("{} was interrupted", Thread.currentThread());
            }
            try {
                startSpareIfAllAreHeldUp();
                warnOfSlowRuns();
            } catch (Throwable t) {
                Errors.logUnexpected(logger, "Unexpected exception while checking the threads of a group", t);
            }
        }
    }

    /** Starts a spare carrier if handlers hold up all carriers of the group. */
    private void startSpareIfAllAreHeldUp() {
        long runs = pool.runsIfAllAreBusy();
        if (runs == -1 || runs != busyRuns) {
            busyRuns = runs;
            busySinceNanos = LoopClock.nanos();
        } else if (LoopClock.nanos() - busySinceNanos >= spareAfterNanos) {
            busyRuns = -1;
            pool.starter().startSpare();
        }
    }

    /** Warns of a carrier that has been in one run for too long, and shows what it does there. Once for each run. */
    private void warnOfSlowRuns() {
        for (int i = 0; i < warned.length; i++) {
            Carrier carrier = pool.carriers()[i];
            Thread thread = carrier.thread();
            if (thread == null) {
                // It has no meter yet.
                continue;
            }
            long runs = carrier.runs();
            EventExecutor loop = carrier.meter().running();
            if (loop == null || runs == warned[i]) {
                continue;
            }
            long nanos = LoopClock.nanos() - carrier.meter().beganNanos();
            if (nanos >= slowAfterNanos) {
                // For the log, which shows the stacks of what was thrown.
                Throwable stack = new Throwable("what " + thread.getName() + " does at this moment");
                stack.setStackTrace(thread.getStackTrace());
                // Else the stack may be that of another run, or of none.
                if (carrier.runs() == runs && carrier.meter().running() == loop) {
                    warned[i] = runs;
                    logger.warn("{} has run {} for {}, in a handler or a task that is slow or blocks",
                            thread.getName(), loop, DurationHistogram.text(nanos), stack);
                }
            }
        }
    }
}
