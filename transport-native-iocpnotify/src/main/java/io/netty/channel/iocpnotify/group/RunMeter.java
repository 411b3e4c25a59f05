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
import io.netty.channel.iocpnotify.loop.FlightEvents;
import io.netty.channel.iocpnotify.loop.FlightEvents.SlowRunEvent;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.PortRegistration;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.StringUtil;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What one carrier knows of its runs: how long each event loop waited, how long the run took, and what took longest in
 * it. It reads no clock: the times are those that the loop reads anyway. Used by the carrier, unless a method says
 * otherwise.
 */
public final class RunMeter {

    private static final AtomicReferenceFieldUpdater<RunMeter, EventExecutor> RUNNING =
            AtomicReferenceFieldUpdater.newUpdater(RunMeter.class, EventExecutor.class, "running");
    private static final AtomicLongFieldUpdater<RunMeter> BEGAN =
            AtomicLongFieldUpdater.newUpdater(RunMeter.class, "beganNanos");

    public final RunCounters counters;
    // Read by any thread, after the counters.
    public final DurationHistogram queueDelays = new DurationHistogram();
    public final DurationHistogram runDurations = new DurationHistogram();

    /** What the carrier runs now, or {@code null}. Written by it, after {@link #beganNanos}; read by any thread. */
    private volatile EventExecutor running;
    /** When that run began. Written by the carrier; who reads it reads {@link #running} first. */
    private volatile long beganNanos;
    /** Replaced by the carrier, read by anyone; {@code null} before the first run. */
    private volatile LongRun longest;

    /** A {@link SlowRunEvent}, or {@code null} without a recorder. The updaters above load the types of all fields. */
    private final Object slowRun = FlightEvents.AVAILABLE ? new SlowRunEvent() : null;

    // Of the run that is under way.
    private Object longestStep;
    private long longestStepNanos;

    RunMeter(RunCounters counters) {
        this.counters = counters;
    }

    void runBegins(EventExecutor loop, long queuedNanos, long nowNanos) {
        long delay = nowNanos - queuedNanos;
        queueDelays.record(delay);
        if (delay >= FlightEvents.THRESHOLD_NANOS) {
            FlightEvents.queueDelay(loop, delay);
        }
        BEGAN.lazySet(this, nowNanos);
        RUNNING.lazySet(this, loop);
        if (slowRun != null) {
            ((SlowRunEvent) slowRun).beginIfEnabled();
        }
    }

    /** After each step of a run: whether it was the last one that the quantum has time for. */
    boolean isLastStep(Quantum quantum, Object step) {
        long began = quantum.nowNanos();
        boolean isLast = quantum.isOver();
        stepEnded(step, quantum.nowNanos() - began);
        return isLast;
    }

    /** For each event and each task. */
    void stepEnded(Object step, long nanos) {
        if (nanos > longestStepNanos) {
            longestStepNanos = nanos;
            longestStep = step;
        }
    }

    void runEnds(EventExecutor loop, long nowNanos) {
        RUNNING.lazySet(this, null);
        long nanos = nowNanos - beganNanos;
        boolean isRecorded = slowRun != null && ((SlowRunEvent) slowRun).wasLong();
        if (isRecorded || nanos > runDurations.maxNanos()) {
            note(loop, nanos, isRecorded);
        }
        runDurations.record(nanos);
        // What has been handled may be garbage now.
        longestStep = null;
        longestStepNanos = 0;
    }

    /** Never throws: the strand is not released yet. */
    private void note(EventExecutor loop, long nanos, boolean isRecorded) {
        try {
            LongRun run = new LongRun(String.valueOf(loop), nanos, describe(longestStep), longestStepNanos);
            if (nanos > runDurations.maxNanos()) {
                longest = run;
            }
            if (isRecorded) {
                SlowRunEvent event = (SlowRunEvent) slowRun;
                event.eventLoop = run.eventLoop;
                event.longestStep = run.step;
                event.longestStepNanos = run.stepNanos;
                event.commit();
            }
        } catch (Throwable ignored) {
            // No memory to name it: the duration is counted all the same.
        }
    }

    /** The channel or other handle that had an event; or the class of the task. */
    private static String describe(Object step) {
        if (step == null) {
            return null;
        }
        try {
            if (step instanceof PortRegistration) {
                return String.valueOf(((PortRegistration) step).handle());
            }
            // Netty's own wrapping of a task says what is inside.
            return step instanceof Future ? step.toString() : StringUtil.simpleClassName(step);
        } catch (Throwable t) {
            // It is a user's.
            return step.getClass().getName();
        }
    }

    // ---- by any thread ----

    public EventExecutor running() {
        return running;
    }

    /** For who has read {@link #running()}: when that run began, or a later one. */
    public long beganNanos() {
        return beganNanos;
    }

    public LongRun longest() {
        return longest;
    }

    /** A run that took longer than those before it. */
    public static final class LongRun {

        public final String eventLoop;
        public final long nanos;
        /** What took longest in it, and for how long; {@code null} if it was empty. */
        public final String step;
        public final long stepNanos;

        LongRun(String eventLoop, long nanos, String step, long stepNanos) {
            this.eventLoop = eventLoop;
            this.nanos = nanos;
            this.step = step;
            this.stepNanos = stepNanos;
        }

        /** Returns the one that took longer; each may be {@code null}. */
        public static LongRun longer(LongRun one, LongRun other) {
            return one == null || other != null && other.nanos > one.nanos ? other : one;
        }
    }

    /**
     * The time that a carrier gives to what it runs. It reads the clock only after things that may take any time:
     * events, reads and tasks. So a quantum ends after the thing that has used it up. Until the next reading, all who
     * ask for the time get that of the last reading. Belongs to one carrier.
     */
    static final class Quantum {

        private long nowNanos = LoopClock.nanos();
        private long endNanos;

        long readClock() {
            nowNanos = LoopClock.nanos();
            return nowNanos;
        }

        long nowNanos() {
            return nowNanos;
        }

        /** A quantum begins, at the time of the last reading. */
        void start(long nanos) {
            endNanos = nowNanos + nanos;
        }

        /** Reads the clock: whether the quantum is used up. */
        boolean isOver() {
            return readClock() - endNanos >= 0;
        }
    }
}
