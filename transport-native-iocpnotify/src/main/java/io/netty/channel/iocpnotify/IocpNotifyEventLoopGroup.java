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
 * <p>
 * A constructor throws an {@link UnsatisfiedLinkError} if the transport {@linkplain IocpNotify#isAvailable() is not
 * available}, and an {@link UncheckedIOException} if the system cannot make a completion port.
 */
public final class IocpNotifyEventLoopGroup extends MultithreadEventLoopGroup implements IoEventLoopGroup {

    private final CarrierPool pool;

    /**
     * Makes a group with Netty's default number of threads. It is the system property
     * {@code io.netty.eventLoopThreads}, or else 2 for each processor.
     */
    public IocpNotifyEventLoopGroup() {
        this(0);
    }

    /**
     * Makes a group with a number of threads.
     *
     * @param nThreads the number of threads, or 0 for the default
     */
    public IocpNotifyEventLoopGroup(int nThreads) {
        this(nThreads, (ThreadFactory) null);
    }

    /**
     * Makes a group whose threads come from a factory. They should be
     * {@link io.netty.util.concurrent.FastThreadLocalThread}s, as those of {@link DefaultThreadFactory} are.
     *
     * @param threadFactory makes the threads, or {@code null} for the default
     */
    public IocpNotifyEventLoopGroup(ThreadFactory threadFactory) {
        this(0, threadFactory);
    }

    /**
     * Makes a group with a number of threads that come from a factory.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @param threadFactory makes the threads, or {@code null} for the default
     */
    public IocpNotifyEventLoopGroup(int nThreads, ThreadFactory threadFactory) {
        this(newBuilder().threads(nThreads).threadFactory(threadFactory));
    }

    /**
     * Makes a group whose threads come from an executor.
     *
     * @param nThreads the number of threads, or 0 for the default
     * @param executor runs one task for each thread, as long as the group lives. It may block: see
     *         {@link Builder#executor(Executor)}. {@code null} is for the default
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
     */
    public IocpNotifyEventLoopGroup(int nThreads, Executor executor, EventExecutorChooserFactory chooserFactory) {
        this(newBuilder().threads(nThreads).executor(executor).chooserFactory(chooserFactory));
    }

    IocpNotifyEventLoopGroup(Builder builder) {
        this(builder.settings(), newPool(builder.settings()));
    }

    private IocpNotifyEventLoopGroup(GroupSettings settings, CarrierPool pool) {
        // The superclass gets the executor of the pool. Without one it would make another.
        super(settings.strandCount(), pool.executor(), closingPoolOnFailure(settings.chooserFactory, pool), pool,
                settings);
        this.pool = pool;
    }

    /** Closes the port if the factory of the user throws. No thread can have started by then. */
    private static EventExecutorChooserFactory closingPoolOnFailure(EventExecutorChooserFactory factory,
                                                                    CarrierPool pool) {
        return executors -> {
            try {
                return factory.newChooser(executors);
            } catch (Throwable t) {
                pool.close();
                throw t;
            }
        };
    }

    /** {@return a new builder} It has settings that the constructors do not have. */
    public static Builder newBuilder() {
        return new Builder();
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
        try {
            IocpNotifyEventLoop loop = new IocpNotifyEventLoop(this, pool, settings);
            pool.add(loop.strand());
            return loop;
        } catch (Throwable t) {
            if (pool.strandCount() == 0) {
                // Else the superclass ends the event loops that there are, and the last of them closes the port.
                pool.close();
            }
            throw t;
        }
    }

    /**
     * {@return the choice of the {@linkplain Builder#chooserFactory chooser}, by default the next in turn} Any thread.
     */
    @Override
    public IoEventLoop next() {
        return (IoEventLoop) super.next();
    }

    /** {@return how many threads run the event loops of this group} Spare threads do not count. Any thread. */
    public int carrierCount() {
        return pool.carrierCount();
    }

    /**
     * {@return facts about the threads that have started, in the order in which they started} It is for this group what
     * {@code SingleThreadEventExecutor.threadProperties()} is for one event loop of Netty's, but it starts no thread.
     * The facts are those of the moment in which they are asked for. Any thread.
     */
    public List<ThreadProperties> threadProperties() {
        return pool.threads();
    }

    /**
     * {@return a snapshot of what this group has counted and measured so far} The group always measures;
     * {@code docs/metrics.md} says what that costs. A snapshot costs some thousand additions for each thread, so take
     * one a second at most. Any thread, also when the group has ended.
     */
    public IocpNotifyMetrics metrics() {
        return new IocpNotifyMetrics(pool);
    }

    /** {@return what {@link #metrics()} tells, for a thread dump: one line for the group and one for each thread} */
    @Override
    public String toString() {
        return StringUtil.simpleClassName(this) + '@' + Integer.toHexString(hashCode()) +
                (pool == null ? "" : metrics().text());
    }

    /**
     * {@return a future that is done when every event loop has ended, every thread has left, and the port is closed} As
     * with Netty's own groups it always succeeds. If no thread could be started, the futures of the event loops tell
     * that.
     */
    @Override
    public Future<?> terminationFuture() {
        return pool.terminationFuture();
    }

    /** {@return whether {@link #terminationFuture()} is done} */
    @Override
    public boolean isTerminated() {
        return pool.terminationFuture().isDone();
    }

    /**
     * Waits for the end of this group. In an event loop of this group it throws an {@link IllegalStateException} if
     * {@code timeout} is positive, because that event loop cannot end meanwhile.
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

    /**
     * Makes {@link IocpNotifyEventLoopGroup}s. A method throws an {@link IllegalArgumentException} for a number that it
     * does not take. All methods can be called in any thread, but only one thread at a time may use a builder. After
     * {@link #build()} it may be changed and used again. That does not change a group that was made before.
     */
    public static final class Builder {

        private final GroupSettings settings = new GroupSettings();

        Builder() {
        }

        /**
         * Sets the number of threads.
         *
         * @param threads the number, or 0 for the default: {@code io.netty.eventLoopThreads}, or else 2 for each
         *         processor
         * @return this
         */
        public Builder threads(int threads) {
            settings.threads = ObjectUtil.checkPositiveOrZero(threads, "threads");
            return this;
        }

        /**
         * Sets the number of event loops. A slow handler holds up only the channels of its own event loop. So with more
         * event loops fewer channels suffer. But each event loop costs what the program keeps for each one, such as a
         * resolver or a connection pool.
         * <p>
         * A group of one thread without {@linkplain #spareThreads spare threads} has one event loop, whatever is set
         * here. If it had two, a handler of one that waits for the other would wait for ever. With one, Netty reports
         * such a wait.
         *
         * @param strands the number, or 0 for the default: 16 for each thread
         * @return this
         */
        public Builder strands(int strands) {
            settings.strands = ObjectUtil.checkPositiveOrZero(strands, "strands");
            return this;
        }

        /**
         * Lets the group start more threads when handlers block all threads that it has. So the other event loops go
         * on, for example when a handler waits for another event loop of the group. Each spare thread starts when all
         * other threads have been blocked for some time, and lives as long as the group.
         *
         * @param spareThreads the largest number of spare threads, or 0 for the default: none
         * @param after the time in which no thread has ended a run. Then one more thread starts
         * @param unit the unit of {@code after}
         * @return this
         */
        public Builder spareThreads(int spareThreads, long after, TimeUnit unit) {
            settings.spareThreads = ObjectUtil.checkPositiveOrZero(spareThreads, "spareThreads");
            settings.spareAfterNanos = ObjectUtil.checkNotNull(unit, "unit").toNanos(
                    ObjectUtil.checkPositive(after, "after"));
            return this;
        }

        /**
         * Lets the group warn of a thread that has been in one run of an event loop for too long. A handler or a task
         * is slow then, or blocks. The warning is logged while the run still goes on, once for each run, with the stack
         * of its thread. One more thread watches the others for this.
         *
         * @param after the longest time that a run may take without a warning. The warning comes at the latest after
         *         one and a half times this time, or after 1 ms more. 0 turns it off. The default is the system
         *         property {@code io.netty.iocpnotify.slowRunWarningMillis}, or else off
         * @param unit the unit of {@code after}
         * @return this
         */
        public Builder warnOfSlowRuns(long after, TimeUnit unit) {
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
         */
        public Builder maxPendingTasks(int maxPendingTasks) {
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
        public Builder threadFactory(ThreadFactory threadFactory) {
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
        public Builder executor(Executor executor) {
            settings.executor = executor;
            return this;
        }

        /**
         * Sets how {@link IocpNotifyEventLoopGroup#next()} chooses an event loop.
         *
         * @param chooserFactory makes the chooser, never {@code null}. The default chooses each event loop in turn
         * @return this
         */
        public Builder chooserFactory(EventExecutorChooserFactory chooserFactory) {
            settings.chooserFactory = ObjectUtil.checkNotNull(chooserFactory, "chooserFactory");
            return this;
        }

        /** {@return a new group with the present settings} It throws what the constructors of the group throw. */
        public IocpNotifyEventLoopGroup build() {
            return new IocpNotifyEventLoopGroup(this);
        }

        /** What the group is made with. Tests also set here what users cannot. */
        GroupSettings settings() {
            return settings;
        }
    }
}
