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
package io.netty.channel.iocpnotify.winsock;

import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A completion port and the only way to it: arm and dequeue, post, close. Knows keys and sockets as numbers, no policy.
 * Any thread may call {@link #process} and {@link #post}; {@link #close} is for the last one, when no other
 * thread is inside and none will come.
 */
public final class CompletionPort implements AutoCloseable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CompletionPort.class);

    public static final int INFINITE = -1;
    /** A deadline that never comes. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;
    /** A concurrency value that holds back nobody. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public final long handle;
    /** Whether arms that go to the port together are one call to the system. If not, each is a call of its own. */
    public final boolean combinesArms;
    /** How many event loops wait until there is memory for their arms. Any thread. */
    private final AtomicInteger pauses = new AtomicInteger();

    /**
     * {@code concurrency}: while so many threads run that have had a packet of this port, the system gives packets to
     * no other, nor wakes it. Who blocks in the system does not count, who computes does; 0 = the number of processors.
     */
    public CompletionPort(int concurrency) throws IOException {
        handle = NativePort.createPort(concurrency);
        if (handle < 0) {
            throw Errors.newIOException("CreateIoCompletionPort", (int) handle);
        }
        combinesArms = "system".equals(Availability.provider());
    }

    /** Rounds up: a wait that ends before its deadline is a wait to be done again. */
    public static int toMillis(long nanos) {
        return nanos <= 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, (nanos - 1) / 1000000 + 1);
    }

    /**
     * Arms what the batch holds, and takes the packets that are there. It never waits: a refused arm is to be seen
     * before a wait. Returns how many packets, or a negative error code: then nothing was armed and nothing dequeued.
     */
    public int process(ArmBatch arms, PacketArray packets) {
        long registrations = arms.count() == 0 ? 0 : arms.address();
        return NativePort.process(handle, registrations, arms.count(), 0, packets.address(), packets.limit);
    }

    /** As {@link #process}, without taking packets: 0, or a negative error code if nothing was armed. */
    public int arm(ArmBatch arms) {
        return arms.count() == 0 ? 0 : NativePort.process(handle, arms.address(), arms.count(), 0, 0, 0);
    }

    /**
     * Arms entries of the batch, each by a call of its own. All of them, before anybody is told of a result: a handler
     * may close the sockets of others, whose numbers would belong to new sockets then.
     */
    public void armOneByOne(ArmBatch arms, int from, int to) {
        for (int i = from; i < to; i++) {
            int result = NativePort.process(handle, arms.address(i), 1, 0, 0, 0);
            if (result != 0) {
                arms.result(i, -result);
            }
        }
    }

    /** Arms of an event loop wait for memory from now on; said once for as long as those of any do. */
    public void armsPaused(int error) {
        if (pauses.getAndIncrement() == 0) {
            Errors.logFailed(logger, "Sockets could not be armed for want of memory; tried again until they are",
                    "ProcessSocketNotifications", -error);
        }
    }

    /** Those of that event loop do not wait any more. */
    public void armsResumed() {
        if (pauses.decrementAndGet() == 0) {
            Errors.logOver(logger, "There is memory to arm sockets again");
        }
    }

    /** Waits for packets, or polls if the time is 0; may return early. Returns as {@link #process}. */
    public int dequeue(int timeoutMillis, PacketArray packets) {
        return NativePort.process(handle, 0, 0, timeoutMillis, packets.address(), packets.limit);
    }

    /** Queues a packet of ours; 0 or a negative error code. */
    public int post(long key) {
        return NativePort.post(handle, key, 0, 0);
    }

    @Override
    public void close() {
        int error = NativePort.closePort(handle);
        if (error != 0) {
            logger.warn("Could not close a completion port", Errors.newIOException("CloseHandle", error));
        }
    }
}
