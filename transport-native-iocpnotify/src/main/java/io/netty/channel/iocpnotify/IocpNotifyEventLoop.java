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
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.ThreadExecutorMap;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

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

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(IocpNotifyEventLoop.class);

    private final IoEventLoopGroup parent;
    private final CarrierPool pool;
    private final int eventsPerRun;
    private final long quantumNanos;
    private final StrandState state = new StrandState();
    private final StrandShutdown shutdown = new StrandShutdown();
    private final Queue<Runnable> tasks = PlatformDependent.newMpscQueue();
    /** Registrations with unhandled packets; any carrier adds, the running one takes. */
    private final ReadyList ready = new ReadyList();
    private final LoopRegistrations registrations;

    /** Who runs this strand. Written by that carrier, after begin and before end; read by anyone. */
    private volatile Thread runner;
    /** When the strand wants to run by itself, on the clock of {@link #ticker()}. */
    private final StrandTimer timer = new StrandTimer(this::wake);

    /** Whether it is the turn of the sockets to read again. Set by any carrier, before the offer; taken in the run. */
    private volatile boolean itsTurnToReadAgain;
    /** From when the strand gets into the queue for that until its turn. The strand's own, as the next. */
    private boolean waitsToReadAgain;
    /** How many sockets are to be read of those whose turn has come. */
    private int toReadAgain;
    /** Whether the strand closes its channels: what they tell their handlers of it are tasks, always taken. */
    private boolean closingAll;

    IocpNotifyEventLoop(IoEventLoopGroup parent, CarrierPool pool, GroupSettings settings) {
        super(parent);
        this.parent = parent;
        this.pool = pool;
        eventsPerRun = settings.eventsPerRun;
        quantumNanos = settings.taskQuantumNanos;
        registrations = new LoopRegistrations(this, pool.port(), pool.table(), this::ready);
    }

    // ---- what carriers do ----

    /** A packet of that registration has come; any carrier. */
    private void ready(PortRegistration registration) {
        ready.add(registration);
        wake();
    }

    /** Says that there is work; any thread that is not about to look for work itself. */
    private void signal() {
        if (state.offer()) {
            pool.enqueue(this);
        } else if (pool.isDeserted()) {
            pool.callCarrier();
        }
    }

    /** Makes the strand runnable; any carrier that looks at the queue next. */
    private void wake() {
        if (state.offer()) {
            pool.enqueueForCaller(this);
        }
    }

    /** It is the turn of this strand's sockets that are to be read again; any carrier that looks at the queue next. */
    void readAgain() {
        itsTurnToReadAgain = true;
        wake();
    }

    /**
     * Runs the strand once: events, sockets to read again, then tasks. Each of the three gets a turn in each run,
     * whatever the others need.
     *
     * @param quantum the caller's
     * @return whether both asked for arms: then the strand is not released yet, and {@link #owe} comes next
     */
    boolean run(Quantum quantum) {
        state.begin();
        timer.deadlineNanos(CompletionPort.NO_DEADLINE);
        runner = Thread.currentThread();
        EventExecutor outer = null;
        try {
            outer = ThreadExecutorMap.setCurrentExecutor(this);
            quantum.begin(quantumNanos);
            handleReady(quantum);
            handleReadAgain(quantum);
            runTasks(quantum, quantumNanos);
            if (shutdown.isRequested()) {
                shutDown(quantum);
            }
        } catch (Throwable t) {
            // Ours, not a handler's: those are caught where they are called.
            Errors.logUnexpected(logger, "Unexpected exception in an event loop, which goes on", t);
        } finally {
            pool.timers().publish(timer, deadlineAfterRun());
            ThreadExecutorMap.setCurrentExecutor(outer);
            runner = null;
        }
        if (shutdown.isTerminated()) {
            // The state stays RUNNING: a late packet or task finds nothing to enqueue.
            try {
                shutdown.announce();
            } finally {
                pool.strandTerminated();
            }
            return false;
        }
        if (registrations.owesArms()) {
            return true;
        }
        release();
        return false;
    }

    /**
     * Puts the arms of the run that has just ended into {@code debt}. The strand is released when they are with the
     * port: so when another carrier can run it, none of its sockets has an arm under way.
     */
    void owe(ArmDebt debt) {
        if (!debt.hasRoom(registrations.owedArms())) {
            debt.pay(pool.port());
        }
        try {
            // What does not fit even into an empty one makes the release another run.
            registrations.fill(debt.arms());
        } finally {
            debt.hold(this);
        }
    }

    /**
     * The arms from the index {@code from} up to {@code to} were handed to the port: they are looked at, and the strand
     * is released. Whoever holds the debt.
     *
     * @param error the code with which the whole call failed, or 0
     */
    void armed(ArmBatch arms, int from, int to, int error) {
        try {
            registrations.settle(arms, from, to, error);
        } finally {
            long armDeadline = registrations.armDeadlineNanos();
            if (armDeadline < timer.deadlineNanos()) {
                pool.timers().publish(timer, armDeadline);
            }
            release();
        }
    }

    /** Instead of {@link #armed}, when {@link #owe} has thrown: what it did not hand over makes it run again. */
    void notHeld() {
        release();
    }

    /** Whether another run has something to do already. For who runs it, or has just run it. */
    boolean hasMore() {
        return !tasks.isEmpty() || !ready.isEmpty() || toReadAgain > 0;
    }

    private void release() {
        if (toReadAgain == 0 && registrations.toReadAgain() > 0 && !waitsToReadAgain) {
            waitsToReadAgain = true;
            pool.readAgainQueue().add(this);
        }
        if (state.end(hasMore() || registrations.owesArms())) {
            pool.enqueueForCaller(this);
        }
    }

    private void handleReady(Quantum quantum) {
        for (int i = 0; i < eventsPerRun; i++) {
            PortRegistration registration = ready.poll();
            if (registration == null) {
                return;
            }
            try {
                registration.handleReady();
            } catch (Throwable t) {
                Errors.logUnexpected(logger, "Unexpected exception while handling a packet", t);
            }
            if (quantum.isOver()) {
                return;
            }
        }
    }

    /** In what the events have left of the quantum. */
    private void handleReadAgain(Quantum quantum) {
        if (itsTurnToReadAgain) {
            itsTurnToReadAgain = false;
            waitsToReadAgain = false;
            toReadAgain = registrations.toReadAgain();
        }
        for (int i = Math.min(toReadAgain, eventsPerRun); i > 0; i--) {
            toReadAgain--;
            registrations.readAgain();
            if (quantum.isOver()) {
                return;
            }
        }
    }

    /** Returns whether there were any. */
    private boolean runTasks(Quantum quantum, long nanos) {
        fetchFromScheduledTaskQueue(tasks);
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        quantum.begin(nanos);
        do {
            safeExecute(task);
            if (quantum.isOver()) {
                break;
            }
            task = tasks.poll();
        } while (task != null);
        shutdown.ranTasks(quantum.nowNanos());
        return true;
    }

    private long deadlineAfterRun() {
        if (shutdown.isTerminated()) {
            return CompletionPort.NO_DEADLINE;
        }
        long scheduled = nextScheduledTaskDeadlineNanos();
        long deadline = Math.min(scheduled == -1 ? CompletionPort.NO_DEADLINE : scheduled,
                registrations.armDeadlineNanos());
        return shutdown.isRequested() ? Math.min(deadline, shutdown.nextCheckNanos()) : deadline;
    }

    // ---- shutting down ----

    /** Ends the strand if that may be done now; if not, the strand's deadline brings it back here. */
    private void shutDown(Quantum quantum) {
        closeAll();
        cancelScheduledTasks();
        boolean ranTasks = runTasks(quantum, quantumNanos);
        boolean moreToCome = !tasks.isEmpty() || registrations.awaitsPackets();
        if (!shutdown.isConfirmed(quantum.look(), ranTasks, moreToCome)) {
            return;
        }
        shutdown.rejectTasks();
        cancelScheduledTasks();
        // Tasks may close handles and handles may submit tasks until both have nothing left.
        do {
            closeAll();
            runTasks(quantum, Long.MAX_VALUE);
        } while (!tasks.isEmpty() || registrations.hasOpen());
        registrations.destroy();
        for (Runnable task : shutdown.terminate(tasks)) {
            safeExecute(task);
        }
    }

    private void closeAll() {
        closingAll = true;
        try {
            registrations.closeAll(true);
        } finally {
            closingAll = false;
        }
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        ObjectUtil.checkPositiveOrZero(quietPeriod, "quietPeriod");
        if (timeout < quietPeriod) {
            throw new IllegalArgumentException(
                    "timeout: " + timeout + " (expected >= quietPeriod (" + quietPeriod + "))");
        }
        ObjectUtil.checkNotNull(unit, "unit");
        if (shutdown.request(unit.toNanos(quietPeriod), unit.toNanos(timeout), ticker().nanoTime())) {
            signalEnd();
        }
        return terminationFuture();
    }

    @Deprecated
    @Override
    public void shutdown() {
        if (shutdown.requestAndReject(ticker().nanoTime())) {
            signalEnd();
        }
    }

    /** As Netty's own loops, one that no thread can be had for ends with a failed future, and an Error is thrown. */
    private void signalEnd() {
        try {
            signal();
        } catch (Throwable cause) {
            pool.endWithoutCarrier(this, cause);
            if (!(cause instanceof Exception)) {
                PlatformDependent.throwException(cause);
            }
        }
    }

    /** The end of a strand that has never run; its tasks, whose submitters have been told, never will. */
    void endWithoutRun() {
        shutdown.endWithoutRun();
    }

    void announceFailure(Throwable cause) {
        shutdown.announceFailure(cause);
    }

    /** Whether there is nothing more to run. Any thread. */
    boolean hasEnded() {
        return shutdown.isTerminated();
    }

    @Override
    public Future<?> terminationFuture() {
        return shutdown.terminationFuture();
    }

    @Override
    public boolean isShuttingDown() {
        return shutdown.isRequested();
    }

    @Override
    public boolean isShutdown() {
        return shutdown.isRejecting();
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
        add(task);
        if (!inEventLoop()) {
            signal();
            if (shutdown.missed(task, tasks)) {
                // The loop has ended for want of a thread, between the two.
                reject();
            }
        }
    }

    /**
     * Adds a task without waking anybody: it runs when the strand next runs.
     */
    @Override
    public void lazyExecute(Runnable task) {
        add(task);
    }

    private void add(Runnable task) {
        ObjectUtil.checkNotNull(task, "task");
        if (shutdown.isRejecting() && !(inEventLoop() && closingAll)) {
            reject();
        }
        tasks.add(task);
        if (shutdown.missed(task, tasks)) {
            reject();
        }
    }

    private static void reject() {
        throw new RejectedExecutionException("event executor terminated");
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return runner == thread;
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
        if (shutdown.isRejecting()) {
            promise.setFailure(new RejectedExecutionException("event executor terminated"));
            return;
        }
        IoRegistration registration;
        try {
            registration = registrations.register(handle);
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
        return registrations.size();
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
}
