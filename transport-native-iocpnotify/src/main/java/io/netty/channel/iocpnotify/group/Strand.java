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

import io.netty.channel.iocpnotify.group.RunMeter.Quantum;
import io.netty.channel.iocpnotify.group.StrandTimers.StrandTimer;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.PortRegistration;
import io.netty.channel.iocpnotify.loop.ReadyList;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.ThreadExecutorMap;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/**
 * The part of an event loop that runs: a serial queue of events and tasks. At most one carrier runs it at a time, and
 * any carrier of the group may run it next. {@code IocpNotifyEventLoop} is what users see of it.
 * <p>
 * A thread that has work for the strand first makes it visible, and then offers it. {@link StrandState} orders each run
 * before the next. So the fields without a note need no order of their own: they belong to the carrier that runs the
 * strand, and then, until the release, to who has its arms.
 */
public final class Strand implements ThreadAwareExecutor, StrandSet.Member {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(Strand.class);

    private static final String TERMINATED = "event executor terminated";

    private final EventExecutor loop;
    private final LoopTasks loopTasks;
    private final CarrierPool pool;
    private final int number;
    private final int eventsPerRun;
    private final long eventQuantumNanos;
    private final long taskQuantumNanos;
    private final StrandState state = new StrandState();
    private final StrandShutdown shutdown = new StrandShutdown();
    /** Any thread adds, and offers then; the run takes. After the end see {@link StrandShutdown#missed}. */
    private final Queue<Runnable> tasks;
    /** Registrations with unhandled packets. Any carrier adds, and offers then; the run takes. */
    private final ReadyList<PortRegistration> ready = new ReadyList<PortRegistration>();
    private final LoopRegistrations registrations;

    /** Who runs this strand. Written by that carrier, after begin and before end; read by anyone. */
    private volatile Thread runner;
    private final StrandTimer timer = new StrandTimer(this::due);

    /** Since when the strand was queued before this run. From the end of the run on: since when it waits again. */
    private long queuedNanos;
    /** The size of the registrations. Written by the run, read by any thread. */
    private volatile int registered;
    /** Whether the strand closes its channels: what they tell their handlers of it are tasks, always taken. */
    private boolean closingAll;

    public Strand(EventExecutor loop, LoopTasks loopTasks, SocketEvents events, CarrierPool pool,
                  GroupSettings settings) {
        this.loop = loop;
        this.loopTasks = loopTasks;
        this.pool = pool;
        number = pool.strandCount();
        tasks = settings.taskQueues.get();
        eventsPerRun = settings.eventsPerRun;
        eventQuantumNanos = settings.eventQuantumNanos;
        taskQuantumNanos = settings.taskQuantumNanos;
        registrations = new LoopRegistrations(this, pool.port(), pool.table(), this::ready, pool, events);
        pool.timers().add(timer);
    }

    EventExecutor loop() {
        return loop;
    }

    @Override
    public int number() {
        return number;
    }

    public LoopRegistrations registrations() {
        return registrations;
    }

    public StrandShutdown shutdown() {
        return shutdown;
    }

    // ---- work comes, from any thread ----

    @Override
    public void execute(Runnable task) {
        add(task);
        if (!isExecutorThread(Thread.currentThread())) {
            signal();
            if (shutdown.missed(task, tasks)) {
                // The strand has ended for want of a thread, between the two.
                throw new RejectedExecutionException(TERMINATED);
            }
        }
    }

    /** Wakes nobody: the task runs when the strand next runs. Any thread. */
    public void add(Runnable task) {
        ObjectUtil.checkNotNull(task, "task");
        if (shutdown.isRejecting() && !(isExecutorThread(Thread.currentThread()) && closingAll)) {
            throw new RejectedExecutionException(TERMINATED);
        }
        if (!tasks.offer(task)) {
            throw new RejectedExecutionException("too many tasks wait in " + loop + ": " + tasks.size());
        }
        if (shutdown.missed(task, tasks)) {
            throw new RejectedExecutionException(TERMINATED);
        }
    }

    @Override
    public boolean isExecutorThread(Thread thread) {
        return runner == thread;
    }

    /** Any thread. */
    public int pendingTasks() {
        return tasks.size();
    }

    /** As of the end of the last run. Any thread. */
    public int registered() {
        return registered;
    }

    /** Any carrier. */
    private void ready(PortRegistration registration, long nowNanos) {
        ready.add(registration);
        wake(nowNanos);
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
    void wake(long nowNanos) {
        if (state.offer(nowNanos)) {
            pool.enqueueForCaller(this);
        }
    }

    /** Its time has come; any carrier that looks at the queue next. A run that is to come sees that by itself. */
    private void due(long nowNanos) {
        if (state.isQueued() || state.offer(nowNanos)) {
            pool.enqueueForCaller(this);
        }
    }

    // ---- the run ----

    /**
     * Whether the calling carrier, which has taken the strand from the run queue, runs it now. If not, another carrier
     * has, or the strand has ended without a run.
     */
    boolean begin() {
        long sinceNanos = state.begin();
        if (sinceNanos == StrandState.NOT_QUEUED) {
            return false;
        }
        queuedNanos = sinceNanos;
        return !shutdown.isTerminated();
    }

    /**
     * Runs the strand once, after {@link #begin}. Each of the three kinds of work gets its part.
     * Returns whether the run asked for arms: then the strand is not released yet, and {@link #addArms} comes next.
     */
    boolean run(Quantum quantum, RunMeter meter) {
        state.runBegins();
        meter.runBegins(loop, queuedNanos, quantum.nowNanos());
        registrations.counters = meter.counters;
        timer.deadlineNanos(CompletionPort.NO_DEADLINE);
        runner = Thread.currentThread();
        EventExecutor outer = null;
        try {
            outer = ThreadExecutorMap.setCurrentExecutor(loop);
            quantum.start(eventQuantumNanos);
            handleReady(quantum, meter);
            handleDueReads(quantum, meter);
            runTasks(quantum, meter, taskQuantumNanos);
            if (shutdown.isRequested()) {
                shutDown(quantum, meter);
            }
        } catch (Throwable t) {
            // Ours, not a handler's: those are caught where they are called.
            Errors.logUnexpected(logger, "Unexpected exception in an event loop, which goes on", t);
        } finally {
            // Also if the run was cut short: for a socket whose bytes are here already, an arm brings no packet.
            registrations.dropNeedlessArms();
            pool.timers().publish(timer, deadlineAfterRun());
            CarrierThread.ranBefore(outer);
            runner = null;
            queuedNanos = quantum.nowNanos();
            meter.runEnds(loop, queuedNanos);
            if (registrations.size() != registered) {
                registered = registrations.size();
            }
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
        if (registrations.hasPendingArms()) {
            return true;
        }
        release();
        return false;
    }

    /**
     * Adds the arms of the run that has just ended. The strand is released when they are with the port: so when another
     * carrier can run it, none of its sockets has an arm under way.
     */
    void addArms(PendingArms pending) {
        if (!pending.hasRoom(registrations.pendingArms())) {
            pending.submit(pool.port(), registrations.counters);
        }
        try {
            // What does not fit even into an empty one makes the release another run.
            registrations.fill(pending.arms());
        } catch (Throwable t) {
            // The strand is among them all the same: it is released once, with them.
            Errors.logUnexpected(logger, "Unexpected exception while the arms of an event loop are noted", t);
        }
        pending.add(this);
    }

    /**
     * The arms from the index {@code from} up to {@code to} were submitted: handles their results, and releases the
     * strand. For whoever has submitted them.
     *
     * @param error the code with which the whole call failed, or 0
     */
    void armed(ArmBatch arms, int from, int to, int error) {
        try {
            registrations.handleResults(arms, from, to, error);
        } finally {
            long armDeadline = registrations.armDeadlineNanos();
            if (armDeadline < timer.deadlineNanos()) {
                pool.timers().publish(timer, armDeadline);
            }
            release();
        }
    }

    /** Whether sockets are to be read though no packet has come. In a run, or between {@link #begin} and that. */
    boolean hasDueReads() {
        return registrations.dueReads.size() > 0;
    }

    /** Whether another run has something to do that does not wait until the pending arms are submitted. */
    boolean hasTasksOrPackets() {
        return !tasks.isEmpty() || !ready.isEmpty();
    }

    /** Lets any carrier run the strand. If {@link #addArms} has thrown, the arms that are left make it run again. */
    void release() {
        if (state.end(hasTasksOrPackets() || hasDueReads() || registrations.hasPendingArms(), queuedNanos)) {
            pool.enqueueForCaller(this);
        }
    }

    private void handleReady(Quantum quantum, RunMeter meter) {
        for (int i = 0; i < eventsPerRun; i++) {
            PortRegistration registration = ready.poll();
            if (registration == null) {
                return;
            }
            registration.handleReady();
            if (meter.isLastStep(quantum, registration)) {
                return;
            }
        }
    }

    private void handleDueReads(Quantum quantum, RunMeter meter) {
        for (int i = Math.min(registrations.dueReads.begin(), eventsPerRun); i > 0; i--) {
            if (meter.isLastStep(quantum, registrations.dueReads.readNext())) {
                return;
            }
        }
    }

    private boolean runTasks(Quantum quantum, RunMeter meter, long nanos) {
        loopTasks.fetchDue(tasks);
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        quantum.start(nanos);
        do {
            loopTasks.run(task);
            if (meter.isLastStep(quantum, task)) {
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
        long deadline = Math.min(loopTasks.nextDueNanos(), registrations.armDeadlineNanos());
        return shutdown.isRequested() ? Math.min(deadline, shutdown.nextCheckNanos()) : deadline;
    }

    // ---- the end ----

    /** Ends it after the quiet period, and after the timeout at the latest. Any thread. */
    public void requestEnd(long quietNanos, long timeoutNanos, long nowNanos) {
        if (shutdown.request(quietNanos, timeoutNanos, nowNanos)) {
            signalEnd();
        }
    }

    /** Takes no more tasks. Any thread. */
    public void requestEndAtOnce(long nowNanos) {
        if (shutdown.requestAndReject(nowNanos)) {
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

    /** Ends the strand if that may be done now; if not, its deadline brings it back here. */
    private void shutDown(Quantum quantum, RunMeter meter) {
        closeAll();
        loopTasks.cancelScheduled();
        boolean ranTasks = runTasks(quantum, meter, taskQuantumNanos);
        boolean moreToCome = !tasks.isEmpty() || registrations.awaitsPackets();
        if (!shutdown.isConfirmed(quantum.readClock(), ranTasks, moreToCome)) {
            return;
        }
        shutdown.rejectTasks();
        loopTasks.cancelScheduled();
        // Tasks may close handles and handles may submit tasks until both have nothing left.
        do {
            closeAll();
            runTasks(quantum, meter, Long.MAX_VALUE);
        } while (!tasks.isEmpty() || registrations.hasOpen());
        registrations.destroy();
        for (Runnable task : shutdown.terminate(tasks)) {
            loopTasks.run(task);
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

    /** What Netty's base class does for an event loop, and lets only its subclasses use. In the run. */
    public interface LoopTasks {

        void run(Runnable task);

        /** Moves the scheduled tasks whose time has come to the end of {@code tasks}. */
        void fetchDue(Queue<Runnable> tasks);

        /** Or NO_DEADLINE. */
        long nextDueNanos();

        void cancelScheduled();
    }
}
