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

/**
 * The time that a carrier gives to what it runs. It reads the clock only after things that may take any time: events,
 * reads and tasks. So a quantum ends after the thing that has used it up. Until the next reading, all who ask for the
 * time get that of the last reading. Belongs to one carrier.
 */
final class Quantum {

    private long nowNanos = LoopClock.nanos();
    private long endNanos;

    /** Reads the clock, which is that of the event loops. */
    long readClock() {
        nowNanos = LoopClock.nanos();
        return nowNanos;
    }

    /** Returns the time of the last reading. */
    long nowNanos() {
        return nowNanos;
    }

    /** A quantum begins, at the time of the last reading. */
    void start(long nanos) {
        endNanos = nowNanos + nanos;
    }

    /** Reads the clock: whether the quantum is used up. */
    boolean isOver() {
        return readClock() - endNanos >= 0;
    }
}
