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

import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.winsock.CompletionPort;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The timers of all strands of a group: whose time has come, and who waits for the next. All share one word: the
 * nearest deadline. When it has come, a carrier looks at each strand.
 * <p>
 * While nobody looks, the word is not later than the deadline of any strand. It may be earlier: a deadline that moves
 * to a later time leaves it as it is. Then the next look at all strands finds nothing due, and the true nearest one.
 * <p>
 * One carrier looks at a time. First it puts a <em>claim</em> into the word: a time that is a little later, when the
 * next one looks if this one has not ended. So those that run wait no longer for one that is stopped here. At the end
 * it puts the nearest deadline in the place of its claim.
 * <p>
 * A strand that publishes a deadline meanwhile may have been passed over. So it takes the claim away and leaves its
 * time, or its own deadline if that is earlier. Then who looks may only put an earlier one there.
 */
final class StrandTimers {

    /** A carrier. */
    interface Waiter {

        /** Until when it waits; NO_DEADLINE if without end, or not at all. Any thread. */
        long waitsUntilNanos();
    }

    private static final long NO_DEADLINE = CompletionPort.NO_DEADLINE;

    private final LongSupplier clock;
    /**
     * How much later than the first carrier the second waits. Waits are rounded up to milliseconds, and end with ticks
     * of the system's clock: with less than this, each deadline would wake two carriers. The price is that a timer may
     * be late by so much and a tick, if the first is in a long run when the deadline comes, and all others sleep.
     */
    private final long slackNanos;
    /** Filled before the first carrier starts, unchanged from then on. */
    private final Waiter[] carriers;
    /** As the carriers. */
    private final StrandTimer[] timers;
    private int count;
    /** The nearest deadline, NO_DEADLINE, or a claim: minus its time. Any thread that runs a strand, any carrier. */
    private final AtomicLong nearest = new AtomicLong(NO_DEADLINE);
    /** The time of the last claim. No two are the same: who was stopped must not take another claim for its own. */
    private final AtomicLong lastClaim = new AtomicLong();

    /**
     * @param clock what the deadlines are told by, in nanoseconds, never negative
     * @param tickNanos how far apart the ticks of the system's clock are that end a wait
     */
    StrandTimers(int strands, Waiter[] carriers, LongSupplier clock, long tickNanos) {
        slackNanos = 2 * tickNanos + TimeUnit.MILLISECONDS.toNanos(1);
        timers = new StrandTimer[strands];
        this.carriers = carriers;
        this.clock = clock;
    }

    /** Before the first carrier starts. */
    void add(StrandTimer timer) {
        timers[count++] = timer;
    }

    /** A strand wants to run at that time, or not by itself. For who runs the strand or still holds it. */
    void publish(StrandTimer timer, long deadlineNanos) {
        long deadline = Math.max(0, deadlineNanos);
        // Before the word is read: who has put there what is read looks at this after that.
        timer.deadlineNanos(deadline);
        lower(deadline);
    }

    /** Has the word be no later than a deadline, and no claim that who looks could put a later one for. */
    private void lower(long deadline) {
        if (deadline == NO_DEADLINE) {
            return;
        }
        long known = nearest.get();
        while ((known < 0 || known > deadline) &&
                !nearest.compareAndSet(known, Math.min(Math.abs(known), deadline))) {
            known = nearest.get();
        }
    }

    /** Makes the strands runnable whose time has come; for a carrier that will look at the queue next. */
    void fire() {
        long known = nearest.get();
        if (known == NO_DEADLINE) {
            return;
        }
        long now = clock.getAsLong();
        while (Math.abs(known) <= now) {
            long claim = -newClaim(now);
            if (nearest.compareAndSet(known, claim)) {
                long next = fireDue(now);
                if (!nearest.compareAndSet(claim, next)) {
                    lower(next);
                }
                // What became due meanwhile is for the next call: where all strands are late, there is always more.
                return;
            }
            known = nearest.get();
        }
    }

    private long newClaim(long now) {
        long last;
        long claim;
        do {
            last = lastClaim.get();
            claim = Math.max(now + PostedPacket.RELIED_NANOS, last + 1);
        } while (!lastClaim.compareAndSet(last, claim));
        return claim;
    }

    /** Returns the nearest deadline of those that are not due. */
    private long fireDue(long now) {
        long next = NO_DEADLINE;
        for (int i = 0; i < count; i++) {
            long deadline = timers[i].deadlineNanos();
            if (deadline <= now) {
                timers[i].due(now);
            } else if (deadline < next) {
                next = deadline;
            }
        }
        return next;
    }

    /** When somebody must look. */
    private long nearestNanos() {
        return Math.abs(nearest.get());
    }

    /**
     * For a carrier that has said that it waits: until when. One carrier waits for the nearest deadline, one more until
     * a little later, in case the first has become busy meanwhile; the rest sleep through it.
     */
    long waitUntilNanos() {
        long nearest = nearestNanos();
        if (nearest == NO_DEADLINE) {
            return nearest;
        }
        long later = later(nearest);
        int inTime = 0;
        int nearly = 0;
        for (Waiter carrier : carriers) {
            long until = carrier.waitsUntilNanos();
            if (until <= nearest) {
                inTime++;
            } else if (until <= later) {
                nearly++;
            }
        }
        if (inTime == 0) {
            return nearest;
        }
        return inTime + nearly == 1 ? later : NO_DEADLINE;
    }

    /** Whether somebody waits who will notice the nearest deadline in time. */
    boolean areKept() {
        return areKept(nearestNanos());
    }

    /** As {@link #areKept}, or a little later: to wake somebody for less costs more than it gains. */
    boolean areNearlyKept() {
        return areKept(later(nearestNanos()));
    }

    private long later(long deadlineNanos) {
        return deadlineNanos < NO_DEADLINE - slackNanos ? deadlineNanos + slackNanos : NO_DEADLINE;
    }

    private boolean areKept(long untilNanos) {
        if (untilNanos == NO_DEADLINE) {
            return true;
        }
        for (Waiter carrier : carriers) {
            if (carrier.waitsUntilNanos() <= untilNanos) {
                return true;
            }
        }
        return false;
    }

    int timeoutMillis(long deadlineNanos) {
        return deadlineNanos == NO_DEADLINE ? CompletionPort.INFINITE :
                CompletionPort.toMillis(deadlineNanos - clock.getAsLong());
    }

    /** When a strand wants to run by itself. */
    static final class StrandTimer {

        private final LongConsumer whenDue;

        /**
         * On the clock of the event loops. Written by who runs the strand or still holds it, which is one thread at a
         * time; read by carriers that look for what is due.
         */
        private volatile long deadlineNanos = CompletionPort.NO_DEADLINE;

        /**
         * @param whenDue makes the strand runnable; called with the time by a carrier that takes from the run queue
         *         next, and perhaps by several
         */
        StrandTimer(LongConsumer whenDue) {
            this.whenDue = whenDue;
        }

        long deadlineNanos() {
            return deadlineNanos;
        }

        void deadlineNanos(long deadlineNanos) {
            this.deadlineNanos = deadlineNanos;
        }

        void due(long nowNanos) {
            whenDue.accept(nowNanos);
        }
    }
}
