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

import io.netty.channel.iocpnotify.group.GroupSettings;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.internal.ObjectUtil;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Makes {@link IocpNotifyEventLoopGroup}s. All methods can be called in any thread, but only one thread at a time may
 * use a builder. After {@link #build()} it may be changed and used again. That does not change a group that was made
 * before.
 */
public final class IocpNotifyEventLoopGroupBuilder {

    private final GroupSettings settings = new GroupSettings();

    IocpNotifyEventLoopGroupBuilder() {
    }

    /**
     * Sets the number of threads.
     *
     * @param threads the number, or 0 for the default: {@code io.netty.eventLoopThreads}, or else 2 for each processor
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public IocpNotifyEventLoopGroupBuilder threads(int threads) {
        settings.threads = ObjectUtil.checkPositiveOrZero(threads, "threads");
        return this;
    }

    /**
     * Sets the number of event loops. A slow handler holds up only the channels of its own event loop. So with more
     * event loops fewer channels suffer. But each event loop costs what the program keeps for each one, such as a
     * resolver or a connection pool.
     * <p>
     * A group of one thread without {@linkplain #spareThreads spare threads} has one event loop, whatever is set here.
     * If it had two, a handler of one that waits for the other would wait for ever. With one, Netty reports such a
     * wait.
     *
     * @param strands the number, or 0 for the default: 16 for each thread
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public IocpNotifyEventLoopGroupBuilder strands(int strands) {
        settings.strands = ObjectUtil.checkPositiveOrZero(strands, "strands");
        return this;
    }

    /**
     * Lets the group start more threads when handlers block all threads that it has. So the other event loops go on,
     * for example when a handler waits for another event loop of the group. Each spare thread starts when all other
     * threads have been blocked for some time, and lives as long as the group.
     *
     * @param spareThreads the largest number of spare threads, or 0 for the default: none
     * @param after the time in which no thread has ended a run. Then one more thread starts
     * @param unit the unit of {@code after}
     * @return this
     * @throws IllegalArgumentException if {@code spareThreads} is negative or {@code after} is not positive
     * @throws NullPointerException if {@code unit} is {@code null}
     */
    public IocpNotifyEventLoopGroupBuilder spareThreads(int spareThreads, long after, TimeUnit unit) {
        settings.spareThreads = ObjectUtil.checkPositiveOrZero(spareThreads, "spareThreads");
        settings.spareAfterNanos = ObjectUtil.checkNotNull(unit, "unit").toNanos(
                ObjectUtil.checkPositive(after, "after"));
        return this;
    }

    /**
     * Lets the group warn of a thread that has been in one run of an event loop for too long. A handler or a task is
     * slow then, or blocks. The warning is logged while the run still goes on, once for each run, with the stack of its
     * thread. One more thread watches the others for this.
     *
     * @param after the longest time that a run may take without a warning. The warning comes at the latest after one
     *         and a half times this time, or after 1 ms more. 0 turns it off. The default is the system property
     *         {@code io.netty.iocpnotify.slowRunWarningMillis}, or else off
     * @param unit the unit of {@code after}
     * @return this
     * @throws IllegalArgumentException if {@code after} is negative
     * @throws NullPointerException if {@code unit} is {@code null}
     */
    public IocpNotifyEventLoopGroupBuilder warnOfSlowRuns(long after, TimeUnit unit) {
        settings.slowRunNanos = ObjectUtil.checkNotNull(unit, "unit").toNanos(
                ObjectUtil.checkPositiveOrZero(after, "after"));
        return this;
    }

    /**
     * Sets how many tasks may wait in one event loop. When there are more, {@code execute} throws a
     * {@link java.util.concurrent.RejectedExecutionException}. Netty and this transport submit tasks of their own,
     * which are refused then as well. As with Netty's own event loops, the usual queue has room for 2048 tasks at
     * least, and rounds the number up to a power of two.
     *
     * @param maxPendingTasks the number. The default is the system property
     *         {@code io.netty.eventLoop.maxPendingTasks}, or else no limit
     * @return this
     * @throws IllegalArgumentException if the number is not positive
     */
    public IocpNotifyEventLoopGroupBuilder maxPendingTasks(int maxPendingTasks) {
        settings.maxPendingTasks = ObjectUtil.checkPositive(maxPendingTasks, "maxPendingTasks");
        return this;
    }

    /**
     * Sets the factory of the threads.
     *
     * @param threadFactory makes the threads, or {@code null} for the default: a
     *         {@link io.netty.util.concurrent.DefaultThreadFactory}
     * @return this
     */
    public IocpNotifyEventLoopGroupBuilder threadFactory(ThreadFactory threadFactory) {
        settings.threadFactory = threadFactory;
        return this;
    }

    /**
     * Sets the executor that gives the threads. It has precedence over a thread factory.
     *
     * @param executor runs one task for each thread, as long as the group lives. It may block. Then only the caller
     *         that gives the group its first task waits for it. {@code null}, the default, makes new threads
     * @return this
     */
    public IocpNotifyEventLoopGroupBuilder executor(Executor executor) {
        settings.executor = executor;
        return this;
    }

    /**
     * Sets how {@link IocpNotifyEventLoopGroup#next()} chooses an event loop.
     *
     * @param chooserFactory makes the chooser, never {@code null}. The default chooses each event loop in turn
     * @return this
     * @throws NullPointerException if {@code chooserFactory} is {@code null}
     */
    public IocpNotifyEventLoopGroupBuilder chooserFactory(EventExecutorChooserFactory chooserFactory) {
        settings.chooserFactory = ObjectUtil.checkNotNull(chooserFactory, "chooserFactory");
        return this;
    }

    /**
     * Makes a group with the present settings.
     *
     * @return a new group
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws java.io.UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup build() {
        return new IocpNotifyEventLoopGroup(this);
    }

    /** What the group is made with. Tests also set here what users cannot. */
    GroupSettings settings() {
        return settings;
    }
}
