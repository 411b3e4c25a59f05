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

import jdk.jfr.Event;

/**
 * An event of the flight recorder that is recorded only if it took long. One object serves for many durations, one
 * after the other.
 */
@SuppressWarnings("Since15")
abstract class FlightDuration extends Event {

    /** Whether the recording was on at the beginning. */
    private transient boolean begun;
    /** Read after {@link #begin()}, and the end before {@link #end()}: so what the recorder measures is not shorter. */
    private transient long begunNanos;

    /** It begins, if the recording is on. */
    final void beginIfEnabled() {
        begun = isEnabled();
        if (begun) {
            begin();
            begunNanos = System.nanoTime();
        }
    }

    /**
     * It is over.
     *
     * @return whether it is to be recorded: then the fields are set, and {@link #commit()} is called
     */
    final boolean wasLong() {
        if (!begun) {
            return false;
        }
        begun = false;
        if (System.nanoTime() - begunNanos < FlightEvents.THRESHOLD_NANOS) {
            return false;
        }
        end();
        return shouldCommit();
    }
}
