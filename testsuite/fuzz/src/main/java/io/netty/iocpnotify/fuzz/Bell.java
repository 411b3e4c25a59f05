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
package io.netty.iocpnotify.fuzz;

import io.netty.util.concurrent.Future;

import java.util.function.BooleanSupplier;

/**
 * Wakes who waits for a program to come to rest, whenever something has happened to it.
 */
final class Bell {

    /** For what happens without a ring, as buffers that are released. */
    private static final long LOOK_AGAIN_MILLIS = 20;
    /** What never comes to rest, though it never stands still either, is given up after so many times the limit. */
    private static final int LIMITS_IN_ALL = 10;

    /** For how many beats of the {@link Pulse} nothing may happen. */
    private final long limitBeats;
    private long rings;

    Bell(long limitBeats) {
        this.limitBeats = limitBeats;
    }

    synchronized void ring() {
        rings++;
        notifyAll();
    }

    /** Returns whether the condition has become true before all stood still. */
    boolean await(BooleanSupplier condition) throws InterruptedException {
        long begun = Pulse.beats();
        long lastRing = begun;
        long rung = rings();
        // Without the lock, which who rings may wait for with others in hand.
        while (!condition.getAsBoolean()) {
            long now = Pulse.beats();
            if (now - lastRing >= limitBeats || now - begun >= LIMITS_IN_ALL * limitBeats) {
                return false;
            }
            if (isRungAfter(rung)) {
                rung = rings();
                lastRing = now;
            }
        }
        return true;
    }

    private synchronized long rings() {
        return rings;
    }

    private synchronized boolean isRungAfter(long rung) throws InterruptedException {
        if (rings == rung) {
            wait(LOOK_AGAIN_MILLIS);
        }
        return rings != rung;
    }

    /** Returns whether the future was done before all stood still. */
    boolean await(Future<?> future) throws InterruptedException {
        future.addListener(f -> ring());
        return await(future::isDone);
    }
}
