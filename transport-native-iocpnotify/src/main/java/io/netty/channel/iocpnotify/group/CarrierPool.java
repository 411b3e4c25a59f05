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

import io.netty.channel.iocpnotify.loop.DueReads.ReadAgainRule;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.PacketRouter;
import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.loop.RegistrationTable;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ThreadProperties;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the carriers of a group share: the port, the queue of runnable strands, and how many carriers wait. For a packet
 * on the port, the system wakes a carrier. For a strand in the queue, this class wakes one.
 * <p>
 * No wake-up is lost. A carrier first says that it waits, or that it runs a strand, and then looks for work once more.
 * A thread that brings work first makes it visible, and then looks for a carrier that is searching, or waits.
 */
public final class CarrierPool implements ReadAgainRule {

    /** For how long the only socket that a strand reads again gets no packet, if other carriers wait by then. */
    private static final long READS_WITHOUT_PACKET_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final CompletionPort port;
    private final RegistrationTable table = new RegistrationTable();
    private final PacketRouter router;
    /** Filled before the first carrier starts, unchanged from then on. */
    private final Strand[] strands;
    /** Those that are started when there is work, and the spare ones behind them. */
    private final Carrier[] carriers;
    private final CarrierStarter starter;
    /** The run queue: strands in state QUEUED, and perhaps some that another carrier has begun to run meanwhile. */
    private final StrandSet<Strand> runnable;
    private final StrandTimers timers;
    private final PendingArms.Pool pendingArms;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger liveStrands = new AtomicInteger();
    private final PostedPacket wakeUp;
    private final Promise<Void> terminated = new DefaultPromise<Void>(GlobalEventExecutor.INSTANCE);

    public CarrierPool(GroupSettings settings, Executor executor) throws IOException {
        strands = new Strand[settings.strandCount()];
        carriers = new Carrier[settings.threadCount() + settings.spareThreads];
        starter = new CarrierStarter(executor, settings, carriers, this::noCarrierStarted,
                CarrierWatch.of(this, settings));
        timers = new StrandTimers(strands.length, carriers, LoopClock::nanos, NativePort.tickNanos());
        runnable = new StrandSet<Strand>(strands, starter.usualCarriers());
        port = new CompletionPort(CompletionPort.UNLIMITED);
        try {
            pendingArms = new PendingArms.Pool(port, carriers);
            wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), this::isAnyWaiting, carriers.length,
                    PostedPacket.RELIED_NANOS);
            router = new PacketRouter(table, wakeUp);
            for (int i = 0; i < carriers.length; i++) {
                carriers[i] = new Carrier(this, settings.packetsPerCall);
                // Now. If there were no memory for one later, the strands that it should hold would be lost.
                pendingArms.addForCarrier();
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    CompletionPort port() {
        return port;
    }

    RegistrationTable table() {
        return table;
    }

    CarrierStarter starter() {
        return starter;
    }

    public Executor executor() {
        return starter.executor();
    }

    /** Without the spare ones. */
    public int carrierCount() {
        return starter.usualCarriers();
    }

    /** How many strands it has got so far. While the group is made. */
    public int strandCount() {
        return liveStrands.get();
    }

    public void add(Strand strand) {
        strands[liveStrands.getAndIncrement()] = strand;
    }

    /** They are those of the carriers that have started. Any thread. */
    public List<ThreadProperties> threads() {
        List<ThreadProperties> threads = new ArrayList<ThreadProperties>();
        for (Carrier carrier : carriers) {
            Thread thread = carrier.thread();
            if (thread != null) {
                threads.add(new CarrierThread.Properties(thread));
            }
        }
        return threads;
    }

    // ---- runnable strands ----

    /** Queues a strand that its state says is QUEUED, and sees to it that a carrier takes it. Any thread. */
    void enqueue(Strand strand) {
        enqueueForCaller(strand);
        callCarrier();
    }

    /** As {@link #enqueue}, for a carrier that takes from the queue next. */
    void enqueueForCaller(Strand strand) {
        runnable.add(strand);
    }

    public StrandSet<Strand> runnable() {
        return runnable;
    }

    /** Returns the strand that the caller runs now, or {@code null} if there is none. */
    Strand takeRunnable() {
        for (;;) {
            Strand strand = runnable.poll();
            if (strand == null || strand.begin()) {
                return strand;
            }
        }
    }

    /** For a carrier that has said that it waits, and until when. */
    boolean hasWork() {
        return starter.isStopping() || !runnable.isEmpty() || !timers.areKept();
    }

    /**
     * Before a carrier runs a strand, which may take any time: calls another one if there is other work, or if nobody
     * waits for packets or for the next timers.
     */
    void passOn() {
        if (!runnable.isEmpty() || !isAnyWaiting() || !timers.areNearlyKept()) {
            callCarrier();
        }
    }

    /** Wakes a waiting carrier, unless enough others are searching. If none waits, starts one, up to their number. */
    void callCarrier() {
        if (!isAnyWaiting()) {
            starter.start();
        } else if (!wakeUp.isUnderWay() && !areEnoughSearching()) {
            wakeUp.post();
        }
    }

    /**
     * Whether there is a carrier for each strand in the run queue, and at least one, that is searching for work. One
     * that has been searching for long may be stopped, so it does not count.
     */
    private boolean areEnoughSearching() {
        int missing = Math.max(1, runnable.size());
        long nowNanos = LoopClock.nanos();
        for (Carrier carrier : carriers) {
            if (nowNanos - carrier.searchesSinceNanos() < PostedPacket.RELIED_NANOS && --missing == 0) {
                return true;
            }
        }
        return false;
    }

    /** How many runs have ended, if all carriers that may be started are at work; else -1. Any thread. */
    long runsIfAllAreBusy() {
        if (waiting.get() > 0 || !starter.areUsualStarted()) {
            return -1;
        }
        long runs = 0;
        for (Carrier carrier : carriers) {
            runs += carrier.runs();
        }
        return runs;
    }

    /** Whether work may be queued that no carrier was called for: none could be started, or none could be woken. */
    boolean isDeserted() {
        return starter.isDeserted() || wakeUp.isMissing();
    }

    PendingArms.Pool pendingArms() {
        return pendingArms;
    }

    StrandTimers timers() {
        return timers;
    }

    // ---- waiting and packets ----

    boolean isAnyWaiting() {
        return waiting.get() > 0;
    }

    /**
     * Not if another carrier works and yet another waits: who waits hears at once of what comes, and tries would only
     * take its processor. And not if another thread is to answer first.
     */
    @Override
    public boolean allowsReadAgain(boolean awaitsAnswer) {
        int waiters = waiting.get();
        return !awaitsAnswer && (waiters == 0 || waiters >= starter.started() - 1);
    }

    /**
     * If other carriers wait and no strand is queued, a packet comes in between now and then. It may bring the socket
     * to another thread, for which the system has a better processor.
     */
    @Override
    public boolean allowsReadAgainSince(long sinceNanos) {
        return !isAnyWaiting() || !runnable.isEmpty() || LoopClock.nanos() - sinceNanos < READS_WITHOUT_PACKET_NANOS;
    }

    void waitBegins() {
        waiting.incrementAndGet();
    }

    void waitEnds() {
        waiting.decrementAndGet();
    }

    /** The calling carrier then finds the strands of the packets in the queue. */
    void route(PacketArray packets, int count) {
        router.route(packets, count);
    }

    // ---- figures ----

    /** They include the spare ones; one without a thread has counted nothing. Any thread. */
    public Carrier[] carriers() {
        return carriers;
    }

    /** They are all there once the group is made. Any thread. */
    public Strand[] strands() {
        return strands;
    }

    /** Any thread. */
    public long wakeUps() {
        return wakeUp.posts();
    }

    // ---- the end ----

    void strandTerminated() {
        if (liveStrands.decrementAndGet() == 0) {
            starter.stop();
            if (isAnyWaiting()) {
                wakeUp.post();
            }
        }
    }

    /**
     * Ends a strand that was asked to end, if no carrier can run it because the first one could not be started. With
     * the last strand all of the group ends. Does nothing if there is a carrier by now, which then runs the strand.
     *
     * @param cause why, which the termination future of the strand tells
     */
    void endWithoutCarrier(Strand strand, Throwable cause) {
        boolean last;
        synchronized (starter) {
            // Carriers begin under this lock, so nobody runs the strand meanwhile.
            if (!starter.isDeserted() || strand.shutdown().isTerminated()) {
                return;
            }
            strand.shutdown().endWithoutRun();
            last = liveStrands.decrementAndGet() == 0;
            if (last) {
                starter.end();
            }
        }
        strand.shutdown().announceFailure(cause);
        if (last) {
            close();
            terminated.setSuccess(null);
        }
    }

    /** The executor takes no carrier: whoever has asked a strand to end meanwhile has relied on this one. */
    private void noCarrierStarted(Throwable cause) {
        for (Strand strand : strands) {
            if (strand.shutdown().isRequested()) {
                endWithoutCarrier(strand, cause);
            }
        }
    }

    /** The last thing that a carrier does. The last carrier closes the port. */
    void carrierEnds(PacketArray packets) {
        if (!starter.carrierEnds()) {
            // Each carrier that ends wakes one that waits.
            if (isAnyWaiting()) {
                wakeUp.post();
            }
            return;
        }
        while (!wakeUp.end()) {
            router.routeLast(port, packets);
        }
        try {
            close();
        } finally {
            terminated.setSuccess(null);
        }
    }

    /** Gives everything back; for the last carrier, or when there never will be one. */
    public void close() {
        port.close();
        for (Carrier carrier : carriers) {
            if (carrier != null) {
                carrier.free();
            }
        }
        if (pendingArms != null) {
            pendingArms.free();
        }
    }

    public Future<?> terminationFuture() {
        return terminated;
    }
}
