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

import io.netty.util.concurrent.DefaultEventExecutorChooserFactory;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.internal.ObjectUtil;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Makes an {@link IocpNotifyEventLoopGroup}. Not thread-safe; may be used again.
 */
public final class IocpNotifyEventLoopGroupBuilder {

    private static final int DEFAULT_STRANDS_PER_THREAD = 8;

    private int threads;
    private int strands;
    private int concurrency;
    private ThreadFactory threadFactory;
    private Executor executor;
    private EventExecutorChooserFactory chooserFactory = DefaultEventExecutorChooserFactory.INSTANCE;

    IocpNotifyEventLoopGroupBuilder() {
    }

    /**
     * @param threads the number of threads; 0, the default, for {@code io.netty.eventLoopThreads} or 2 for each
     *                processor
     */
    public IocpNotifyEventLoopGroupBuilder threads(int threads) {
        this.threads = ObjectUtil.checkPositiveOrZero(threads, "threads");
        return this;
    }

    /**
     * @param strands the number of event loops; 0, the default, for 8 for each thread, or for 1 if there is one thread
     *                only. A slow handler holds up the channels of its own loop only, so more loops mean fewer that
     *                suffer; each costs what users keep for each loop, as a resolver or a connection pool
     */
    public IocpNotifyEventLoopGroupBuilder strands(int strands) {
        this.strands = ObjectUtil.checkPositiveOrZero(strands, "strands");
        return this;
    }

    /**
     * @param concurrency how many of the threads the system lets run at once: one more is let go when one of them
     *                    blocks. 0, the default, for the number of processors
     */
    public IocpNotifyEventLoopGroupBuilder concurrency(int concurrency) {
        this.concurrency = ObjectUtil.checkPositiveOrZero(concurrency, "concurrency");
        return this;
    }

    /**
     * @param threadFactory makes the threads; {@code null}, the default, for Netty's
     */
    public IocpNotifyEventLoopGroupBuilder threadFactory(ThreadFactory threadFactory) {
        this.threadFactory = threadFactory;
        return this;
    }

    /**
     * @param executor runs one task for each thread, for as long as the group lives; takes precedence over a thread
     *                 factory. {@code null}, the default, for new threads
     */
    public IocpNotifyEventLoopGroupBuilder executor(Executor executor) {
        this.executor = executor;
        return this;
    }

    /**
     * @param chooserFactory decides which event loop {@link IocpNotifyEventLoopGroup#next()} returns; by default each
     *                       in turn
     */
    public IocpNotifyEventLoopGroupBuilder chooserFactory(EventExecutorChooserFactory chooserFactory) {
        this.chooserFactory = ObjectUtil.checkNotNull(chooserFactory, "chooserFactory");
        return this;
    }

    /**
     * @throws UnsatisfiedLinkError         if this transport cannot be used here; the cause says why
     * @throws java.io.UncheckedIOException if the system has no completion port to give
     */
    public IocpNotifyEventLoopGroup build() {
        return new IocpNotifyEventLoopGroup(this);
    }

    int threadCount() {
        return threads == 0 ? IocpNotifyEventLoopGroup.defaultThreads() : threads;
    }

    int strandCount() {
        if (strands != 0) {
            return strands;
        }
        int threads = threadCount();
        // With one thread nobody else could take over, and users of such groups count on one order for all.
        return threads == 1 ? 1 : threads * DEFAULT_STRANDS_PER_THREAD;
    }

    int concurrency() {
        return concurrency;
    }

    ThreadFactory threadFactory() {
        return threadFactory;
    }

    Executor executor() {
        return executor;
    }

    EventExecutorChooserFactory chooserFactory() {
        return chooserFactory;
    }
}
