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

import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.internal.ObjectUtil;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Makes an {@link IocpNotifyEventLoopGroup}. Not thread-safe; may be used again.
 */
public final class IocpNotifyEventLoopGroupBuilder {

    private final GroupSettings settings = new GroupSettings();

    IocpNotifyEventLoopGroupBuilder() {
    }

    /**
     * @param threads the number of threads; 0, the default, for {@code io.netty.eventLoopThreads} or 2 for each
     *                processor
     */
    public IocpNotifyEventLoopGroupBuilder threads(int threads) {
        settings.threads = ObjectUtil.checkPositiveOrZero(threads, "threads");
        return this;
    }

    /**
     * @param strands the number of event loops; 0, the default, for 16 for each thread. A slow handler holds up the
     *                channels of its own loop only, so more loops mean fewer that suffer; each costs what users keep
     *                for each loop, as a resolver or a connection pool. A group of one thread, if it has no
     *                {@linkplain #spareThreads spare ones}, has one event loop, whatever is asked for: nobody else
     *                could take over, and a handler that waits for its own loop is told so, while one that waits for
     *                another would wait for ever
     */
    public IocpNotifyEventLoopGroupBuilder strands(int strands) {
        settings.strands = ObjectUtil.checkPositiveOrZero(strands, "strands");
        return this;
    }

    /**
     * @param concurrency how many of the threads the system lets run at once: while so many handle what has come, it
     *                    wakes none of those that wait, until one of them waits or blocks. So channels wait for
     *                    handlers of others that compute, although threads are there. 0, the default, for no such limit
     */
    public IocpNotifyEventLoopGroupBuilder concurrency(int concurrency) {
        settings.concurrency = ObjectUtil.checkPositiveOrZero(concurrency, "concurrency");
        return this;
    }

    /**
     * Lets the group have more threads when handlers block all that it has, so that the other event loops go on: also
     * where a handler waits for what another event loop of the group is to do. Each is started once all others were
     * held up, and lives as long as the group.
     *
     * @param spareThreads how many at the most; 0, the default, for none
     * @param after        for how long no thread must have finished anything before one more is started; positive
     */
    public IocpNotifyEventLoopGroupBuilder spareThreads(int spareThreads, long after, TimeUnit unit) {
        settings.spareThreads = ObjectUtil.checkPositiveOrZero(spareThreads, "spareThreads");
        settings.spareAfterNanos = ObjectUtil.checkNotNull(unit, "unit").toNanos(
                ObjectUtil.checkPositive(after, "after"));
        return this;
    }

    /**
     * @param packetsPerCall how many packets a thread takes from the port at the most in one call. The default is 64.
     *                       A thread takes that many only while none of the others has nothing to do
     */
    public IocpNotifyEventLoopGroupBuilder packetsPerCall(int packetsPerCall) {
        settings.packetsPerCall = ObjectUtil.checkPositive(packetsPerCall, "packetsPerCall");
        return this;
    }

    /**
     * @param eventsPerRun how many channels with events an event loop handles at the most, and how many that it reads
     *                     once more, before it runs its tasks and lets other event loops have the thread. The default
     *                     is 256
     */
    public IocpNotifyEventLoopGroupBuilder eventsPerRun(int eventsPerRun) {
        settings.eventsPerRun = ObjectUtil.checkPositive(eventsPerRun, "eventsPerRun");
        return this;
    }

    /**
     * @param quantum for how long an event loop handles events at the most, and for how long it runs tasks then, before
     *                it lets other event loops have the thread. The clock is read after each of them: only one that
     *                takes longer by itself makes it longer. The default is 2 ms
     */
    public IocpNotifyEventLoopGroupBuilder taskQuantum(long quantum, TimeUnit unit) {
        settings.taskQuantumNanos = ObjectUtil.checkNotNull(unit, "unit").toNanos(
                ObjectUtil.checkPositive(quantum, "quantum"));
        return this;
    }

    /**
     * @param threadFactory makes the threads; {@code null}, the default, for Netty's
     */
    public IocpNotifyEventLoopGroupBuilder threadFactory(ThreadFactory threadFactory) {
        settings.threadFactory = threadFactory;
        return this;
    }

    /**
     * @param executor runs one task for each thread, for as long as the group lives; takes precedence over a thread
     *                 factory. {@code null}, the default, for new threads. It may block: that holds up who gives the
     *                 group its first task, and nobody else
     */
    public IocpNotifyEventLoopGroupBuilder executor(Executor executor) {
        settings.executor = executor;
        return this;
    }

    /**
     * @param chooserFactory decides which event loop {@link IocpNotifyEventLoopGroup#next()} returns; by default each
     *                       in turn
     */
    public IocpNotifyEventLoopGroupBuilder chooserFactory(EventExecutorChooserFactory chooserFactory) {
        settings.chooserFactory = ObjectUtil.checkNotNull(chooserFactory, "chooserFactory");
        return this;
    }

    /**
     * @throws UnsatisfiedLinkError         if this transport cannot be used here; the cause says why
     * @throws java.io.UncheckedIOException if the system has no completion port to give
     */
    public IocpNotifyEventLoopGroup build() {
        return new IocpNotifyEventLoopGroup(this);
    }

    GroupSettings settings() {
        return settings;
    }
}
