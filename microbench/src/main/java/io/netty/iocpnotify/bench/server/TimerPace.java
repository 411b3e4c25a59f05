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
package io.netty.iocpnotify.bench.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deals out things to be done at a steady rate to whoever asks. Any thread.
 */
final class TimerPace {

    /** So that a pause, before the first message or between two, is not made up for in one burst. */
    private static final long MAX_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final long nanosEach;
    /** Up to when all that was due has been dealt out. */
    private final AtomicLong dealtUntil = new AtomicLong(System.nanoTime());

    TimerPace(int perSecond) {
        nanosEach = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** Returns how many are due and not dealt out; they are the caller's. */
    long take() {
        for (;;) {
            long dealt = dealtUntil.get();
            long now = System.nanoTime();
            long from = now - dealt > MAX_BURST_NANOS ? now - MAX_BURST_NANOS : dealt;
            long due = Math.max(0, (now - from) / nanosEach);
            if (due == 0 || dealtUntil.compareAndSet(dealt, from + due * nanosEach)) {
                return due;
            }
        }
    }
}
