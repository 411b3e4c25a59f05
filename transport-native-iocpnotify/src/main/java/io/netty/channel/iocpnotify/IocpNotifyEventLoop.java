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
import io.netty.channel.iocpnotify.group.CarrierPool;
import io.netty.channel.iocpnotify.group.GroupSettings;
import io.netty.channel.iocpnotify.group.Strand;
import io.netty.channel.iocpnotify.group.Strand.LoopTasks;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.ThreadExecutorMap;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An event loop of an {@link IocpNotifyEventLoopGroup}. It is not a thread. It is a <em>strand</em>: a queue of events
 * and tasks. At most one thread of the group runs it at a time, and any thread of the group may run it next.
 * {@link #inEventLoop(Thread)} is true for the thread that runs it now.
 * <p>
 * It keeps all promises of Netty's event loops. The handlers of a channel are called one at a time and in order. Each
 * call sees what the call before it wrote. Tasks run in the order of their submission. But
 * {@link Thread#currentThread()} may differ from one event to the next, and thread-locals differ with it.
 * <p>
 * Any thread may call a method, unless its description says otherwise. {@code invokeAny} and {@code invokeAll} wait for
 * tasks, so this event loop must not call them. There they throw a
 * {@link java.util.concurrent.RejectedExecutionException}.
 */
public final class IocpNotifyEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {

    private final IoEventLoopGroup parent;
    private final Strand strand;

    IocpNotifyEventLoop(IoEventLoopGroup parent, CarrierPool pool, GroupSettings settings) {
        super(parent);
        this.parent = parent;
        strand = new Strand(this, new Tasks(), new HandleTypes.Events(), pool, settings);
    }

    /**
     * {@return the event loop of this transport that the calling thread runs now, or {@code null} if it runs none} A
     * client uses it to stay on the event loop of its caller, because in this group the thread does not identify the
     * event loop. In a group of Netty's own with an {@link IocpNotifyIoHandler} it does, so there this returns
     * {@code null}.
     */
    public static IocpNotifyEventLoop current() {
        EventExecutor executor = ThreadExecutorMap.currentExecutor();
        return executor instanceof IocpNotifyEventLoop ? (IocpNotifyEventLoop) executor : null;
    }

    Strand strand() {
        return strand;
    }

    // ---- life cycle ----

    /**
     * Begins to end this event loop. It closes its channels, and runs tasks until no task has come for the quiet
     * period. After the time-out it does not wait for a quiet period any more.
     */
    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        ObjectUtil.checkPositiveOrZero(quietPeriod, "quietPeriod");
        if (timeout < quietPeriod) {
            throw new IllegalArgumentException(
                    "timeout: " + timeout + " (expected >= quietPeriod (" + quietPeriod + "))");
        }
        ObjectUtil.checkNotNull(unit, "unit");
        strand.requestEnd(unit.toNanos(quietPeriod), unit.toNanos(timeout), LoopClock.nanos());
        return terminationFuture();
    }

    @Deprecated
    @Override
    public void shutdown() {
        strand.requestEndAtOnce(LoopClock.nanos());
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

    /** Waits for the end of this event loop. In this event loop it throws an {@link IllegalStateException}. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        ObjectUtil.checkNotNull(unit, "unit");
        if (inEventLoop()) {
            throw new IllegalStateException("an event loop cannot wait for its own end");
        }
        return terminationFuture().await(timeout, unit);
    }

    // ---- tasks ----

    /** Adds a task, and wakes a thread for it if that is needed. */
    @Override
    public void execute(Runnable task) {
        strand.execute(task);
    }

    /** Adds a task and wakes no thread. The task runs in the next run of the event loop. */
    @Override
    public void lazyExecute(Runnable task) {
        strand.add(task);
    }

    /** {@return whether {@code thread} runs this event loop now} */
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

    /**
     * Registers a handle with the port of this event loop. This happens in the event loop.
     *
     * @param handle an {@link IocpNotifyIoHandle} or an {@link IocpNotifyCompletionHandle}. For another one the future
     *         fails with an {@link IllegalArgumentException}
     */
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
        IoRegistration registration;
        try {
            if (isShutdown()) {
                throw new RejectedExecutionException("event executor terminated");
            }
            registration = HandleTypes.register(strand.registrations(), handle);
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
        return register(promise.channel(), promise);
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
     * {@return how many tasks wait to run} Scheduled tasks count when their time has come. Other threads add and take
     * tasks at the same time, so the number may be out of date at once.
     */
    public int pendingTasks() {
        return strand.pendingTasks();
    }

    /**
     * {@return how many channels and other handles are registered with this event loop} An
     * {@link IocpNotifyCompletionHandle} does not count. The method must be called in this event loop.
     */
    public int registeredChannels() {
        assert inEventLoop();
        return strand.registrations().size();
    }

    /** {@return {@code true} for {@link IocpNotifyIoHandle} and {@link IocpNotifyCompletionHandle}} */
    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return HandleTypes.isCompatible(handleType);
    }

    /** {@return {@code true} for {@link IocpNotifyIoHandler}, which serves the same channels in the same way} */
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

    /**
     * What the base class keeps, for {@link #strand}. To the base class it is the queue that due tasks go to. The base
     * class takes a task from its own queue first. So without memory in the other queue the task would be lost; but if
     * that takes no more, the base class keeps the task.
     */
    private final class Tasks extends AbstractQueue<Runnable> implements LoopTasks {

        private Queue<Runnable> tasks;

        @Override
        public void run(Runnable task) {
            safeExecute(task);
        }

        @Override
        public void fetchDue(Queue<Runnable> tasks) {
            this.tasks = tasks;
            fetchFromScheduledTaskQueue(this);
        }

        @Override
        public boolean offer(Runnable task) {
            try {
                return tasks.offer(task);
            } catch (OutOfMemoryError e) {
                return false;
            }
        }

        @Override
        public Runnable poll() {
            return tasks.poll();
        }

        @Override
        public Runnable peek() {
            return tasks.peek();
        }

        @Override
        public Iterator<Runnable> iterator() {
            return tasks.iterator();
        }

        @Override
        public int size() {
            return tasks.size();
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
