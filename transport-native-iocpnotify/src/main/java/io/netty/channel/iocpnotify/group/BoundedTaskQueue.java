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
package io.netty.channel.iocpnotify.group;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tasks of an event loop whose number is limited. Any thread adds; one thread at a time takes, by {@link #poll}.
 */
final class BoundedTaskQueue extends ConcurrentLinkedQueue<Runnable> {

    private static final long serialVersionUID = 1L;

    private final int capacity;
    /** How many tasks there are, and how many are about to be added. Any thread. */
    private final AtomicInteger count = new AtomicInteger();

    BoundedTaskQueue(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public boolean offer(Runnable task) {
        if (count.incrementAndGet() > capacity) {
            count.decrementAndGet();
            return false;
        }
        boolean success = false;
        try {
            success = super.offer(task);
            return success;
        } finally {
            if (!success) {
                count.decrementAndGet();
            }
        }
    }

    @Override
    public Runnable poll() {
        Runnable task = super.poll();
        if (task != null) {
            count.decrementAndGet();
        }
        return task;
    }

    /** As the base class, which counts each time. */
    @Override
    public int size() {
        return Math.min(capacity, count.get());
    }
}
