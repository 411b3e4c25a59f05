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

import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;

/**
 * Decides after each read of a socket whether to read once more, when it is the socket's turn, instead of arming it.
 * Where peers answer faster than the loop comes by again, the data is there, and what an arm and its packet cost is
 * spared; where they do not, the call is in vain. So a socket is tried now and then, read on and on as long as there
 * is something each time and the loop allows it, and tried less and less often if there is not. A new connection may be
 * read once before its first arm. Used in the loop.
 */
final class ReadAgain {

    /** How many reads go by before the first try, and between tries in vain at the most. */
    private static final byte FIRST_INTERVAL = 8;
    private static final byte LONGEST_INTERVAL = 64;
    /** How many turns go by at the most while the answer is on its way, maybe with a thread that is no event loop. */
    private static final int TURNS_FOR_ANSWER = 2;

    private byte interval = FIRST_INTERVAL;
    private byte readsToGo = FIRST_INTERVAL;
    private boolean trying;
    private boolean established;
    /** Whether something was received since {@link #isDue} was asked last. */
    private boolean received;
    /** Whether something was sent since something was received. */
    private boolean answered = true;
    /** Whether what was received last came without an answer to what was received before. */
    private boolean unasked;
    private byte turnsToWait;
    /** See {@link #sinceNanos()}; of no meaning before the first of those tries. */
    private long sinceNanos;
    /** Who is to be told what the read before the first arm finds; {@code null} if there is none, or something came. */
    private FirstReads first;

    ReadAgain() { }

    /** For a new connection that is read before it is armed. */
    ReadAgain(FirstReads first) {
        this.first = first;
    }

    /** The read under way has received something. */
    void received() {
        if (first != null) {
            if (trying) {
                first.tried(true);
            }
            first = null;
            trying = false;
        }
        unasked = !answered;
        answered = false;
        received = true;
    }

    /** Whether what was received has had no answer yet, and its peer waits for one. */
    boolean awaitsAnswer() {
        return !answered && !unasked;
    }

    /** Something was sent. */
    void sent() {
        answered = true;
    }

    /** The socket is armed, whatever {@link #isDue} would say. */
    void stop() {
        trying = false;
        received = false;
        first = null;
    }

    /** When the first of the tries in a row was planned, while the socket {@linkplain #isTrying is being tried}. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Whether the next try may be made without a packet in between. The first one of a row always may. */
    boolean mayGoOn(LoopRegistrations loop) {
        return !trying || !loop.dueReads().isOneAtMost() || loop.readAgainRule().allowsReadAgainSince(sinceNanos());
    }

    /** Whether the socket is being read on and on. */
    boolean isTrying() {
        return trying;
    }

    /** Whether the socket has been read often enough for a try. */
    boolean isEstablished() {
        return established;
    }

    /** Whether the socket is read before its first arm. */
    boolean isFirst() {
        return first != null;
    }

    /** Whether the read under way has received nothing, and is one that nobody has asked for but {@link #isDue}. */
    boolean isInVain() {
        return trying && !received;
    }

    /**
     * Whether to read again. To be asked once for each read, and before the first one, when the socket is armed.
     *
     * @param allowed whether there may be a try now. If not, it is made up for as soon as there may
     */
    boolean isDue(boolean allowed) {
        boolean wasReceived = received;
        received = false;
        if (first != null) {
            trying = !trying;
            if (!trying) {
                first.tried(false);
                first = null;
            }
            return trying;
        }
        boolean wasTrying = trying;
        if (trying && !wasReceived) {
            trying = false;
            interval = (byte) Math.min(LONGEST_INTERVAL, interval << 1);
            readsToGo = interval;
        } else if (trying) {
            interval = (byte) Math.max(1, interval >> 1);
        } else if (wasReceived && (readsToGo == 0 || --readsToGo == 0)) {
            trying = true;
            established = true;
        }
        if (!allowed) {
            trying = false;
        }
        if (trying && !wasTrying) {
            sinceNanos = LoopClock.nanos();
        }
        turnsToWait = (byte) (awaitsAnswer() ? TURNS_FOR_ANSWER : 0);
        return trying;
    }

    /**
     * Whether to let the socket's turn go by: a peer that waits for an answer, or has only just got it, has nothing to
     * say yet. To be asked once in each turn.
     */
    boolean waits() {
        if (turnsToWait == 0) {
            return false;
        }
        turnsToWait = (byte) (answered ? 0 : turnsToWait - 1);
        return true;
    }
}
