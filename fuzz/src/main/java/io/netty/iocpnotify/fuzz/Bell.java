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

import java.util.function.BooleanSupplier;

/**
 * Wakes who waits for a program to come to rest, whenever something has happened.
 */
final class Bell {

    /** For what happens without a ring, as buffers that are released. */
    private static final long LOOK_AGAIN_MILLIS = 20;

    synchronized void ring() {
        notifyAll();
    }

    /** Returns whether the condition has become true in time. */
    synchronized boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            wait(LOOK_AGAIN_MILLIS);
        }
        return true;
    }
}
