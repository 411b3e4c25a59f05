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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a group that checks its carriers from time to time. It is none of those, and nobody else may block it.
 * A group has it only if it has spare carriers, or is to warn of slow runs.
 */
final class CarrierWatch implements Runnable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CarrierWatch.class);

    private final List<Check> checks = new ArrayList<Check>();
    /** Written under the lock of the starter. */
    private Thread thread;
    /** Written by who ends the last strand, read by the thread. */
    private volatile boolean stopped;

    private CarrierWatch() { }

    /** Returns {@code null} if there is nothing to check: then there is no thread for it. */
    static CarrierWatch of(CarrierPool pool, GroupSettings settings) {
        CarrierWatch watch = new CarrierWatch();
        if (settings.spareThreads != 0) {
            watch.checks.add(new SpareCarriers(pool, settings.spareAfterNanos));
        }
        if (settings.slowRunNanos != 0) {
            watch.checks.add(new SlowRunWarning(pool.carriers(), settings.slowRunNanos));
        }
        return watch.checks.isEmpty() ? null : watch;
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
        for (Check check : checks) {
            check.nextNanos = System.nanoTime() + check.periodNanos;
        }
        while (!stopped) {
            long nowNanos = System.nanoTime();
            long waitNanos = Long.MAX_VALUE;
            for (Check check : checks) {
                if (nowNanos - check.nextNanos >= 0) {
                    try {
                        check.check();
                    } catch (Throwable t) {
                        Errors.logUnexpected(logger, "Unexpected exception while checking the threads of a group", t);
                    }
                    check.nextNanos = System.nanoTime() + check.periodNanos;
                }
                waitNanos = Math.min(waitNanos, check.nextNanos - nowNanos);
            }
            LockSupport.parkNanos(this, waitNanos);
            // Nobody has a reason to interrupt this thread. It would not wait any more.
            if (Thread.interrupted()) {
                logger.debug("{} was interrupted", Thread.currentThread());
            }
        }
    }

    /** What is done from time to time, in the thread of the watch. */
    private abstract static class Check {

        private final long periodNanos;
        private long nextNanos;

        Check(long periodNanos) {
            this.periodNanos = periodNanos;
        }

        abstract void check();
    }

    /** Starts a spare carrier if handlers hold up all carriers of the group. */
    private static final class SpareCarriers extends Check {

        private final CarrierPool pool;
        private long last = -1;

        SpareCarriers(CarrierPool pool, long afterNanos) {
            super(afterNanos);
            this.pool = pool;
        }

        @Override
        void check() {
            long runs = pool.runsIfAllAreBusy();
            if (runs != -1 && runs == last) {
                pool.startSpareCarrier();
                runs = -1;
            }
            last = runs;
        }
    }

    /**
     * Warns of a carrier that has been in one run for too long, and shows what it does there. Once for each run. Checks
     * twice in that time: a warning is late by half of it at most.
     */
    private static final class SlowRunWarning extends Check {

        private final Carrier[] carriers;
        private final long afterNanos;
        /** How many runs each carrier had ended when it was warned of last. */
        private final long[] warned;

        /** @param carriers all there will be; filled before the first check */
        SlowRunWarning(Carrier[] carriers, long afterNanos) {
            super(Math.max(TimeUnit.MILLISECONDS.toNanos(1), afterNanos / 2));
            this.carriers = carriers;
            this.afterNanos = afterNanos;
            warned = new long[carriers.length];
            Arrays.fill(warned, -1);
        }

        @Override
        void check() {
            for (int i = 0; i < carriers.length; i++) {
                Carrier carrier = carriers[i];
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
                if (nanos >= afterNanos) {
                    Stack stack = new Stack(thread);
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

    /** For the log, which shows the stacks of what was thrown. */
    private static final class Stack extends Throwable {

        private static final long serialVersionUID = 1L;

        Stack(Thread thread) {
            super("what " + thread.getName() + " does at this moment", null, false, true);
            setStackTrace(thread.getStackTrace());
        }

        @Override
        public Throwable fillInStackTrace() {
            // That of the watch tells nothing.
            return this;
        }
    }
}
