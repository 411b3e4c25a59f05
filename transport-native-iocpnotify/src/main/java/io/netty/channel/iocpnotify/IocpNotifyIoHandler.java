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
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
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
            // One thread waits here, whatever the number of processors.
            port = new CompletionPort(1);
        } catch (IOException e) {
            throw new UncheckedIOException("no completion port for an event loop", e);
        }
        wakeUp = new WakeUpPacket(() -> port.post(CompletionKey.WAKE_UP), () -> blocked);
        registrations = new LoopRegistrations(executor, port, table, PortRegistration::handleReady);
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
        IocpNotify.ensureAvailability();
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
            Pause.afterFailedDequeue(logger, count);
        } else {
            handled = handle(count);
        }
        registrations.readAgain(toReadAgain);
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

    private int armAndPoll() {
        // Not before: until they are with the port, tasks may close sockets, and their numbers go to others.
        registrations.fill(arms);
        return settled(port.process(arms, 0, packets));
    }

    private int armAndWait(IoHandlerContext context) {
        if (!context.canBlock()) {
            return armAndPoll();
        }
        registrations.fill(arms);
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

    /** Looks at what has become of the arms that were handed over with the call that returned {@code count}. */
    private int settled(int count) {
        // A call that failed has armed nothing, but it may have failed for what it was to dequeue.
        LoopRegistrations.settle(arms, 0, arms.count(), count < 0 ? -port.arm(arms) : 0);
        arms.clear();
        return count;
    }

    private static int timeoutMillis(IoHandlerContext context) {
        long deadlineNanos = context.deadlineNanos();
        if (deadlineNanos == -1) {
            return CompletionPort.INFINITE;
        }
        return CompletionPort.toMillis(context.delayNanos(System.nanoTime()));
    }

    private int handle(int count) {
        int handled = 0;
        for (int i = 0; i < count; i++) {
            long key = packets.key(i);
            if (CompletionKey.isOfTable(key)) {
                PortRegistration registration = table.find(key);
                if (registration != null) {
                    registration.received(packets, i);
                    handled++;
                }
            } else if (key == CompletionKey.WAKE_UP) {
                wakeUp.received();
            } else {
                logger.warn("Dropped a packet with the unknown completion key 0x{}", Long.toHexString(key));
            }
        }
        return handled;
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
        registrations.closeAll();
    }

    @Override
    public void destroy() {
        // Those too that the loop's last tasks have registered; and a loop that is told to end without a quiet period
        // may not have called prepareToDestroy().
        registrations.closeAll();
        long deadline = System.nanoTime() + LAST_PACKET_NANOS;
        while (registrations.awaitsPackets() && System.nanoTime() - deadline < 0) {
            handle(Math.max(0, port.dequeue(10, packets)));
        }
        registrations.destroy();
        // From here on nobody else can post, and what was posted is here: the handle can go.
        while (!wakeUp.end()) {
            handle(Math.max(0, port.dequeue(10, packets)));
        }
        port.closeOrWarn();
        arms.free();
        packets.free();
    }
}
