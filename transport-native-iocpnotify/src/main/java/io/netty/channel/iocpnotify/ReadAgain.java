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
 * Decides after each read of a socket whether to read once more, in the next run of the loop, instead of arming it.
 * Where peers answer faster than the loop comes by again, the data is there, and what an arm and its packet cost is
 * spared; where they do not, the call is in vain. So a socket is tried now and then, read on and on as long as there
 * is something each time and the loop allows it, and tried less and less often if there is not. A new connection may be
 * read once before its first arm. Used in the loop.
 */
final class ReadAgain {

    /** How many reads go by before the first try, and between tries in vain at the most. */
    private static final byte FIRST_INTERVAL = 8;
    private static final byte LONGEST_INTERVAL = 64;

    /** What follows a read. */
    private enum State {
        /** A new connection is to be read before its first arm. Next: FIRST_READ or SELDOM_READ. */
        NEW,
        /** The read before the first arm is to come. Next: SELDOM_READ. */
        FIRST_READ,
        /** An arm follows each read. There have been fewer than FIRST_INTERVAL. Next: ARMED or READ_AGAIN. */
        SELDOM_READ,
        /** An arm follows each read. There have been more. Next: READ_AGAIN. */
        ARMED,
        /** Another read follows, while there is something to read and the loop allows it. Next: ARMED. */
        READ_AGAIN
    }

    /** What the peer has had from this side. */
    private enum Answer {
        /** Something was sent since something was received. */
        SENT,
        /** What was received has had no answer yet, and its peer waits for one. */
        AWAITED,
        /** The peer has gone on without one. */
        NOT_AWAITED
    }

    private State state;
    private Answer answer = Answer.SENT;
    /** Whether something was received since {@link #isDue} was asked last. */
    private boolean received;
    private byte interval = FIRST_INTERVAL;
    private byte readsToGo = FIRST_INTERVAL;
    /** When the first of the tries in a row was planned, in READ_AGAIN. */
    private long sinceNanos;
    /** Who is to be told what the read before the first arm finds; {@code null} after NEW and FIRST_READ. */
    private FirstReads first;

    ReadAgain() {
        state = State.SELDOM_READ;
    }

    /** For a new connection that is read before it is armed. */
    ReadAgain(FirstReads first) {
        this.first = first;
        state = State.NEW;
    }

    private void firstReadIsOver(boolean received) {
        if (state == State.FIRST_READ) {
            first.tried(received);
        }
        first = null;
        state = State.SELDOM_READ;
    }

    void received() {
        if (isFirst()) {
            firstReadIsOver(true);
        }
        answer = answer == Answer.SENT ? Answer.AWAITED : Answer.NOT_AWAITED;
        received = true;
    }

    boolean awaitsAnswer() {
        return answer == Answer.AWAITED;
    }

    void sent() {
        answer = Answer.SENT;
    }

    /** The socket is armed, whatever {@link #isDue} would say. */
    void stop() {
        received = false;
        if (isFirst()) {
            first = null;
            state = State.SELDOM_READ;
        } else if (isTrying()) {
            state = State.ARMED;
        }
    }

    /** On the clock of the event loops; of no meaning but in READ_AGAIN. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** Whether the next try may be made without a packet in between. The first one of a row always may. */
    boolean mayGoOn(LoopRegistrations loop) {
        return !isTrying() || !loop.dueReads.isOneAtMost() || loop.readAgainRule.allowsReadAgainSince(sinceNanos);
    }

    boolean isTrying() {
        return state == State.READ_AGAIN;
    }

    boolean isEstablished() {
        return state == State.ARMED || state == State.READ_AGAIN;
    }

    /** Whether the socket is read before its first arm. */
    boolean isFirst() {
        return first != null;
    }

    /** Whether the read under way has received nothing, and is one that nobody has asked for but {@link #isDue}. */
    boolean isInVain() {
        return !received && (state == State.READ_AGAIN || state == State.FIRST_READ);
    }

    /**
     * Whether to read again. To be asked once for each read, and before the first one, when the socket is armed.
     *
     * @param allowed whether there may be a try now. If not, it is made up for as soon as there may
     */
    boolean isDue(boolean allowed) {
        boolean wasReceived = received;
        received = false;
        switch (state) {
            case NEW:
                state = State.FIRST_READ;
                return true;
            case FIRST_READ:
                firstReadIsOver(false);
                return false;
            case READ_AGAIN:
                if (wasReceived) {
                    interval = (byte) Math.max(1, interval >> 1);
                } else {
                    interval = (byte) Math.min(LONGEST_INTERVAL, interval << 1);
                    readsToGo = interval;
                }
                if (!wasReceived || !allowed) {
                    state = State.ARMED;
                }
                break;
            default:
                if (wasReceived && (readsToGo == 0 || --readsToGo == 0)) {
                    if (allowed) {
                        sinceNanos = LoopClock.nanos();
                    }
                    state = allowed ? State.READ_AGAIN : State.ARMED;
                }
        }
        return isTrying();
    }

    /**
     * Whether to read a listener's new connections once before they are armed. Where clients speak first, and the
     * server is busy enough, their data is there by then, and an arm and its packet are spared. Where not, the call is
     * in vain. So the connections to come are tried as those before them have turned out.
     */
    static final class FirstReads {

        /** How many connections in vain, after many others that had data, until no more are tried. */
        private static final int CREDIT = 8;
        /** Of so many connections one is tried even then. */
        private static final int INTERVAL = 16;

        /**
         * Above 0: each connection is tried. Written by the loops of the connections, read by that of the listener. An
         * update may be lost to another, or undo it: then a few connections are tried, or not, that need not be.
         */
        private volatile int credit;

        /** Since the last one that was tried. Belongs to the listener's loop. */
        private int untried;

        /** Whether to try a new connection. In the listener's loop, once for each. */
        boolean isNextTried() {
            untried++;
            if (credit > 0 || untried >= INTERVAL) {
                untried = 0;
                return true;
            }
            return false;
        }

        /** What has become of it. In the connection's loop. */
        void tried(boolean received) {
            int before = credit;
            int after = received ? Math.min(CREDIT, before + 1) : Math.max(0, before - 1);
            // Most of the time it is the same as before, and other processors keep their copy.
            if (after != before) {
                credit = after;
            }
        }
    }
}
