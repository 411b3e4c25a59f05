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

import io.netty.util.concurrent.GlobalEventExecutor;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A task that a loop has to run even if its queue is full now. It is submitted again until there is room. */
public final class NeededTask {

    private static final long AGAIN_MILLIS = 10;

    /**
     * Not to be called with a lock: what rejects a task may be a user's code, and may wait. A loop that ends does by
     * itself what such tasks do: then {@code isNeeded} says no. It is asked in a thread that may be late, because
     * sockets linger there.
     */
    public static void execute(Executor loop, Runnable task, BooleanSupplier isNeeded) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            GlobalEventExecutor.INSTANCE.schedule(() -> {
                if (isNeeded.getAsBoolean()) {
                    execute(loop, task, isNeeded);
                }
            }, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private NeededTask() {
    }
}
