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

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.PacketRouter;
import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.loop.RegistrationTable;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An {@link IoHandler} for event loops that are one thread each. It has a completion port of its own. It is for
 * {@link MultiThreadIoEventLoopGroup}, and for frameworks with event loops of their own.
 * <p>
 * One call of {@code ProcessSocketNotifications} arms up to 256 sockets and takes the packets of the port. If threads
 * may share their work, {@link IocpNotifyEventLoopGroup} is the better choice.
 * <p>
 * The event loop calls the methods of this class in its thread. Only {@link #wakeup()}, {@link #counts()} and
 * {@link #isCompatible(Class)} may be called by any thread.
 */
public final class IocpNotifyIoHandler implements IoHandler {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(IocpNotifyIoHandler.class);

    private static final int ARMS = 256;
    private static final int PACKETS = 256;
    private static final int NOT_POLLED = Integer.MIN_VALUE;
    /** How often the registrations are ended again, 10 ms later, if there was no memory for it. */
    private static final int END_TRIES = 100;
    private static final long LAST_PACKET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadAwareExecutor executor;
    private final SelectStrategy selectStrategy;
    private final CompletionPort port;
    private final RegistrationTable table = new RegistrationTable();
    private final LoopRegistrations registrations;
    private final RunCounters counters = new RunCounters();
    private final ArmBatch arms;
    private final PacketArray packets;
    private final PacketRouter router;

    /** Written by the loop around its wait. Read by threads that wake it: they post a packet only while it waits. */
    private volatile boolean blocked;
    private final PostedPacket wakeUp;

    /** Whether packets come faster than this loop takes them. Then sockets are read again before they are armed. */
    private boolean busy;

    /** The answer of the port to {@link #poll}. The strategy gets the number of packets, but not an error. */
    private int polled;
    private final IntSupplier poll = () -> {
        // A packet comes once. So the answer stays the same while there are packets to handle.
        if (polled == NOT_POLLED || polled == 0) {
            polled = armAndPoll();
        }
        return Math.max(0, polled);
    };

    private IocpNotifyIoHandler(ThreadAwareExecutor executor, SelectStrategy selectStrategy) {
        this.executor = ObjectUtil.checkNotNull(executor, "executor");
        this.selectStrategy = ObjectUtil.checkNotNull(selectStrategy, "selectStrategy");
        try {
            // One thread waits here. But it may be a new one, while the one before still computes.
            port = new CompletionPort(CompletionPort.UNLIMITED);
        } catch (IOException e) {
            throw new UncheckedIOException("no completion port for an event loop", e);
        }
        wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), () -> blocked, 1, Long.MAX_VALUE);
        router = new PacketRouter(table, wakeUp);
        // A packet is handled at once, because this is the loop.
        registrations = new LoopRegistrations(executor, port, table, (registration, nowNanos) ->
                registration.handleReady(), awaitsAnswer -> busy, new HandleTypes.Events());
        registrations.counters = counters;
        counters.began(LoopClock.nanos());
        ArmBatch arms = null;
        try {
            arms = new ArmBatch(ARMS);
            packets = new PacketArray(PACKETS);
        } catch (Throwable t) {
            if (arms != null) {
                arms.free();
            }
            port.close();
            throw t;
        }
        this.arms = arms;
    }

    /**
     * {@return a factory of handlers} Each handler has a port of its own. Any thread may call this method. It throws an
     * {@link UnsatisfiedLinkError} if the transport {@linkplain IocpNotify#isAvailable() is not available}.
     */
    public static IoHandlerFactory newFactory() {
        return newFactory(DefaultSelectStrategyFactory.INSTANCE);
    }

    /**
     * {@return a factory of handlers, as {@link #newFactory()}, with a select strategy} The strategy decides whether a
     * handler waits for packets. {@link SelectStrategy#BUSY_WAIT} looks for packets without ever waiting. That saves
     * the time to wake up, and costs one processor for each handler.
     *
     * @param selectStrategyFactory makes one strategy for each handler, never {@code null}
     */
    public static IoHandlerFactory newFactory(final SelectStrategyFactory selectStrategyFactory) {
        Availability.ensure();
        ObjectUtil.checkNotNull(selectStrategyFactory, "selectStrategyFactory");
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor executor) {
                return new IocpNotifyIoHandler(executor, selectStrategyFactory.newSelectStrategy());
            }

            @Override
            public boolean isChangingThreadSupported() {
                return true;
            }
        };
    }

    /** Handles the packets that have come. If there are none, it waits for packets, as long as the context allows. */
    @Override
    public int run(IoHandlerContext context) {
        int handled = runOnce(context);
        counters.runEnded();
        return handled;
    }

    private int runOnce(IoHandlerContext context) {
        if (packets.kept > 0) {
            // The port waits meanwhile, but not the loop's tasks.
            int handled = router.routeKept(packets);
            if (packets.kept > 0) {
                return handled;
            }
        }
        if (Thread.interrupted()) {
            // A handler that has run may have left it, or another thread may try to end the loop by it.
            logger.debug("{} was interrupted, which is not how an event loop is ended", Thread.currentThread());
        }
        polled = NOT_POLLED;
        int strategy = calculateStrategy(!context.canBlock());
        int count = polled;
        // Packets that have come are handled, whatever the strategy says. Without packets the strategy decides.
        if (count == NOT_POLLED || count == 0) {
            if (strategy == SelectStrategy.SELECT) {
                count = armAndWait(context);
            } else if (strategy == SelectStrategy.CONTINUE) {
                count = 0;
            } else if (count == NOT_POLLED) {
                count = armAndPoll();
            }
        }
        boolean report = NettyRelease.HAS_ACTIVE_IO_TIME && context.shouldReportActiveIoTime();
        int toRead = Math.min(registrations.dueReads.begin(), PACKETS);
        if (count == 0 && toRead == 0) {
            if (report) {
                context.reportActiveIoTime(0);
            }
            return 0;
        }
        long start = report ? System.nanoTime() : 0;
        int handled = 0;
        if (count < 0) {
            PacketRouter.pauseAfterFailedDequeue(logger, count);
        } else {
            handled = router.route(packets, count);
        }
        for (int i = 0; i < toRead; i++) {
            registrations.dueReads.readNext();
        }
        handled += toRead;
        if (report) {
            context.reportActiveIoTime(System.nanoTime() - start);
        }
        return handled;
    }

    private int calculateStrategy(boolean hasTasks) {
        try {
            return selectStrategy.calculateStrategy(poll, hasTasks);
        } catch (Exception e) {
            logger.warn("{} threw; packets are looked for without waiting", selectStrategy, e);
            return SelectStrategy.BUSY_WAIT;
        }
    }

    private int armAndPoll() {
        // Not earlier: a task may close a socket before the arms are with the port, and its number goes to another.
        fillArms();
        int count = port.process(arms, packets);
        counters.processed(arms.count(), count);
        busy = true;
        return handleResults(count);
    }

    private int armAndWait(IoHandlerContext context) {
        if (!context.canBlock()) {
            return armAndPoll();
        }
        fillArms();
        if (arms.count() != 0) {
            // Not in the call that waits: that would tell of a refusal when the wait is over.
            int error = port.arm(arms);
            counters.processed(arms.count(), 0);
            handleResults(error);
        }
        blocked = true;
        try {
            // Asked again: from here on a thread that adds a task sees that it must wake this loop.
            boolean wait = !registrations.hasPendingArms() && registrations.dueReads.size() == 0 &&
                    context.canBlock();
            if (wait) {
                counters.waitBegins(LoopClock.nanos());
            }
            int count = port.dequeue(wait ? timeoutMillis(context) : 0, packets);
            counters.processed(0, count);
            busy = !wait || count > 1;
            if (wait) {
                counters.waitEnded(LoopClock.nanos());
            }
            return count;
        } finally {
            blocked = false;
        }
    }

    private void fillArms() {
        registrations.dropNeedlessArms();
        if (registrations.hasPendingArms()) {
            registrations.fill(arms);
        }
    }

    /** Looks at the result of each arm that the last call submitted. That call has returned {@code count}. */
    private int handleResults(int count) {
        // A call that failed has armed nothing. The arms need not be the reason, so they are submitted once more.
        try {
            registrations.handleResults(arms, 0, arms.count(), count < 0 ? -port.arm(arms) : 0);
        } finally {
            arms.clear();
        }
        return count;
    }

    private int timeoutMillis(IoHandlerContext context) {
        int timeout = context.deadlineNanos() == -1 ? CompletionPort.INFINITE :
                CompletionPort.toMillis(context.delayNanos(System.nanoTime()));
        long armDeadline = registrations.armDeadlineNanos();
        if (armDeadline == CompletionPort.NO_DEADLINE) {
            return timeout;
        }
        int armDelay = CompletionPort.toMillis(armDeadline - LoopClock.nanos());
        return timeout == CompletionPort.INFINITE ? armDelay : Math.min(timeout, armDelay);
    }

    /**
     * Registers a handle with the port.
     *
     * @param handle an {@link IocpNotifyIoHandle} or an {@link IocpNotifyCompletionHandle}. Another one is an
     *         {@link IllegalArgumentException}
     */
    @Override
    public IoRegistration register(IoHandle handle) {
        return HandleTypes.register(registrations, handle);
    }

    /**
     * {@return a snapshot of what this handler has counted so far, and how long it has waited for packets} Event loops
     * of Netty's do not show their handlers. To read the counts, keep each handler that the {@linkplain #newFactory()
     * factory} makes. Any thread may call this method.
     */
    public IocpNotifyCounts counts() {
        long[] figures = counters.snapshot(LoopClock.nanos());
        figures[RunCounters.POSTS] = wakeUp.posts();
        return new IocpNotifyCounts(figures);
    }

    /** Wakes the event loop if it waits in {@link #run}, by {@code PostQueuedCompletionStatus}. Any thread. */
    @Override
    public void wakeup() {
        if (blocked && !executor.isExecutorThread(Thread.currentThread())) {
            wakeUp.post();
        }
    }

    /** {@return {@code true} for {@link IocpNotifyIoHandle} and {@link IocpNotifyCompletionHandle}} Any thread. */
    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return HandleTypes.isCompatible(handleType);
    }

    /** Closes all handles that are registered. */
    @Override
    public void prepareToDestroy() {
        // takesTasks() submits a task, which starts a quiet period anew. So it is asked only if something is open.
        registrations.closeAll(!registrations.hasOpen() || takesTasks());
    }

    /** Whether the loop runs tasks. Netty's loops do not after shutdown(), nor while they destroy this handler. */
    private boolean takesTasks() {
        try {
            executor.execute(() -> { });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Closes all handles and the port, and frees the memory. It waits up to a second for packets of operations that the
     * system has not ended yet.
     */
    @Override
    public void destroy() {
        for (int tries = 1;; tries++) {
            try {
                endRegistrations();
                break;
            } catch (OutOfMemoryError e) {
                // Nobody calls this method again. And the port must stay while a registration may still use it.
                if (tries == END_TRIES) {
                    throw e;
                }
                PacketRouter.pauseForMemory();
            }
        }
        // From here on no other thread can post, and all posted packets are here. So the port can be closed.
        while (!wakeUp.end()) {
            router.routeLast(port, packets);
        }
        counters.ended(LoopClock.nanos());
        port.close();
        arms.free();
        packets.free();
    }

    private void endRegistrations() {
        // The last tasks of the loop may have registered more. And a loop that ends without a quiet period may not have
        // called this.
        prepareToDestroy();
        long deadline = System.nanoTime() + LAST_PACKET_NANOS;
        while (registrations.awaitsPackets() && System.nanoTime() - deadline < 0) {
            router.routeLast(port, packets);
        }
        registrations.destroy();
    }
}
