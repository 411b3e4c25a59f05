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
 * The sockets of one event loop that are read before they are armed, although no packet has told that there is
 * something. A new connection is read in the next run: its request had the time until then to come. All others are read
 * when it is their turn ({@code ReadAgainQueue}). Used in the loop.
 */
public final class DueReads {

    private final RegistrationQueue first = new RegistrationQueue();
    private final RegistrationQueue again = new RegistrationQueue();
    /** For how many sockets the present turn is, or the last one was. */
    private int turnSize;

    public void add(SocketRegistration registration, boolean isFirst) {
        (isFirst ? first : again).add(registration);
    }

    /** The loop must not wait while there are any. */
    public int size() {
        return first.size() + again.size();
    }

    public int firstSize() {
        return first.size();
    }

    /** How many have a turn to come. */
    public int againSize() {
        return again.size();
    }

    /** The turn begins of all those that have one to come now. Returns how many these are. */
    public int beginTurn() {
        turnSize = again.size();
        return turnSize;
    }

    /** Whether no more than one socket has a turn, be it the present or the next one. */
    public boolean isOneAtMost() {
        return turnSize <= 1 && again.isEmpty();
    }

    /** Reads the oldest of the new ones; there must be one. */
    public SocketRegistration readFirst() {
        return read(first);
    }

    /** Reads the oldest of those that have a turn; there must be one. */
    public SocketRegistration readAgain() {
        return read(again);
    }

    private static SocketRegistration read(RegistrationQueue queue) {
        SocketRegistration registration = queue.poll();
        registration.readAgain();
        return registration;
    }

    public void clear() {
        first.clear();
        again.clear();
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
