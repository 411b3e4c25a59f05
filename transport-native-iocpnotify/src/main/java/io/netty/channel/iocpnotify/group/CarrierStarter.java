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

import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Knows which carriers of a group have a thread, from the first to the last. The threads come from an executor, which
 * may be the user's. The executor may call this class again, or may block. So it is called outside all locks. It is
 * called for one carrier at a time, so that none is started twice.
 * <p>
 * The first carrier is started by the caller that needs it. That caller is told if the executor refuses. A carrier
 * never calls an executor of the user's, because all other carriers may be waiting for this one.
 */
final class CarrierStarter {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CarrierStarter.class);
    private static final long START_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Executor executor;
    private final boolean isExecutorOfUser;
    /** Those that are started when there is work, and the spare ones behind them; all there before the first start. */
    private final Carrier[] carriers;
    private final int usualCarriers;
    /** {@code null} if nobody looks at the carriers. */
    private final CarrierWatch watch;
    private final Consumer<Throwable> onNone;

    // Written under the lock of this, read by anyone.
    private volatile int started;
    private volatile int alive;
    private volatile int allowed;
    private volatile boolean stopping;
    /** The carrier that the executor is being asked to run, until it begins or the executor has answered. */
    private volatile Carrier starting;
    /** Whether the last carrier has ended: one that begins later is too late. Guarded by this. */
    private boolean closed;
    /** Whether a carrier could not be started, and before when no other is tried, as long as one is alive. */
    private volatile boolean refused;
    private volatile long startAgainNanos;

    /** @param onNone called when no carrier could be started while there was none, before that is thrown */
    CarrierStarter(Executor executor, GroupSettings settings, Carrier[] carriers,
                   Consumer<Throwable> onNone, CarrierWatch watch) {
        this.executor = executor;
        this.carriers = carriers;
        this.onNone = onNone;
        this.watch = watch;
        isExecutorOfUser = settings.executor != null;
        usualCarriers = settings.threadCount();
        allowed = usualCarriers;
    }

    Executor executor() {
        return executor;
    }

    /** Without the spare ones. */
    int usualCarriers() {
        return usualCarriers;
    }

    /** How many carriers have a thread, or are about to get one. Any thread. */
    int started() {
        return started;
    }

    boolean areUsualStarted() {
        return started >= usualCarriers;
    }

    /** Whether no carrier has a thread, or is about to get one. */
    boolean isDeserted() {
        return alive == 0;
    }

    boolean isStopping() {
        return stopping;
    }

    // ---- starting ----

    /** Starts one carrier more, if there is one that may be started. Any thread. */
    void start() {
        if (started >= allowed || starting != null || isRefusalFresh()) {
            return;
        }
        Carrier carrier;
        boolean first;
        synchronized (this) {
            if (stopping || starting != null || started >= allowed) {
                return;
            }
            if (watch != null) {
                watch.start();
            }
            carrier = carriers[started++];
            starting = carrier;
            first = alive == 0;
            if (first) {
                count(carrier);
            }
        }
        if (first || !isExecutorOfUser) {
            start(carrier);
            return;
        }
        try {
            new Thread(() -> start(carrier), "iocpnotify-carrier-starter").start();
        } catch (RuntimeException | Error e) {
            refused(carrier, e);
        }
    }

    /** An executor with fewer threads than it was to run would be asked in vain at every run of a strand. */
    private boolean isRefusalFresh() {
        return refused && alive > 0 && LoopClock.nanos() - startAgainNanos < 0;
    }

    private void start(Carrier carrier) {
        try {
            // A carrier without memory for this is one without a thread: it is tried again.
            carrier.prepare();
            executor.execute(carrier);
        } catch (RuntimeException | Error e) {
            refused(carrier, e);
            return;
        }
        synchronized (this) {
            count(carrier);
            isStarted(carrier);
        }
    }

    /** From here on the group does not end without it. Under the lock. */
    private void count(Carrier carrier) {
        if (!carrier.isCounted && !closed) {
            carrier.isCounted = true;
            alive++;
        }
    }

    private void isStarted(Carrier carrier) {
        if (starting == carrier) {
            starting = null;
        }
    }

    private void refused(Carrier carrier, Throwable cause) {
        boolean none;
        boolean firstTime;
        synchronized (this) {
            if (carrier.hasBegun) {
                // Whatever was thrown: it has its thread.
                return;
            }
            if (carrier.isCounted) {
                carrier.isCounted = false;
                alive--;
            }
            none = alive == 0;
            firstTime = !none && !refused;
            if (!none) {
                // Before the next may be started: who comes by now leaves the executor in peace.
                startAgainNanos = LoopClock.nanos() + START_AGAIN_NANOS;
                refused = true;
            }
            // It is the last that was started, as no other was meanwhile.
            started--;
            isStarted(carrier);
        }
        if (none) {
            onNone.accept(cause);
            PlatformDependent.throwException(cause);
        }
        if (firstTime) {
            // The calling thread has other things to do, and could not do anything about it.
            Errors.logThrown(logger, "A thread could not be started, and {} run. Trying again from time to time",
                    alive, cause);
        }
    }

    /** Starts one carrier more than there may be so far. Any thread. */
    void startSpare() {
        synchronized (this) {
            if (stopping || started == carriers.length) {
                return;
            }
            // Else the executor has refused the last one.
            if (started == allowed) {
                allowed++;
            }
        }
        start();
    }

    // ---- the carriers ----

    /**
     * In the carrier's thread, before all else. {@code false} if it has another thread already, or the group has ended
     * without it: then there is nothing left that it may touch.
     */
    synchronized boolean carrierBegins(Carrier carrier) {
        if (carrier.hasBegun || closed) {
            return false;
        }
        carrier.hasBegun = true;
        count(carrier);
        isStarted(carrier);
        return true;
    }

    synchronized void stop() {
        stopping = true;
        if (watch != null) {
            watch.stop();
        }
    }

    /** Whether it was the last one: then nothing else uses what the group has. */
    synchronized boolean carrierEnds() {
        closed = --alive == 0;
        return closed;
    }

    /** There is no carrier, and will not be one. */
    synchronized void end() {
        stop();
        closed = true;
    }
}
