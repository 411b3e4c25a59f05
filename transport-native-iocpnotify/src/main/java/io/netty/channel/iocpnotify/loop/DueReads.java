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

import io.netty.channel.iocpnotify.loop.SocketRegistration.RegistrationQueue;

/**
 * The sockets of one event loop that are read in its next run, although no packet has told that there is something: new
 * connections before their first arm, sockets that {@code ReadAgain} tries, and those whose bytes are here already.
 * Used in the loop, which must not wait while there are any.
 */
public final class DueReads extends RegistrationQueue {

    /** How many there were when the loop began to read them last. */
    private int sizeAtBegin;

    /** The loop begins to read them. Returns how many there are. */
    public int begin() {
        sizeAtBegin = size();
        return sizeAtBegin;
    }

    /** Whether no more than one was due, and no other is yet. */
    public boolean isOneAtMost() {
        return sizeAtBegin <= 1 && size() == 0;
    }

    /** Reads the one that has been due for the longest time; there must be one. */
    public SocketRegistration readNext() {
        SocketRegistration registration = poll();
        registration.readAgain();
        return registration;
    }

    /** What the loop has to say about reading sockets again before they are armed ({@code ReadAgain}). */
    public interface ReadAgainRule {

        /**
         * Whether a stream may be tried now. In a run of the loop.
         *
         * @param awaitsAnswer whether what the socket has received is still to be answered, maybe by another thread
         */
        boolean allowsReadAgain(boolean awaitsAnswer);

        /**
         * Whether the only socket of the loop that is read again may be tried once more without a packet in between. In
         * a run of the loop.
         *
         * @param sinceNanos when the first of its tries in a row was planned, on the clock of the event loops
         */
        default boolean allowsReadAgainSince(long sinceNanos) {
            return true;
        }
    }
}
