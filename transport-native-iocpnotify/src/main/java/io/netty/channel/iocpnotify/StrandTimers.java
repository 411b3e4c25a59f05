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


import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The timers of all strands of a group: whose time has come, and who waits for the next. They are filed by time in a
 * binary heap. So the cost of firing grows with the timers that are due, and not with all that there are. A look at
 * them costs one read.
 * <p>
 * A strand whose deadline moves to a later time stays filed for the earlier one. It is looked at then, and filed anew.
 * So the end of a run takes the lock only if the deadline has become an earlier one.
 * <p>
 * No deadline is lost. The end of a run first publishes the deadline, and then reads for which time the strand is
 * filed. A carrier that fires takes the strand out first, and reads its deadline then. So one of the two sees what the
 * other wrote. Both reads are repeated under the lock.
 */
final class StrandTimers {

    private static final long NO_DEADLINE = CompletionPort.NO_DEADLINE;
    /** How much later than the first carrier the second waits. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final LongSupplier clock;
    /** Filled before the first carrier starts, unchanged from then on. */
    private final Carrier[] carriers;
    /** The parent of index i is at (i - 1) / 2 and is not filed for later. Guarded by this. */
    private final StrandTimer[] heap;
    /** Guarded by this. */
    private int size;
    /** For when the first is filed, or NO_DEADLINE. Written under the lock, after the heap; read by any thread. */
    private volatile long nearestNanos = NO_DEADLINE;

    /**
     * @param strands how many strands there are
     * @param clock what the deadlines are told by, in nanoseconds
     */
    StrandTimers(int strands, Carrier[] carriers, LongSupplier clock) {
        heap = new StrandTimer[strands];
        this.carriers = carriers;
        this.clock = clock;
    }

    /** A strand wants to run at that time, or not by itself. For who runs the strand or still holds it. */
    void publish(StrandTimer timer, long deadlineNanos) {
        timer.deadlineNanos(deadlineNanos);
        if (deadlineNanos < timer.filedNanos()) {
            synchronized (this) {
                file(timer);
                nearestNanos = firstNanos();
            }
        }
    }

    /** Makes the strands runnable whose time has come; for a carrier that will look at the queue next. */
    void fire() {
        long nearest = nearestNanos;
        if (nearest == NO_DEADLINE) {
            return;
        }
        long now = clock.getAsLong();
        if (nearest > now) {
            return;
        }
        synchronized (this) {
            try {
                while (firstNanos() <= now) {
                    StrandTimer timer = takeFirst();
                    if (timer.deadlineNanos() <= now) {
                        timer.due(now);
                    } else {
                        file(timer);
                    }
                }
            } finally {
                nearestNanos = firstNanos();
            }
        }
    }

    /**
     * For a carrier that has said that it waits: until when. One carrier waits for the nearest deadline, one more until
     * a little later, in case the first has become busy meanwhile; the rest sleep through it.
     */
    long waitUntilNanos() {
        long nearest = nearestNanos;
        if (nearest == NO_DEADLINE) {
            return nearest;
        }
        long later = later(nearest);
        int inTime = 0;
        int nearly = 0;
        for (Carrier carrier : carriers) {
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
        return areKept(nearestNanos);
    }

    /** As {@link #areKept}, or a little later: to wake somebody for less costs more than it gains. */
    boolean areNearlyKept() {
        return areKept(later(nearestNanos));
    }

    private static long later(long deadlineNanos) {
        return deadlineNanos < NO_DEADLINE - SLACK_NANOS ? deadlineNanos + SLACK_NANOS : NO_DEADLINE;
    }

    private boolean areKept(long untilNanos) {
        if (untilNanos == NO_DEADLINE) {
            return true;
        }
        for (Carrier carrier : carriers) {
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

    // ---- the heap, under the lock ----

    private long firstNanos() {
        return size == 0 ? NO_DEADLINE : heap[0].filedNanos();
    }

    /** Files it for its deadline, if it is filed for later or not at all. */
    private void file(StrandTimer timer) {
        long deadline = timer.deadlineNanos();
        if (deadline >= timer.filedNanos()) {
            return;
        }
        int index = timer.index < 0 ? size++ : timer.index;
        timer.filedNanos(deadline);
        while (index > 0 && heap[(index - 1) / 2].filedNanos() > deadline) {
            put(index, heap[(index - 1) / 2]);
            index = (index - 1) / 2;
        }
        put(index, timer);
    }

    private StrandTimer takeFirst() {
        StrandTimer first = heap[0];
        StrandTimer last = heap[--size];
        heap[size] = null;
        if (size > 0) {
            long filed = last.filedNanos();
            int index = 0;
            for (int child = 1; child < size; child = 2 * index + 1) {
                if (child + 1 < size && heap[child + 1].filedNanos() < heap[child].filedNanos()) {
                    child++;
                }
                if (heap[child].filedNanos() >= filed) {
                    break;
                }
                put(index, heap[child]);
                index = child;
            }
            put(index, last);
        }
        first.index = -1;
        first.filedNanos(NO_DEADLINE);
        return first;
    }

    private void put(int index, StrandTimer timer) {
        heap[index] = timer;
        timer.index = index;
    }
}
