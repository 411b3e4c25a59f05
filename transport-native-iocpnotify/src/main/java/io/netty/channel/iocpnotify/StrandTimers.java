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

import io.netty.util.concurrent.Ticker;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The timers of all strands of a group: when the first of them is due, and who waits for that. A strand keeps its own
 * timers and lowers the deadline that is common to all; only who finds that it has come looks at all strands, and
 * begins anew with what is there. So a look at the timers costs one read, however many strands there are.
 * <p>
 * Nothing is lost when a strand lowers the deadline while somebody begins anew: a strand publishes its own deadline
 * first, and lowers the common one then; who begins anew forgets the common one first, and reads the strands' then.
 * Until that is done the common one may be too late; so who does it looks again before it waits.
 */
final class StrandTimers {

    private static final long NO_DEADLINE = IocpNotifyEventLoop.NO_DEADLINE;
    /** How much later than the first carrier the second waits. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Ticker ticker = Ticker.systemTicker();
    /** Filled before the first carrier starts, unchanged from then on. */
    private final IocpNotifyEventLoop[] strands;
    private final Carrier[] carriers;
    /** When the first timer is due, or earlier, on the clock of the event loops. Any thread. */
    private final AtomicLong nearest = new AtomicLong(NO_DEADLINE);

    StrandTimers(IocpNotifyEventLoop[] strands, Carrier[] carriers) {
        this.strands = strands;
        this.carriers = carriers;
    }

    /** A strand wants to run at that time, which it has published. Any thread. */
    void lower(long deadlineNanos) {
        long current = nearest.get();
        while (deadlineNanos < current && !nearest.compareAndSet(current, deadlineNanos)) {
            current = nearest.get();
        }
    }

    /** Makes the strands runnable whose time has come; for a carrier that will look at the queue next. */
    void fire() {
        long deadline = nearest.get();
        if (deadline == NO_DEADLINE) {
            return;
        }
        long now = ticker.nanoTime();
        if (deadline - now > 0) {
            return;
        }
        nearest.set(NO_DEADLINE);
        for (IocpNotifyEventLoop strand : strands) {
            strand.fireIfDue(now);
            long next = strand.nextDeadlineNanos();
            if (next - now > 0) {
                // Else it is served: the strand is queued, or will be when it is released.
                lower(next);
            }
        }
    }

    /**
     * For a carrier that has said that it waits: until when. One carrier waits for the nearest deadline, one more until
     * a little later, in case the first has become busy meanwhile; the rest sleep through it.
     */
    long waitUntilNanos() {
        long deadline = nearest.get();
        if (deadline == NO_DEADLINE) {
            return deadline;
        }
        int others = 0;
        for (Carrier carrier : carriers) {
            if (carrier.waitsUntilNanos() - SLACK_NANOS <= deadline) {
                others++;
            }
        }
        if (others == 0) {
            return deadline;
        }
        return others == 1 && deadline < NO_DEADLINE - SLACK_NANOS ? deadline + SLACK_NANOS : NO_DEADLINE;
    }

    /** Whether somebody waits who will notice the nearest deadline about in time. */
    boolean areKept() {
        long deadline = nearest.get();
        if (deadline == NO_DEADLINE) {
            return true;
        }
        for (Carrier carrier : carriers) {
            if (carrier.waitsUntilNanos() - SLACK_NANOS <= deadline) {
                return true;
            }
        }
        return false;
    }

    int timeoutMillis(long deadlineNanos) {
        return deadlineNanos == NO_DEADLINE ? CompletionPort.INFINITE :
                CompletionPort.toMillis(deadlineNanos - ticker.nanoTime());
    }
}
