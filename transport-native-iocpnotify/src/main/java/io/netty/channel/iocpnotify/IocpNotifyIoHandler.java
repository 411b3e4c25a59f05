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
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.concurrent.Ticker;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Winsock socket state notifications for one thread: an {@link IoHandler} with a completion port of its own, for
 * {@link MultiThreadIoEventLoopGroup} and for frameworks that bring their own event loops. One
 * {@code ProcessSocketNotifications} call arms what the last run asked for, 256 sockets at the most, and dequeues what
 * is ready.
 * <p>
 * Where threads may share their work, {@link IocpNotifyEventLoopGroup} is the better choice.
 */
public final class IocpNotifyIoHandler implements IoHandler {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(IocpNotifyIoHandler.class);

    private static final int ARMS = 256;
    private static final int PACKETS = 256;
    private static final int NOT_POLLED = Integer.MIN_VALUE;
    private static final long LAST_PACKET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadAwareExecutor executor;
    private final SelectStrategy selectStrategy;
    private final CompletionPort port;
    private final RegistrationTable table = new RegistrationTable();
    private final LoopRegistrations registrations;
    private final ArmBatch arms;
    private final PacketArray packets;
    private final PacketRouter router;

    /** Written by the loop around its wait, read by those who wake it: they post only then. */
    private volatile boolean blocked;
    private final WakeUpPacket wakeUp;

    /** What {@link #poll} got from the port; the strategy is told of packets only, not of errors. */
    private int polled;
    private final IntSupplier poll = new IntSupplier() {
        @Override
        public int get() {
            // Packets come once: while there are some to be handled, the answer to the next call is the same.
            if (polled == NOT_POLLED || polled == 0) {
                polled = armAndPoll();
            }
            return Math.max(0, polled);
        }
    };

    private IocpNotifyIoHandler(ThreadAwareExecutor executor, SelectStrategy selectStrategy) {
        this.executor = ObjectUtil.checkNotNull(executor, "executor");
        this.selectStrategy = ObjectUtil.checkNotNull(selectStrategy, "selectStrategy");
        try {
            // One thread waits here. But it may be another than the one before, which may be computing still.
            port = new CompletionPort(CompletionPort.UNLIMITED);
        } catch (IOException e) {
            throw new UncheckedIOException("no completion port for an event loop", e);
        }
        wakeUp = new WakeUpPacket(() -> port.post(CompletionKey.WAKE_UP), () -> blocked);
        router = new PacketRouter(table, wakeUp, null);
        registrations = new LoopRegistrations(executor, port, table, IocpNotifyIoHandler::handleReady);
        ArmBatch arms = null;
        PacketArray packets = null;
        try {
            arms = new ArmBatch(ARMS);
            packets = new PacketArray(PACKETS);
        } finally {
            if (packets == null) {
                if (arms != null) {
                    arms.free();
                }
                port.closeOrWarn();
            }
        }
        this.arms = arms;
        this.packets = packets;
    }

    /**
     * Returns a factory of handlers, each with a port of its own.
     *
     * @throws UnsatisfiedLinkError if this transport cannot be used here; the cause says why
     */
    public static IoHandlerFactory newFactory() {
        return newFactory(DefaultSelectStrategyFactory.INSTANCE);
    }

    /**
     * Returns a factory of handlers, each with a port of its own.
     *
     * @param selectStrategyFactory makes for each handler what decides whether it waits for packets:
     *                              {@link SelectStrategy#BUSY_WAIT} looks for them without ever waiting, which spares
     *                              the time to wake up at the cost of a processor for each handler
     * @throws UnsatisfiedLinkError if this transport cannot be used here; the cause says why
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

    @Override
    public int run(IoHandlerContext context) {
        if (packets.kept() > 0) {
            int handled = routeKept();
            if (packets.kept() > 0) {
                return handled;
            }
        }
        if (Thread.interrupted()) {
            // By a handler that has run, or by somebody who takes that for the way to end a loop.
            logger.debug("{} was interrupted, which is not how an event loop is ended", Thread.currentThread());
        }
        polled = NOT_POLLED;
        int strategy = calculateStrategy(!context.canBlock());
        int count = polled;
        // What has come is handled, whatever the strategy made of it; if nothing has, it decides.
        if (count == NOT_POLLED || count == 0) {
            if (strategy == SelectStrategy.SELECT) {
                count = armAndWait(context);
            } else if (strategy == SelectStrategy.CONTINUE) {
                count = 0;
            } else if (count == NOT_POLLED) {
                count = armAndPoll();
            }
        }
        boolean report = context.shouldReportActiveIoTime();
        int toReadAgain = Math.min(registrations.toReadAgain(), PACKETS);
        if (count == 0 && toReadAgain == 0) {
            if (report) {
                context.reportActiveIoTime(0);
            }
            return 0;
        }
        long start = report ? System.nanoTime() : 0;
        int handled = 0;
        if (count < 0) {
            RetryPause.afterFailedDequeue(logger, count);
        } else {
            handled = router.route(packets, count);
        }
        for (int i = 0; i < toReadAgain; i++) {
            registrations.readAgain();
        }
        handled += toReadAgain;
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

    /** At once, as this is the loop. The packet has been taken, so whatever is thrown is not the router's business. */
    private static void handleReady(PortRegistration registration) {
        try {
            registration.handleReady();
        } catch (Throwable t) {
            Errors.logUnexpected(logger, "Unexpected exception while handling a packet", t);
        }
    }

    private int armAndPoll() {
        // Not before: until they are with the port, tasks may close sockets, and their numbers go to others.
        fillArms();
        return settled(port.process(arms, 0, packets));
    }

    private int armAndWait(IoHandlerContext context) {
        if (!context.canBlock()) {
            return armAndPoll();
        }
        fillArms();
        int count;
        blocked = true;
        try {
            // Asked again, now that those who add tasks can see that they must wake this loop.
            boolean wait = !registrations.owesArms() && registrations.toReadAgain() == 0 && context.canBlock();
            count = port.process(arms, wait ? timeoutMillis(context) : 0, packets);
        } finally {
            blocked = false;
        }
        return settled(count);
    }

    private void fillArms() {
        if (registrations.owesArms()) {
            registrations.fill(arms);
        }
    }

    /** Looks at what has become of the arms that were handed over with the call that returned {@code count}. */
    private int settled(int count) {
        // A call that failed has armed nothing, but it may have failed for what it was to dequeue.
        registrations.settle(arms, 0, arms.count(), count < 0 ? -port.arm(arms) : 0);
        arms.clear();
        return count;
    }

    private int timeoutMillis(IoHandlerContext context) {
        int timeout = context.deadlineNanos() == -1 ? CompletionPort.INFINITE :
                CompletionPort.toMillis(context.delayNanos(System.nanoTime()));
        long armDeadline = registrations.armDeadlineNanos();
        if (armDeadline == CompletionPort.NO_DEADLINE) {
            return timeout;
        }
        int armDelay = CompletionPort.toMillis(armDeadline - Ticker.systemTicker().nanoTime());
        return timeout == CompletionPort.INFINITE ? armDelay : Math.min(timeout, armDelay);
    }

    /** Tries again with the packets that there was no memory for. The port has to wait, but not the loop's tasks. */
    private int routeKept() {
        int handled = router.route(packets, packets.kept());
        if (packets.kept() > 0) {
            RetryPause.forMemory();
        }
        return handled;
    }

    /** At the end. */
    private void takePackets() {
        if (packets.kept() > 0) {
            routeKept();
        } else {
            router.route(packets, Math.max(0, port.dequeue(10, packets)));
        }
    }

    @Override
    public IoRegistration register(IoHandle handle) {
        return registrations.register(handle);
    }

    @Override
    public void wakeup() {
        if (blocked && !executor.isExecutorThread(Thread.currentThread())) {
            wakeUp.post();
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return LoopRegistrations.isCompatible(handleType);
    }

    @Override
    public void prepareToDestroy() {
        closeAll();
    }

    private void closeAll() {
        // To ask is to submit a task, which would make a quiet period begin anew: not if there is nobody to close.
        registrations.closeAll(!registrations.hasOpen() || takesTasks());
    }

    /** Whether the loop still runs tasks: Netty's own do not after shutdown(), and when they destroy this handler. */
    private boolean takesTasks() {
        try {
            executor.execute(() -> { });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public void destroy() {
        // Those too that the loop's last tasks have registered; and a loop that is told to end without a quiet period
        // may not have called prepareToDestroy().
        closeAll();
        long deadline = System.nanoTime() + LAST_PACKET_NANOS;
        while (registrations.awaitsPackets() && System.nanoTime() - deadline < 0) {
            takePackets();
        }
        registrations.destroy();
        // From here on nobody else can post, and what was posted is here: the handle can go.
        while (!wakeUp.end()) {
            takePackets();
        }
        port.closeOrWarn();
        arms.free();
        packets.free();
    }
}
