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

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tasks for an event loop, which see whether they run where and when they should. The futures are done with the last.
 */
final class Tasks {

    private final EventExecutor loop;
    private final String name;
    private final Complaints complaints;

    Tasks(EventExecutor loop, String name, Complaints complaints) {
        this.loop = loop;
        this.name = name;
        this.complaints = complaints;
    }

    private void inLoop(String what, Runnable check) {
        AtomicReference<Thread> inside = Confinement.enter(loop, name + ": " + what, complaints);
        try {
            check.run();
        } finally {
            Confinement.leave(inside);
        }
    }

    Future<?> execute(int count) {
        Promise<Void> all = ImmediateEventExecutor.INSTANCE.newPromise();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            int number = i;
            loop.execute(() -> inLoop("a task", () -> {
                if (done.getAndIncrement() != number) {
                    complaints.add(name + ": a task ran out of order");
                }
                if (done.get() == count) {
                    all.trySuccess(null);
                }
            }));
        }
        return all;
    }

    /** The last one first, so that the order of deadlines is not that of calls. */
    Future<?> schedule(int count) {
        Promise<Void> all = ImmediateEventExecutor.INSTANCE.newPromise();
        AtomicInteger left = new AtomicInteger(count);
        for (int i = count; i > 0; i--) {
            long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(i);
            loop.schedule(() -> inLoop("a scheduled task", () -> {
                if (System.nanoTime() - due < 0) {
                    complaints.add(name + ": a scheduled task ran too early");
                }
                if (left.decrementAndGet() == 0) {
                    all.trySuccess(null);
                }
            }), i, TimeUnit.MILLISECONDS);
        }
        return all;
    }
}
