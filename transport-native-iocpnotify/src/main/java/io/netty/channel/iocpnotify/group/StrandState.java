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

import java.util.concurrent.atomic.AtomicLong;

/**
 * Who may run a strand: the one place where that is decided. All transitions:
 * <pre>
 *   IDLE ──offer──► QUEUED ──begin──► RUNNING ──end──► IDLE
 *                     ▲               ▲ │ │ offer
 *                     ├──end, more────┼─┘ ▼
 *                     └──end──────────┴─ RUNNING_AGAIN
 *                               runBegins
 * </pre>
 * Any thread calls {@code offer}, after it has made the work visible. Whoever finds the strand QUEUED after that, or
 * has made it so, adds it to the run queue: that may happen twice, and the thread that was first may have been stopped
 * before. A carrier that takes the strand from there calls {@code begin}. Only the one that moves QUEUED to RUNNING
 * runs the strand; it calls {@code end}. So at most one carrier runs it. Work that is offered during a run, or is left
 * by it, makes the end of that run another QUEUED. So no work is left behind on an idle strand.
 * <p>
 * Each transition is an atomic read-modify-write. So all that one carrier wrote in its run happens before the next run,
 * on any carrier. The plain fields of channels and handlers need nothing else.
 */
final class StrandState {

    static final long NOT_QUEUED = -1;

    private static final int IDLE = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int RUNNING_AGAIN = 3;
    /** The lower bits of the word are the state. */
    private static final long MASK = 3;
    private static final long SHIFT = 2;

    private static final long UNKNOWN = -1;

    /** The state, and above it for QUEUED the time since when: so nobody sees the one without the other. */
    private final AtomicLong state = new AtomicLong(IDLE);

    /** As {@link #offer(long)}, for a thread that has not read the clock: it is read only if it is needed. */
    boolean offer() {
        return offer(UNKNOWN);
    }

    /**
     * Says that there is work, at a time on the clock of the event loops. Returns whether the strand is QUEUED: then
     * the caller adds it to the run queue.
     */
    boolean offer(long nowNanos) {
        long sinceNanos = nowNanos;
        for (;;) {
            long current = state.get();
            switch (state(current)) {
                case IDLE:
                    if (sinceNanos == UNKNOWN) {
                        sinceNanos = LoopClock.nanos();
                    }
                    if (state.compareAndSet(current, queued(sinceNanos))) {
                        return true;
                    }
                    break;
                case RUNNING:
                    if (state.compareAndSet(current, RUNNING_AGAIN)) {
                        return false;
                    }
                    break;
                default:
                    // QUEUED and RUNNING_AGAIN both promise a run that begins after this point. The volatile read
                    // alone would not order our work before it: the write does.
                    if (state.compareAndSet(current, current)) {
                        return state(current) == QUEUED;
                    }
            }
        }
    }

    /** Whether the strand waits for a run that begins later than this call. Any thread. */
    boolean isQueued() {
        return state(state.get()) == QUEUED;
    }

    /**
     * The calling carrier has taken the strand from the run queue. Returns since when it was QUEUED; or
     * {@link #NOT_QUEUED} if it is not, and the caller must leave it alone.
     */
    long begin() {
        long current = state.get();
        while (state(current) == QUEUED) {
            if (state.compareAndSet(current, RUNNING)) {
                return current >> SHIFT;
            }
            current = state.get();
        }
        return NOT_QUEUED;
    }

    /** The run looks for work from now on: all that was offered before is for this run. */
    void runBegins() {
        if (state.get() == RUNNING_AGAIN) {
            state.compareAndSet(RUNNING_AGAIN, RUNNING);
        }
    }

    /**
     * The run is over, perhaps with {@code more} work left. Returns whether the strand is QUEUED, since
     * {@code nowNanos}: then the caller adds it to the run queue.
     */
    boolean end(boolean more, long nowNanos) {
        if (!more && state.compareAndSet(RUNNING, IDLE)) {
            return false;
        }
        long last = state.getAndSet(queued(nowNanos));
        if (last != RUNNING && last != RUNNING_AGAIN) {
            throw new IllegalStateException("a strand ends in state " + state(last));
        }
        return true;
    }

    private static int state(long word) {
        return (int) (word & MASK);
    }

    private static long queued(long sinceNanos) {
        return sinceNanos << SHIFT | QUEUED;
    }
}
