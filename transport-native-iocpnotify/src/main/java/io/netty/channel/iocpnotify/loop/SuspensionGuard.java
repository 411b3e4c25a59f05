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

import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.SingleThreadEventExecutor;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Keeps one of Netty's own event loops from being suspended too early. Netty may suspend a loop as soon as nothing is
 * registered. The loop then looks at its port no more. But some packets may still come for which nothing is registered:
 * the answer to an {@code OP_REMOVE}, and the ends of overlapped operations of channels that are closed or have left. A
 * channel on its way to another loop would wait for them for ever. Netty does not suspend a loop that has a scheduled
 * task. So this class schedules one while such packets are to come.
 * <p>
 * Used in the loop.
 */
final class SuspensionGuard implements Runnable {

    /** How much later than necessary a loop is suspended at most. */
    private static final long RECHECK_MILLIS = 100;

    private final SingleThreadEventExecutor executor;
    private final BooleanSupplier needed;
    /** Runs this from time to time while it is needed; {@code null} while it is not. */
    private Future<?> check;

    /**
     * @param needed whether there are such packets to come
     */
    SuspensionGuard(SingleThreadEventExecutor executor, BooleanSupplier needed) {
        this.executor = executor;
        this.needed = needed;
    }

    /** There is such a packet to come from now on. */
    void raise() {
        if (check == null) {
            // Repeated by itself, since there may be no memory for another task when it is time to look.
            try {
                check = executor.scheduleWithFixedDelay(this, RECHECK_MILLIS, RECHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException ignored) {
                // The loop is at its own end, where it waits for such packets by itself.
            }
        }
    }

    @Override
    public void run() {
        if (!needed.getAsBoolean()) {
            check.cancel(false);
            check = null;
        }
    }
}
