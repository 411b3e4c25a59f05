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

import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.DefaultEventExecutorChooserFactory;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.internal.MathUtil;
import io.netty.util.internal.SystemPropertyUtil;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What a group's builder was told, and the defaults. Read while the group is made: the builder may be used again. */
public final class GroupSettings {

    public static final String SLOW_RUN_PROPERTY = "io.netty.iocpnotify.slowRunWarningMillis";

    private static final int DEFAULT_STRANDS_PER_THREAD = 16;
    /** The bounds that {@link io.netty.util.internal.PlatformDependent#newMpscQueue(int)} sets. */
    private static final int LEAST_QUEUE_CAPACITY = 2048;
    private static final int MOST_QUEUE_CAPACITY = 1 << 30;

    public int threads;
    public int strands;
    public int spareThreads;
    public long spareAfterNanos;
    /** 0 = no warning. */
    public long slowRunNanos =
            TimeUnit.MILLISECONDS.toNanos(Math.max(0, SystemPropertyUtil.getLong(SLOW_RUN_PROPERTY, 0)));
    public int packetsPerCall = 64;
    public int eventsPerRun = 256;
    /**
     * Long enough that a run of short events is rarely cut short. What such a run leaves has to wait until the strands
     * that are queued have run.
     */
    public long eventQuantumNanos = TimeUnit.MILLISECONDS.toNanos(10);
    public long taskQuantumNanos = TimeUnit.MILLISECONDS.toNanos(2);
    /** As Netty's own event loops, which do not give away their default. */
    public int maxPendingTasks = SystemPropertyUtil.getInt("io.netty.eventLoop.maxPendingTasks", Integer.MAX_VALUE);
    /** Makes the queue of the tasks of an event loop. Tests have others. */
    public Supplier<Queue<Runnable>> taskQueues = this::newTaskQueue;
    public ThreadFactory threadFactory;
    public Executor executor;
    public EventExecutorChooserFactory chooserFactory = DefaultEventExecutorChooserFactory.INSTANCE;

    int threadCount() {
        return threads != 0 ? threads : Math.max(1, SystemPropertyUtil.getInt(
                "io.netty.eventLoopThreads", NettyRuntime.availableProcessors() * 2));
    }

    public int strandCount() {
        int threads = threadCount();
        if (threads == 1 && (strands == 0 || spareThreads == 0)) {
            // Users of such groups count on one order for all, and on being told when they wait for themselves.
            return 1;
        }
        return strands != 0 ? strands : threads * DEFAULT_STRANDS_PER_THREAD;
    }

    /** A thread that is stopped while it adds a task keeps no other from the queue, as it would with Netty's own. */
    private Queue<Runnable> newTaskQueue() {
        if (maxPendingTasks == Integer.MAX_VALUE) {
            return new ConcurrentLinkedQueue<Runnable>();
        }
        return new BoundedTaskQueue(MathUtil.safeFindNextPositivePowerOfTwo(
                Math.max(LEAST_QUEUE_CAPACITY, Math.min(maxPendingTasks, MOST_QUEUE_CAPACITY))));
    }

    /** Any thread adds; one thread at a time takes, by {@link #poll}. */
    static final class BoundedTaskQueue extends ConcurrentLinkedQueue<Runnable> {

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
            try {
                return super.offer(task);
            } catch (Throwable t) {
                count.decrementAndGet();
                throw t;
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
}
