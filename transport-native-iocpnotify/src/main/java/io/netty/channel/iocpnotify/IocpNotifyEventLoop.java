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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.ObjectUtil;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An event loop that is not a thread: a <em>strand</em>, a serial queue of events and tasks that at most one carrier
 * thread of its {@link IocpNotifyEventLoopGroup} runs at a time, and that any of them may run next.
 * {@link #inEventLoop(Thread)} is true for the thread that runs it now.
 * <p>
 * All that Netty promises of an event loop holds: handlers of a channel are called one at a time, in order, each seeing
 * what the one before wrote, and tasks run in the order of their submission. What does not hold is that
 * {@link Thread#currentThread()}, and so a thread-local, is the same from one event to the next.
 */
public final class IocpNotifyEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {

    private final IoEventLoopGroup parent;
    private final Strand strand;

    IocpNotifyEventLoop(IoEventLoopGroup parent, CarrierPool pool, GroupSettings settings) {
        super(parent);
        this.parent = parent;
        strand = new Strand(this, new Tasks(), pool, settings);
    }

    /** What runs of this loop. */
    Strand strand() {
        return strand;
    }

    // ---- life cycle ----

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        ObjectUtil.checkPositiveOrZero(quietPeriod, "quietPeriod");
        if (timeout < quietPeriod) {
            throw new IllegalArgumentException(
                    "timeout: " + timeout + " (expected >= quietPeriod (" + quietPeriod + "))");
        }
        ObjectUtil.checkNotNull(unit, "unit");
        strand.requestEnd(unit.toNanos(quietPeriod), unit.toNanos(timeout), ticker().nanoTime());
        return terminationFuture();
    }

    @Deprecated
    @Override
    public void shutdown() {
        strand.requestEndAtOnce(ticker().nanoTime());
    }

    @Override
    public Future<?> terminationFuture() {
        return strand.shutdown().terminationFuture();
    }

    @Override
    public boolean isShuttingDown() {
        return strand.shutdown().isRequested();
    }

    @Override
    public boolean isShutdown() {
        return strand.shutdown().isRejecting();
    }

    @Override
    public boolean isTerminated() {
        return terminationFuture().isDone();
    }

    /**
     * @throws IllegalStateException if called in this loop, which would wait for itself
     */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        ObjectUtil.checkNotNull(unit, "unit");
        if (inEventLoop()) {
            throw new IllegalStateException("an event loop cannot wait for its own end");
        }
        return terminationFuture().await(timeout, unit);
    }

    // ---- tasks ----

    @Override
    public void execute(Runnable task) {
        strand.execute(task);
    }

    /**
     * Adds a task without waking anybody: it runs when the strand next runs.
     */
    @Override
    public void lazyExecute(Runnable task) {
        strand.add(task);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return strand.isExecutorThread(thread);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        throwIfInEventLoop("invokeAny");
        return super.invokeAny(tasks);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        throwIfInEventLoop("invokeAny");
        return super.invokeAny(tasks, timeout, unit);
    }

    @Override
    public <T> List<java.util.concurrent.Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
            throws InterruptedException {
        throwIfInEventLoop("invokeAll");
        return super.invokeAll(tasks);
    }

    @Override
    public <T> List<java.util.concurrent.Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit) throws InterruptedException {
        throwIfInEventLoop("invokeAll");
        return super.invokeAll(tasks, timeout, unit);
    }

    private void throwIfInEventLoop(String method) {
        if (inEventLoop()) {
            throw new RejectedExecutionException(
                    method + " would wait for this very event loop if it were called from within it");
        }
    }

    // ---- registrations ----

    @Override
    public Future<IoRegistration> register(final IoHandle handle) {
        ObjectUtil.checkNotNull(handle, "handle");
        final Promise<IoRegistration> promise = newPromise();
        if (inEventLoop()) {
            register0(handle, promise);
        } else {
            execute(() -> register0(handle, promise));
        }
        return promise;
    }

    private void register0(IoHandle handle, Promise<IoRegistration> promise) {
        if (strand.shutdown().isRejecting()) {
            promise.setFailure(new RejectedExecutionException("event executor terminated"));
            return;
        }
        IoRegistration registration;
        try {
            registration = strand.registrations().register(handle);
        } catch (Throwable t) {
            promise.setFailure(t);
            return;
        }
        promise.setSuccess(registration);
    }

    @Deprecated
    @Override
    public ChannelFuture register(Channel channel) {
        return register(new DefaultChannelPromise(channel, this));
    }

    @Deprecated
    @Override
    public ChannelFuture register(ChannelPromise promise) {
        ObjectUtil.checkNotNull(promise, "promise");
        promise.channel().unsafe().register(this, promise);
        return promise;
    }

    @Deprecated
    @Override
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        ObjectUtil.checkNotNull(channel, "channel");
        ObjectUtil.checkNotNull(promise, "promise");
        channel.unsafe().register(this, promise);
        return promise;
    }

    /**
     * Returns how many channels, or other {@link IocpNotifyIoHandle}s, are registered with this loop; an
     * {@link IocpNotifyCompletionHandle} does not count. To be called in the loop.
     */
    public int registeredChannels() {
        assert inEventLoop();
        return strand.registrations().size();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return LoopRegistrations.isCompatible(handleType);
    }

    /**
     * Returns {@code true} for {@link IocpNotifyIoHandler}, which serves the same channels in the same way.
     */
    @Override
    public boolean isIoType(Class<? extends IoHandler> handlerType) {
        return IocpNotifyIoHandler.class.equals(handlerType);
    }

    @Override
    public IocpNotifyEventLoop next() {
        return this;
    }

    @Override
    public IoEventLoopGroup parent() {
        return parent;
    }

    /** What the base class keeps, for {@link #strand}. */
    private final class Tasks implements Strand.LoopTasks {

        @Override
        public void run(Runnable task) {
            safeExecute(task);
        }

        @Override
        public void fetchDue(Queue<Runnable> tasks) {
            fetchFromScheduledTaskQueue(tasks);
        }

        @Override
        public long nextDueNanos() {
            long deadline = nextScheduledTaskDeadlineNanos();
            return deadline == -1 ? CompletionPort.NO_DEADLINE : deadline;
        }

        @Override
        public void cancelScheduled() {
            cancelScheduledTasks();
        }
    }
}
