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

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;

import java.util.concurrent.TimeUnit;

/**
 * Looks from time to time whether handlers hold up all carriers of a group, and starts a spare one then. It needs a
 * thread that is none of those: {@link GlobalEventExecutor}'s.
 */
final class SpareCarriers implements Runnable {

    private final CarrierPool pool;
    private final long afterNanos;
    /** Written under the lock of the pool, by who starts the last usual carrier; read by who ends the last strand. */
    private Future<?> watch;
    /** What was seen last; belongs to the thread of the watch. */
    private long lastRuns = -1;

    SpareCarriers(CarrierPool pool, long afterNanos) {
        this.pool = pool;
        this.afterNanos = afterNanos;
    }

    /** All usual carriers are started. Under the lock of the pool. */
    void watch() {
        watch = GlobalEventExecutor.INSTANCE.scheduleWithFixedDelay(this, afterNanos, afterNanos, TimeUnit.NANOSECONDS);
    }

    /** There is nothing to run any more. Under the lock of the pool, like {@link #watch()}. */
    void stop() {
        if (watch != null) {
            watch.cancel(false);
        }
    }

    @Override
    public void run() {
        long runs = pool.runsIfAllAreBusy();
        if (runs != -1 && runs == lastRuns) {
            pool.startSpareCarrier();
            runs = -1;
        }
        lastRuns = runs;
    }
}
