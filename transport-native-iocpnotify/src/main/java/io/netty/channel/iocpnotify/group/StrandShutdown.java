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

import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How a strand ends: asked to, quiet for the period that was asked for, rejecting, terminated. Keeps the meaning that
 * {@code SingleThreadEventExecutor} gives to quiet period and timeout, but never sleeps: between two checks the strand
 * is released, and its deadline brings it back.
 */
public final class StrandShutdown {

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private enum State {
        /** Next: REQUESTED or REJECTING, by any thread. */
        OPEN,
        /**
         * Tasks are still taken, as they may be part of an orderly end. Next: REJECTING, by the strand, or TERMINATED
         * if it can never run.
         */
        REQUESTED,
        /**
         * Tasks are refused, those that are queued still run. Next: TERMINATED, by the strand, or by any thread if it
         * can never run.
         */
        REJECTING,
        TERMINATED
    }

    /** Also the lock of what happens at the end: an object of its own would be one more for each strand. */
    private final AtomicReference<State> state = new AtomicReference<State>(State.OPEN);
    private final Promise<Void> terminated = new DefaultPromise<Void>(GlobalEventExecutor.INSTANCE);
    /** Tasks that came too late, until those who submitted them have seen it. Guarded by {@link #state}. */
    private List<Runnable> leftOver = Collections.emptyList();

    // Written by the thread that leaves OPEN, before it does; read by the strand after it saw that.
    private volatile long quietNanos;
    private volatile long timeoutNanos;
    private volatile long startNanos;

    // The rest belongs to the strand.
    private long lastTaskNanos;
    private long nextCheckNanos;

    /** Whether this call was the first. Any thread. */
    boolean request(long quietNanos, long timeoutNanos, long nowNanos) {
        return leaveOpen(State.REQUESTED, quietNanos, timeoutNanos, nowNanos);
    }

    /** As {@link #request} without any period, and no task is taken from now on. */
    boolean requestAndReject(long nowNanos) {
        return leaveOpen(State.REJECTING, 0, 0, nowNanos);
    }

    private boolean leaveOpen(State next, long quietNanos, long timeoutNanos, long nowNanos) {
        synchronized (state) {
            if (state.get() != State.OPEN) {
                return false;
            }
            this.quietNanos = quietNanos;
            this.timeoutNanos = timeoutNanos;
            startNanos = nowNanos;
            state.set(next);
            return true;
        }
    }

    public boolean isRequested() {
        return state.get() != State.OPEN;
    }

    public boolean isRejecting() {
        return state.get().ordinal() >= State.REJECTING.ordinal();
    }

    boolean isTerminated() {
        return state.get() == State.TERMINATED;
    }

    void ranTasks(long nowNanos) {
        lastTaskNanos = nowNanos;
    }

    /**
     * Whether the strand may end now. If not, {@link #nextCheckNanos()} is when to ask again. {@code moreToCome} if
     * there are tasks left, or the port has answers to give.
     */
    boolean isConfirmed(long nowNanos, boolean ranTasks, boolean moreToCome) {
        long elapsed = nowNanos - startNanos;
        nextCheckNanos = nowNanos + Math.min(CHECK_NANOS, Math.max(quietNanos, TimeUnit.MILLISECONDS.toNanos(1)));
        if (elapsed >= timeoutNanos && !(timeoutNanos == 0 && moreToCome && elapsed < CHECK_NANOS)) {
            return true;
        }
        if (moreToCome) {
            return false;
        }
        if (quietNanos == 0) {
            return true;
        }
        return !ranTasks && elapsed >= quietNanos && nowNanos - lastTaskNanos >= quietNanos;
    }

    long nextCheckNanos() {
        return nextCheckNanos;
    }

    void rejectTasks() {
        state.set(State.REJECTING);
    }

    /**
     * Ends it. Returns the tasks that were added before anyone could see TERMINATED, for the strand to run; those that
     * are added later are found by {@link #missed}.
     */
    List<Runnable> terminate(Queue<Runnable> tasks) {
        synchronized (state) {
            // Before the state changes, as there may be no memory for it; with room for some that are added meanwhile.
            List<Runnable> last = new ArrayList<Runnable>(tasks.size() + 16);
            state.set(State.TERMINATED);
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                last.add(task);
            }
            return last;
        }
    }

    /** As {@link #terminate}, for a strand that has never run: its tasks are left where they are. */
    void endWithoutRun() {
        synchronized (state) {
            state.set(State.TERMINATED);
        }
    }

    /** Whether a task that was just added will never run. Any thread. */
    boolean missed(Runnable task, Queue<Runnable> tasks) {
        if (state.get() != State.TERMINATED) {
            return false;
        }
        synchronized (state) {
            if (leftOver.isEmpty()) {
                leftOver = new ArrayList<Runnable>();
            }
            // Under the lock this thread is the queue's only consumer. Tasks of others stay for them to find.
            for (Runnable late = tasks.poll(); late != null; late = tasks.poll()) {
                leftOver.add(late);
            }
            // One entry for one submission: the same task may have been submitted twice.
            for (int i = 0; i < leftOver.size(); i++) {
                if (leftOver.get(i) == task) {
                    leftOver.remove(i);
                    return true;
                }
            }
            return false;
        }
    }

    /** To be called when the strand has been left: what waits for the end may take everything apart. */
    void announce() {
        terminated.setSuccess(null);
    }

    /** For a strand that could not be run. */
    void announceFailure(Throwable cause) {
        terminated.setFailure(cause);
    }

    public Future<?> terminationFuture() {
        return terminated;
    }
}
