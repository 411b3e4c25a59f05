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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.iocpnotify.loop.DueReads.ReadAgainRule;
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;
import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;
import io.netty.channel.iocpnotify.loop.SocketRegistration.RegistrationQueue;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WsaBufArray;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;

/**
 * The registrations of one event loop, and its pending arms. Used by the loop alone, except where a method says
 * otherwise; the loop may change threads between its runs.
 */
public final class LoopRegistrations {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(LoopRegistrations.class);

    /** For want of memory; not later, as the socket may be closed then. */
    private static final int REMOVE_TRIES = 16;

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 256_000_000;

    private final ThreadAwareExecutor executor;
    private final CompletionPort port;
    private final RegistrationTable table;
    public final LoopCompletions completions;
    private final ObjLongConsumer<PortRegistration> onReady;
    public final ReadAgainRule readAgainRule;
    final SocketEvents events;
    /** Those of the thread that runs the loop. */
    public RunCounters counters = RunCounters.NOBODYS;

    private Set<SocketRegistration> open = IdentitySets.empty();
    private final RegistrationQueue pending = new RegistrationQueue();
    /** How long the pause is that began when the system had no memory for arms, 0 if there is none; and its end. */
    private long pauseNanos;
    private long pausedUntilNanos;
    public final DueReads dueReads = new DueReads();
    /** Guarded by this: a registration that is being removed ends on whichever thread closes its socket. */
    private Set<SocketMembership> removing = IdentitySets.empty();
    private Set<LoopEndListener> lingering = IdentitySets.empty();
    private WsaBufArray bufArray;

    /**
     * @param onReady called by the thread that dequeued a packet, which need not be the loop's, for a registration that
     *         has something to handle and had not before, with the time at which the packet came
     * @param events the types in which handles of sockets are spoken to; for this loop alone
     */
    public LoopRegistrations(ThreadAwareExecutor executor, CompletionPort port, RegistrationTable table,
                             ObjLongConsumer<PortRegistration> onReady, ReadAgainRule readAgainRule,
                             SocketEvents events) {
        this.executor = executor;
        this.port = port;
        this.table = table;
        this.onReady = onReady;
        this.readAgainRule = readAgainRule;
        this.events = events;
        completions = new LoopCompletions(this, executor, port, table);
    }

    /** Any thread that dequeues. */
    void signal(PortRegistration registration, long nowNanos) {
        onReady.accept(registration, nowNanos);
    }

    /** Whoever uses it clears it first. */
    public WsaBufArray bufArray() {
        if (bufArray == null) {
            bufArray = new WsaBufArray();
        }
        return bufArray;
    }

    // ---- tasks ----

    public boolean inEventLoop() {
        return executor.isExecutorThread(Thread.currentThread());
    }

    /** Any thread. */
    public void execute(Runnable task) {
        executor.execute(task);
    }

    // ---- registrations ----

    public SocketRegistration register(SocketHandle handle) {
        open = IdentitySets.forAdding(open);
        return register(handle, open, key -> new SocketRegistration(this, handle, key), table.reserve());
    }

    /**
     * Registers a handle under a key that was reserved for it, last of all: {@code make} takes memory as well. If
     * anything fails, the key is free again.
     */
    <R extends PortRegistration> R register(PortHandle handle, Set<R> open, LongFunction<R> make, long key) {
        R registration;
        try {
            registration = make.apply(key);
            open.add(registration);
        } catch (Throwable t) {
            table.release(key);
            throw t;
        }
        try {
            table.publish(registration);
            handle.registered();
        } catch (Throwable t) {
            registration.cancel();
            throw t;
        }
        return registration;
    }

    /** Handles of sockets only. */
    public int size() {
        return open.size();
    }

    void leave(SocketMembership registration) {
        open.remove(registration);
    }

    /** Any thread: the key is free, late packets find nobody. */
    void ended(SocketMembership registration) {
        table.release(registration.key());
        noLongerRemoving(registration);
    }

    // ---- arms ----

    void addPending(SocketRegistration registration) {
        pending.add(registration);
    }

    /** Whether there are arms to be submitted now. */
    public boolean hasPendingArms() {
        return pending.size() != 0 && (pauseNanos == 0 || LoopClock.nanos() - pausedUntilNanos >= 0);
    }

    /** When there will be, if there are none now; NO_DEADLINE if that is not a matter of time. */
    public long armDeadlineNanos() {
        return pending.size() == 0 || pauseNanos == 0 ? CompletionPort.NO_DEADLINE : pausedUntilNanos;
    }

    /** How many arms at the most {@link #fill} would add. */
    public int pendingArms() {
        return pending.size();
    }

    /** Takes the arms off the list that are not needed. At the end of each run. Never throws. */
    public void dropNeedlessArms() {
        for (int i = pending.size(); i > 0; i--) {
            SocketRegistration registration = pending.poll();
            boolean isNeeded = true;
            try {
                isNeeded = registration.needsArm();
            } catch (Throwable t) {
                // There is no memory for a receive, or the loop is at its end. An arm needs none.
                Errors.logThrown(logger, "{} is armed: no receive could begin", registration.handle(), t);
            }
            if (isNeeded) {
                pending.add(registration);
            }
        }
    }

    public void fill(ArmBatch batch) {
        while (batch.room() != 0) {
            SocketRegistration registration = pending.poll();
            if (registration == null) {
                return;
            }
            registration.arm(batch);
        }
    }

    /**
     * For whoever has submitted the batch, before this loop runs again. A socket that could not be armed is told; the
     * others are none the worse. If the whole call has failed with {@code error}, each is submitted by itself, so that
     * one refused socket does not stop the others. Those that there is no memory for are pending again until a pause is
     * over.
     */
    public void handleResults(ArmBatch batch, int from, int to, int error) {
        if (error != 0) {
            port.armOneByOne(batch, from, to);
        }
        int noMemory = 0;
        for (int i = from; i < to; i++) {
            int result = batch.result(i);
            if (Errors.isResourceExhausted(result)) {
                batch.owner(i).notArmed();
                noMemory = result;
            } else if (result != 0) {
                batch.owner(i).armRefused(result);
            }
        }
        if (noMemory != 0) {
            pause(noMemory);
        } else if (from != to) {
            endPause();
        }
    }

    /** The loop runs its tasks and events meanwhile: a call that failed has submitted nothing. */
    private void pause(int error) {
        if (pauseNanos == 0) {
            pauseNanos = SHORTEST_PAUSE_NANOS;
            port.armsPaused(error);
        } else {
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, pauseNanos << 1);
        }
        pausedUntilNanos = LoopClock.nanos() + pauseNanos;
    }

    /** The port has taken what it was asked for, or will not be asked any more. */
    private void endPause() {
        if (pauseNanos != 0) {
            pauseNanos = 0;
            port.armsResumed();
        }
    }

    // ---- leaving the port ----

    /**
     * Sends OP_REMOVE for one socket. Returns whether the port will answer with a REMOVE packet; if not, the socket is
     * not registered. Whatever this throws, the socket is still registered, as nothing can fail once the port was
     * asked.
     */
    boolean removeFromPort(SocketMembership registration) throws IOException {
        ArmBatch batch = new ArmBatch(1);
        try {
            batch.remove(registration);
            synchronized (this) {
                removing = IdentitySets.forAdding(removing);
                removing.add(registration);
            }
            completions.stayAwake();
            int result = submit(batch);
            for (int i = 1; Errors.isResourceExhausted(result) && i < REMOVE_TRIES; i++) {
                result = submit(batch);
            }
            if (Errors.isResourceExhausted(result)) {
                throw Errors.newIOException("ProcessSocketNotifications", -result);
            }
            return result == 0;
        } catch (Throwable t) {
            noLongerRemoving(registration);
            throw t;
        } finally {
            batch.free();
        }
    }

    /** The result of the only entry: 0 or a positive code. Throws if the call has failed, but for want of resources. */
    private int submit(ArmBatch batch) throws IOException {
        int error = port.arm(batch);
        if (error != 0 && !Errors.isResourceExhausted(-error)) {
            throw Errors.newIOException("ProcessSocketNotifications", error);
        }
        return error != 0 ? -error : batch.result(0);
    }

    private synchronized void noLongerRemoving(SocketMembership registration) {
        removing.remove(registration);
    }

    synchronized boolean awaitsRemoval() {
        return !removing.isEmpty();
    }

    /** Whether the port has yet to answer an OP_REMOVE, or to tell of the end of a channel's overlapped operation. */
    public boolean awaitsPackets() {
        return awaitsRemoval() || completions.awaitsPackets();
    }

    // ---- the end ----

    /** A channel is being closed by another thread, and will submit the rest of it to this loop. */
    public void lingers(LoopEndListener close) {
        lingering = IdentitySets.forAdding(lingering);
        lingering.add(close);
    }

    public void lingersNoMore(LoopEndListener close) {
        lingering.remove(close);
    }

    public boolean hasOpen() {
        return !open.isEmpty() || !lingering.isEmpty() || completions.hasOpen();
    }

    /** {@code takesTasks}: whether the loop still runs what is submitted from within it, as channels do that end. */
    public void closeAll(boolean takesTasks) {
        for (SocketRegistration registration : open.toArray(new SocketRegistration[0])) {
            try {
                if (takesTasks || !(registration.handle() instanceof ChannelHandle)) {
                    registration.handle().close();
                } else {
                    ((ChannelHandle) registration.handle()).closeInEndingLoop();
                }
            } catch (Throwable t) {
                // It has had its chance: the end of the loop does not wait for another.
                Errors.logThrown(logger, "{} threw while it was closed", registration.handle(), t);
            }
            // A handle that is no channel may know nothing of registrations.
            registration.closing();
        }
        // Those as well that have just begun to linger.
        for (LoopEndListener close : lingering.toArray(new LoopEndListener[0])) {
            lingering.remove(close);
            close.endWithLoop(takesTasks);
        }
        // After the channels: theirs end by themselves when the last of their operations has.
        completions.closeAll();
    }

    /** Gives up what the port never answered, and the memory. */
    public void destroy() {
        SocketMembership[] unanswered;
        synchronized (this) {
            unanswered = removing.toArray(new SocketMembership[0]);
        }
        for (SocketMembership registration : unanswered) {
            registration.end(new IllegalStateException(
                    "the event loop ended before socket " + registration.socket() + " had left its port"));
        }
        completions.abandonAll();
        pending.clear();
        endPause();
        dueReads.clear();
        if (bufArray != null) {
            bufArray.free();
            bufArray = null;
        }
    }

    /** Hears of the end of a loop that has something of its own left to say to it. */
    public interface LoopEndListener {

        /** The loop ends; {@code takesTasks} is as in {@link LoopRegistrations#closeAll}. In the loop. */
        void endWithLoop(boolean takesTasks);
    }
}
