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
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Warns of a carrier that has been in one run for too long, and shows what it does there. Once for each run. In the
 * thread of {@link CarrierWatch}.
 */
final class SlowRunWarning implements CarrierWatch.Look {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(SlowRunWarning.class);

    private final Carrier[] carriers;
    private final long afterNanos;
    /** How many runs each carrier had ended when it was warned of last. */
    private final long[] warned;

    /**
     * @param carriers all there will be; filled before the first look
     */
    SlowRunWarning(Carrier[] carriers, long afterNanos) {
        this.carriers = carriers;
        this.afterNanos = afterNanos;
        warned = new long[carriers.length];
        Arrays.fill(warned, -1);
    }

    /** Half of the limit: a warning is late by that at most. */
    @Override
    public long periodNanos() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), afterNanos / 2);
    }

    @Override
    public void look() {
        for (int i = 0; i < carriers.length; i++) {
            Carrier carrier = carriers[i];
            if (carrier.thread() == null) {
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
                Thread thread = carrier.thread();
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
