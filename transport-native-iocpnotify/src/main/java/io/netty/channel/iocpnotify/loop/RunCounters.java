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
package io.netty.channel.iocpnotify.loop;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * What one thread that runs event loops has counted. Only that thread writes, so a plain addition is enough and nobody
 * else's cache line is touched.
 * <p>
 * Any thread may read, by {@link #snapshot}. What orders it: the owner ends each run and each wait with an ordered
 * write of {@link #runs}, and a reader begins with a read of it. So a reader finds at least what was counted until
 * then. It may find a part of what was counted later.
 */
public final class RunCounters {

    /** For what is done outside any loop, such as in tests: counted and never looked at. Any thread. */
    public static final RunCounters NOBODYS = new RunCounters();

    // What snapshot has at which index: times of a thread, its runs, and what it did for sockets.
    public static final int BUSY_NANOS = 0;
    public static final int WAITING_NANOS = 1;
    public static final int ENDED_RUNS = 2;
    public static final int PACKETS = 3;
    public static final int ARMS = 4;
    public static final int REFUSED_ARMS = 5;
    public static final int READ_AGAINS = 6;
    public static final int READ_AGAINS_IN_VAIN = 7;
    public static final int SKIPPED_ACCEPTS = 8;
    /** The calls of the first {@link CountedCall}; those of the others follow, in their order. */
    public static final int CALLS = 9;
    /** Counted for a port, not for a thread. */
    public static final int POSTS = CALLS + CountedCall.POST_QUEUED_COMPLETION_STATUS.ordinal();
    public static final int FIGURES = CALLS + CountedCall.COUNT;

    private static final long NOT_WAITING = -1;

    private static final AtomicLongFieldUpdater<RunCounters> RUNS =
            AtomicLongFieldUpdater.newUpdater(RunCounters.class, "runs");
    private static final AtomicLongFieldUpdater<RunCounters> WAITING_SINCE =
            AtomicLongFieldUpdater.newUpdater(RunCounters.class, "waitingSinceNanos");

    /** How many runs of event loops have ended. Written by the owner, read by any thread; orders all other fields. */
    private volatile long runs;
    /** When the wait began that is under way. Written by the owner, read by any thread. */
    private volatile long waitingSinceNanos = NOT_WAITING;
    /** When the thread began and when it ended. Written by the owner, read by any thread; 0 before that. */
    private volatile long beganNanos;
    private volatile long endedNanos;

    // The rest is the owner's, and read as the class says.

    private long waitedNanos;
    /** What snapshot has, but for the times and the runs. */
    private final long[] counts = new long[FIGURES];

    // ---- by the owner ----

    public void began(long nowNanos) {
        beganNanos = nowNanos;
    }

    public void ended(long nowNanos) {
        endedNanos = nowNanos;
    }

    public void called(CountedCall call) {
        counts[CALLS + call.ordinal()]++;
    }

    /** One call has submitted so many arms and brought so many packets; a negative number of packets is an error. */
    public void processed(int arms, int packets) {
        called(CountedCall.PROCESS_SOCKET_NOTIFICATIONS);
        counts[ARMS] += arms;
        counts[PACKETS] += Math.max(0, packets);
    }

    /** Counts one more of {@link #READ_AGAINS}, for instance. */
    public void count(int figure) {
        counts[figure]++;
    }

    public void runEnded() {
        RUNS.lazySet(this, runs + 1);
    }

    public void waitBegins(long nowNanos) {
        WAITING_SINCE.lazySet(this, nowNanos);
    }

    /** To be called after each look at the port; does nothing else if that did not wait. */
    public void waitEnded(long nowNanos) {
        long since = waitingSinceNanos;
        if (since != NOT_WAITING) {
            waitedNanos += nowNanos - since;
            WAITING_SINCE.lazySet(this, NOT_WAITING);
        }
        RUNS.lazySet(this, runs);
    }

    // ---- by any thread ----

    public long runs() {
        return runs;
    }

    public boolean isWaiting() {
        return waitingSinceNanos != NOT_WAITING;
    }

    /** Returns {@link #FIGURES} numbers, each of which can be added to that of another thread. */
    public long[] snapshot(long nowNanos) {
        // First: it orders the rest.
        long runs = this.runs;
        long since = waitingSinceNanos;
        long began = beganNanos;
        long ended = endedNanos;
        long lived = began == 0 ? 0 : Math.max(0, (ended == 0 ? nowNanos : ended) - began);
        // The two parts of it were not read at once.
        long waiting = Math.min(lived, waitedNanos + (since == NOT_WAITING ? 0 : Math.max(0, nowNanos - since)));
        long[] figures = counts.clone();
        figures[BUSY_NANOS] = lived - waiting;
        figures[WAITING_NANOS] = waiting;
        figures[ENDED_RUNS] = runs;
        return figures;
    }
}
