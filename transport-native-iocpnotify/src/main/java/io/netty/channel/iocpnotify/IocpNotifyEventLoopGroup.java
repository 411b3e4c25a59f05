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

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.MultithreadEventLoopGroup;
import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.SystemPropertyUtil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Event loops on Winsock socket state notifications, in the shape that they were made for: one completion port, many
 * threads. The number that the constructors take is that of the threads (<em>carriers</em>); the event loops, which
 * {@link #iterator()} and {@link #executorCount()} show, are <em>strands</em>, several for each thread, and run on
 * whichever thread is free. So a handler that is slow holds up its own strand and no other, as long as there is another
 * thread. A group of one thread has one strand, so there, as with NIO, all channels are served in one order.
 * <p>
 * Takes the place of {@code NioEventLoopGroup} as it is, for the channels of this transport. What handlers must not do
 * is take the thread for the loop: a thread-local that they leave behind belongs to whatever strand runs there next.
 * An interrupt, a name, a priority or a context class loader that they leave behind is undone after the run.
 * For code that does, there is {@link IocpNotifyIoHandler}.
 */
public final class IocpNotifyEventLoopGroup extends MultithreadEventLoopGroup implements IoEventLoopGroup {

    private final CarrierPool pool;

    /**
     * As many threads as Netty's groups have by default: {@code io.netty.eventLoopThreads}, or 2 for each processor.
     */
    public IocpNotifyEventLoopGroup() {
        this(0);
    }

    /**
     * @param nThreads the number of threads, 0 for the default
     */
    public IocpNotifyEventLoopGroup(int nThreads) {
        this(nThreads, (ThreadFactory) null);
    }

    /**
     * @param threadFactory makes the threads; they should be {@link io.netty.util.concurrent.FastThreadLocalThread}s,
     *                      as those of {@link DefaultThreadFactory} are
     */
    public IocpNotifyEventLoopGroup(ThreadFactory threadFactory) {
        this(0, threadFactory);
    }

    /**
     * @param nThreads      the number of threads, 0 for the default
     * @param threadFactory makes the threads; {@code null} for the default
     */
    public IocpNotifyEventLoopGroup(int nThreads, ThreadFactory threadFactory) {
        this(newBuilder().threads(nThreads).threadFactory(threadFactory));
    }

    /**
     * @param nThreads the number of threads, 0 for the default
     * @param executor runs one task for each thread, for as long as the group lives; {@code null} for the default. It
     *                 may block: that holds up who gives the group its first task, and nobody else
     */
    public IocpNotifyEventLoopGroup(int nThreads, Executor executor) {
        this(newBuilder().threads(nThreads).executor(executor));
    }

    IocpNotifyEventLoopGroup(IocpNotifyEventLoopGroupBuilder builder) {
        this(builder.settings(), newPool(builder.settings()));
    }

    private IocpNotifyEventLoopGroup(GroupSettings settings, CarrierPool pool) {
        // The executor is the pool's. The superclass needs one as well, and would make another if it got none.
        super(settings.strandCount(), pool.executor(), closingPoolOnFailure(settings.chooserFactory, pool), pool,
                settings);
        this.pool = pool;
    }

    /**
     * The user's factory is called when nothing can have started yet: should it fail, the port must not be left
     * behind.
     */
    private static EventExecutorChooserFactory closingPoolOnFailure(EventExecutorChooserFactory factory,
                                                                    CarrierPool pool) {
        return executors -> {
            boolean success = false;
            try {
                EventExecutorChooserFactory.EventExecutorChooser chooser = factory.newChooser(executors);
                success = true;
                return chooser;
            } finally {
                if (!success) {
                    pool.close();
                }
            }
        };
    }

    /** Returns a builder, for what the constructors do not offer. */
    public static IocpNotifyEventLoopGroupBuilder newBuilder() {
        return new IocpNotifyEventLoopGroupBuilder();
    }

    private static CarrierPool newPool(GroupSettings settings) {
        Availability.ensure();
        Executor executor = settings.executor;
        if (executor == null) {
            ThreadFactory threadFactory = settings.threadFactory;
            executor = new ThreadPerTaskExecutor(threadFactory != null ? threadFactory :
                    new DefaultThreadFactory(IocpNotifyEventLoopGroup.class, Thread.MAX_PRIORITY));
        }
        try {
            return new CarrierPool(settings, executor);
        } catch (IOException e) {
            throw new UncheckedIOException("no completion port for an event loop group", e);
        }
    }

    @Override
    protected EventLoop newChild(Executor executor, Object... args) {
        // Runs before this class's own fields are set.
        CarrierPool pool = (CarrierPool) args[0];
        GroupSettings settings = (GroupSettings) args[1];
        IocpNotifyEventLoop strand = new IocpNotifyEventLoop(this, pool, settings);
        pool.add(strand);
        return strand;
    }

    @Override
    public IoEventLoop next() {
        return (IoEventLoop) super.next();
    }

    /** Returns the number of threads that run this group's event loops, without spare ones. */
    public int carrierCount() {
        return pool.carrierCount();
    }

    /**
     * Done when every event loop has ended, every thread has left, and the port is closed. It succeeds, as that of
     * Netty's own groups, even if no thread was to be had: the futures of the event loops tell that.
     */
    @Override
    public Future<?> terminationFuture() {
        return pool.terminationFuture();
    }

    @Override
    public boolean isTerminated() {
        return pool.terminationFuture().isDone();
    }

    /**
     * @throws IllegalStateException if called in one of the group's event loops, which cannot end meanwhile
     */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        ObjectUtil.checkNotNull(unit, "unit");
        if (timeout > 0) {
            for (EventExecutor loop : this) {
                if (loop.inEventLoop()) {
                    throw new IllegalStateException("an event loop cannot wait for the end of its own group");
                }
            }
        }
        return pool.terminationFuture().await(timeout, unit);
    }
}
