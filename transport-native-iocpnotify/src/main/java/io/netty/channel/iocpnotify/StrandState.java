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

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who may run a strand: the one place where that is decided. All transitions:
 * <pre>
 *   IDLE ──offer──► QUEUED ──begin──► RUNNING ──end──► IDLE
 *                     ▲                │ │ offer
 *                     ├──end, more─────┘ ▼
 *                     └──────end────── RUNNING_AGAIN
 * </pre>
 * Any thread calls {@code offer}, after it has made the work visible. The thread that moves IDLE to QUEUED puts the
 * strand into the run queue, once. So does the carrier whose {@code end} says so. The carrier that took the strand from
 * there calls {@code begin} and {@code end}. So at most one carrier runs it. Work that is offered during a run, or is
 * left by it, makes the end of that run another QUEUED. So no work is left behind on an idle strand.
 * <p>
 * Each transition is an atomic read-modify-write. So all that one carrier wrote in its run happens before the next run,
 * on any carrier. The plain fields of channels and handlers need nothing else.
 */
final class StrandState {

    private static final int IDLE = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int RUNNING_AGAIN = 3;

    private final AtomicInteger state = new AtomicInteger(IDLE);

    /**
     * Says that there is work.
     *
     * @return {@code true} if the caller must put the strand into the run queue
     */
    boolean offer() {
        for (;;) {
            int current = state.get();
            switch (current) {
                case IDLE:
                    if (state.compareAndSet(IDLE, QUEUED)) {
                        return true;
                    }
                    break;
                case RUNNING:
                    if (state.compareAndSet(RUNNING, RUNNING_AGAIN)) {
                        return false;
                    }
                    break;
                default:
                    // QUEUED and RUNNING_AGAIN both promise a run that begins after this point. The volatile read
                    // alone would not order our work before it: the write does.
                    if (state.compareAndSet(current, current)) {
                        return false;
                    }
            }
        }
    }

    /** The strand came out of the run queue and is run by the calling carrier. */
    void begin() {
        if (!state.compareAndSet(QUEUED, RUNNING)) {
            throw new IllegalStateException("a strand begins in state " + state.get());
        }
    }

    /**
     * The run is over.
     *
     * @param more whether the strand knows of work that is left
     * @return {@code true} if the caller must put the strand into the run queue again
     */
    boolean end(boolean more) {
        if (!more && state.compareAndSet(RUNNING, IDLE)) {
            return false;
        }
        int last = state.getAndSet(QUEUED);
        if (last != RUNNING && last != RUNNING_AGAIN) {
            throw new IllegalStateException("a strand ends in state " + last);
        }
        return true;
    }
}
