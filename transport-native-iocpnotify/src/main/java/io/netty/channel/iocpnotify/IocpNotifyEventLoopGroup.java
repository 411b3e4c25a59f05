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
import io.netty.channel.iocpnotify.group.CarrierPool;
import io.netty.channel.iocpnotify.group.GroupSettings;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import io.netty.util.concurrent.ThreadProperties;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.StringUtil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A group of event loops on one completion port that many threads share. It takes the place of
 * {@code NioEventLoopGroup}, for the channels of this transport.
 * <p>
 * The number that the constructors take is the number of threads (<em>carriers</em>). The event loops are
 * <em>strands</em>: queues of events and tasks. {@link #iterator()} and {@link #executorCount()} show them. By default
 * there are 16 event loops for each thread, and any free thread may run any of them. So a slow handler holds up its own
 * event loop and no other, as long as there is another thread. A group of one thread has one event loop. There, as with
 * NIO, all channels are served in one order.
 * <p>
 * A handler must not take the thread for the event loop. What it leaves in a thread-local belongs to the thread, and
 * another event loop may run there next. An interrupt, a thread name, a priority or a context class loader that a
 * handler leaves behind is undone after the run. Code that needs one thread for each event loop uses
 * {@link IocpNotifyIoHandler}.
 * <p>
 * The threads start when they are needed, and live as long as the group.
 */
public final class IocpNotifyEventLoopGroup extends MultithreadEventLoopGroup implements IoEventLoopGroup {

    private final CarrierPool pool;

    /**
     * Makes a group with Netty's default number of threads. It is the system property
     * {@code io.netty.eventLoopThreads}, or else 2 for each processor.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup() {
        this(0);
    }

    /**
     * Makes a group with a number of threads.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @throws IllegalArgumentException if {@code nThreads} is negative
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup(int nThreads) {
        this(nThreads, (ThreadFactory) null);
    }

    /**
     * Makes a group whose threads come from a factory. They should be
     * {@link io.netty.util.concurrent.FastThreadLocalThread}s, as those of {@link DefaultThreadFactory} are.
     *
     * @param threadFactory makes the threads, or {@code null} for the default
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup(ThreadFactory threadFactory) {
        this(0, threadFactory);
    }

    /**
     * Makes a group with a number of threads that come from a factory.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @param threadFactory makes the threads, or {@code null} for the default
     * @throws IllegalArgumentException if {@code nThreads} is negative
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup(int nThreads, ThreadFactory threadFactory) {
        this(newBuilder().threads(nThreads).threadFactory(threadFactory));
    }

    /**
     * Makes a group whose threads come from an executor.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @param executor runs one task for each thread, as long as the group lives. It may block. Then only the caller
     *         that gives the group its first task waits for it. {@code null} is for the default
     * @throws IllegalArgumentException if {@code nThreads} is negative
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup(int nThreads, Executor executor) {
        this(newBuilder().threads(nThreads).executor(executor));
    }

    /**
     * Makes a group whose threads come from an executor, and whose event loops are chosen by a chooser.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @param executor runs one task for each thread, as long as the group lives. {@code null} is for the default
     * @param chooserFactory makes the chooser of {@link #next()}, never {@code null}
     * @throws IllegalArgumentException if {@code nThreads} is negative
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UncheckedIOException if the system cannot make a completion port
     */
    public IocpNotifyEventLoopGroup(int nThreads, Executor executor, EventExecutorChooserFactory chooserFactory) {
        this(newBuilder().threads(nThreads).executor(executor).chooserFactory(chooserFactory));
    }

    IocpNotifyEventLoopGroup(IocpNotifyEventLoopGroupBuilder builder) {
        this(builder.settings(), newPool(builder.settings()));
    }

    private IocpNotifyEventLoopGroup(GroupSettings settings, CarrierPool pool) {
        // The superclass gets the executor of the pool. Without one it would make another.
        super(settings.strandCount(), pool.executor(), closingPoolOnFailure(settings.chooserFactory, pool), pool,
                settings);
        this.pool = pool;
    }

    /**
     * Closes the port if the factory of the user throws. No thread can have started by then.
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

    /**
     * Returns a builder. It has settings that the constructors do not have.
     *
     * @return a new builder
     */
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

    /**
     * Makes one event loop. The constructor of the superclass calls it.
     *
     * @param executor not used
     * @param args what the constructor of this class has given to the superclass
     * @return the new event loop
     */
    @Override
    protected EventLoop newChild(Executor executor, Object... args) {
        // Runs before this class's own fields are set.
        CarrierPool pool = (CarrierPool) args[0];
        GroupSettings settings = (GroupSettings) args[1];
        boolean success = false;
        try {
            IocpNotifyEventLoop loop = new IocpNotifyEventLoop(this, pool, settings);
            pool.add(loop.strand());
            success = true;
            return loop;
        } finally {
            if (!success && pool.strandCount() == 0) {
                // Else the superclass ends the event loops that there are, and the last of them closes the port.
                pool.close();
            }
        }
    }

    /**
     * Returns the event loop that is next in turn, or the one that the
     * {@linkplain IocpNotifyEventLoopGroupBuilder#chooserFactory chooser} of the builder chooses. Any thread may call
     * this method.
     *
     * @return the event loop
     */
    @Override
    public IoEventLoop next() {
        return (IoEventLoop) super.next();
    }

    /**
     * Returns the number of threads that run the event loops of this group. Spare threads do not count. Any thread may
     * call this method.
     *
     * @return the number of threads
     */
    public int carrierCount() {
        return pool.carrierCount();
    }

    /**
     * Returns facts about the threads that have started, in the order in which they started. It is for this group what
     * {@code SingleThreadEventExecutor.threadProperties()} is for one event loop of Netty's, but it starts no thread.
     * Any thread may call this method.
     *
     * @return one object for each thread. Its facts are those of the moment in which they are asked for
     */
    public List<ThreadProperties> threadProperties() {
        return pool.threads();
    }

    /**
     * Returns what this group has counted and measured so far. The group always measures; {@code docs/metrics.md} says
     * what that costs. A snapshot costs some thousand additions for each thread, so take one a second at most. Any
     * thread may call this method, also when the group has ended.
     *
     * @return a snapshot, which does not change any more
     */
    public IocpNotifyMetrics metrics() {
        return new IocpNotifyMetrics(pool);
    }

    /**
     * Returns what {@link #metrics()} tells, in one line for the group and one line for each thread. It suits a thread
     * dump.
     *
     * @return the text
     */
    @Override
    public String toString() {
        return StringUtil.simpleClassName(this) + '@' + Integer.toHexString(hashCode()) +
                (pool == null ? "" : metrics().text());
    }

    /**
     * Returns a future that is done when every event loop has ended, every thread has left, and the port is closed. As
     * with Netty's own groups it always succeeds. If no thread could be started, the futures of the event loops tell
     * that.
     *
     * @return the future
     */
    @Override
    public Future<?> terminationFuture() {
        return pool.terminationFuture();
    }

    /**
     * Tells whether every event loop has ended, every thread has left, and the port is closed.
     *
     * @return {@code true} if {@link #terminationFuture()} is done
     */
    @Override
    public boolean isTerminated() {
        return pool.terminationFuture().isDone();
    }

    /**
     * Waits for the end of this group.
     *
     * @param timeout the longest time to wait
     * @param unit the unit of {@code timeout}
     * @return {@code true} if the group has ended, {@code false} if the time is over
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if the caller is in an event loop of this group and {@code timeout} is positive,
     *         because that event loop cannot end meanwhile
     * @throws NullPointerException if {@code unit} is {@code null}
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
