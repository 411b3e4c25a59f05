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

import io.netty.channel.iocpnotify.winsock.CompletionPort;

import java.util.concurrent.TimeUnit;

/**
 * How long an event loop waits until it asks the port again for the arms that the system had no memory for. The pause
 * doubles each time, and ends when the port takes arms of the loop again. Meanwhile the loop runs its tasks and events:
 * a call that failed has handed over nothing, so there is no arm that would have to come first. Used as the loop is.
 */
final class ArmPause {

    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(256);

    private final CompletionPort port;
    /** 0 if there is no pause. */
    private long nanos;
    private long untilNanos;

    ArmPause(CompletionPort port) {
        this.port = port;
    }

    /** Whether arms may be handed to the port. */
    boolean isOver() {
        return nanos == 0 || LoopClock.nanos() - untilNanos >= 0;
    }

    /** Until when they may not, on the clock of the event loops; NO_DEADLINE if they may. */
    long untilNanos() {
        return nanos == 0 ? CompletionPort.NO_DEADLINE : untilNanos;
    }

    /** The port was asked in vain. */
    void begin(int error) {
        if (nanos == 0) {
            nanos = SHORTEST_NANOS;
            port.armsPaused(error);
        } else {
            nanos = Math.min(LONGEST_NANOS, nanos << 1);
        }
        untilNanos = LoopClock.nanos() + nanos;
    }

    /** The port has taken what it was asked for, or will not be asked any more. */
    void end() {
        if (nanos != 0) {
            nanos = 0;
            port.armsResumed();
        }
    }
}
