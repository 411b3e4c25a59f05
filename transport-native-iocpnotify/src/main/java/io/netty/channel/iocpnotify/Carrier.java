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

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * A thread that runs strands: takes the next runnable one, and when there is none, waits on the port for packets that
 * make some runnable. It belongs to no event loop while it does not run one, and allocates no pooled buffer then.
 */
final class Carrier implements Runnable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(Carrier.class);

    private static final int ARMS = 256;
    private static final int PACKETS = 64;
    /** How many strands run before a carrier looks at the port again, if the queue never gets empty. */
    private static final int RUNS_PER_POLL = 8;

    private final CarrierPool pool;
    private final ArmBatch arms = new ArmBatch(ARMS);
    private final PacketArray packets = new PacketArray(PACKETS);

    /** Until when this carrier waits; NO_DEADLINE if without end, or not at all. Written by it, read by the others. */
    private volatile long waitsUntilNanos = IocpNotifyEventLoop.NO_DEADLINE;

    Carrier(CarrierPool pool) {
        this.pool = pool;
    }

    long waitsUntilNanos() {
        return waitsUntilNanos;
    }

    @Override
    public void run() {
        int runs = 0;
        while (!pool.isStopping()) {
            try {
                pool.fireTimers();
                IocpNotifyEventLoop strand = pool.takeRunnable();
                if (strand == null) {
                    await();
                    runs = 0;
                } else {
                    pool.passOn();
                    strand.run(arms);
                    if (++runs == RUNS_PER_POLL) {
                        runs = 0;
                        dequeue(0);
                    }
                }
            } catch (Throwable t) {
                logger.error("Unexpected exception in a carrier thread, which goes on", t);
            }
        }
        pool.carrierEnds(packets);
    }

    /** Frees the memory; for the last carrier, when all have ended. */
    void free() {
        arms.free();
        packets.free();
    }

    private void await() {
        long deadlineNanos = pool.nearestDeadlineNanos();
        waitsUntilNanos = deadlineNanos;
        pool.waitBegins();
        int count = 0;
        try {
            if (!pool.hasWork(deadlineNanos)) {
                count = pool.port().dequeue(pool.timeoutMillis(deadlineNanos), packets);
            }
        } finally {
            pool.waitEnds();
            waitsUntilNanos = IocpNotifyEventLoop.NO_DEADLINE;
        }
        received(count);
    }

    private void dequeue(int timeoutMillis) {
        received(pool.port().dequeue(timeoutMillis, packets));
    }

    private void received(int count) {
        if (count < 0) {
            Pause.afterFailedDequeue(logger, count);
        } else {
            pool.route(packets, count);
        }
    }
}
