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

import io.netty.channel.IoEvent;
import io.netty.channel.IoOps;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** A completion key and whom its packets are for. */
public class CompletionRegistration extends PortRegistration {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CompletionRegistration.class);

    private static final AtomicIntegerFieldUpdater<CompletionRegistration> UNHANDLED =
            AtomicIntegerFieldUpdater.newUpdater(CompletionRegistration.class, "unhandled");
    private static final AtomicReferenceFieldUpdater<CompletionRegistration, CompletionPacket> SPARE =
            AtomicReferenceFieldUpdater.newUpdater(
                    CompletionRegistration.class, CompletionPacket.class, "spare");

    public final LoopCompletions loop;
    private final PortHandle handle;

    /** Packets that the loop has not handled: added by any thread that dequeues. */
    private final ReadyList<CompletionPacket> taken = new ReadyList<CompletionPacket>();

    /**
     * No more than there are such packets. Raised by any thread that has added one; who raises it from 0 tells the
     * loop. Lowered by the loop; while it is more than 0, the loop has been told.
     */
    private volatile int unhandled;

    /**
     * As many as there are packets to come that {@link #expectPacket()} was called for: pushed by any thread, popped by
     * any thread that dequeues. None is pushed twice, so that who pops one never takes its successor for an old one.
     * They are linked as in the list, in which none of them is.
     */
    private volatile CompletionPacket spare;

    /**
     * Written once, under the lock of this object, and read by any thread. The lock ensures that no thread is still
     * using the port when the loop has ended its registrations and closes the port.
     */
    private volatile boolean ended;

    /** The key belongs to somebody else. Written once by the loop, and read by who has cancelled elsewhere. */
    volatile boolean left;

    public CompletionRegistration(LoopCompletions loop, PortHandle handle, long key) {
        super(key);
        this.loop = loop;
        this.handle = handle;
    }

    @Override
    public final PortHandle handle() {
        return handle;
    }

    public long completionKey() {
        return key();
    }

    public long port() {
        return loop.port.handle;
    }

    public synchronized void associate(long fileHandle) throws IOException {
        checkValid();
        Errors.check("CreateIoCompletionPort", NativeOverlapped.associate(port(), fileHandle, key()));
    }

    public synchronized void post(int bytes, long overlapped) throws IOException {
        checkValid();
        expectPacket();
        int result = NativePort.post(port(), key(), bytes, overlapped);
        if (result < 0) {
            expectNoPacket();
            throw new WinsockException("PostQueuedCompletionStatus", -result);
        }
    }

    /** Any thread. */
    protected CompletionPacket newPacket() {
        return new CompletionPacket();
    }

    public boolean isInLoop() {
        return loop.loop.inEventLoop();
    }

    private void checkValid() throws IOException {
        if (ended) {
            throw new IOException("the registration of " + handle + " has ended");
        }
    }

    /** A packet is to come: allocates what it needs. Any thread, before it makes the call that the packet is for. */
    public void expectPacket() {
        CompletionPacket packet = newPacket();
        CompletionPacket old;
        do {
            old = spare;
            packet.next = old;
        } while (!SPARE.compareAndSet(this, old, packet));
    }

    /** The call has failed: that packet will not come. */
    public void expectNoPacket() {
        takeSpare();
    }

    private CompletionPacket takeSpare() {
        CompletionPacket packet;
        do {
            packet = spare;
        } while (packet != null && !SPARE.compareAndSet(this, packet, (CompletionPacket) packet.next));
        return packet;
    }

    @Override
    final void takePacket(PacketArray packets, int index) {
        CompletionPacket packet = takeSpare();
        if (packet == null) {
            // Of an operation that its user has begun.
            packet = newPacket();
        }
        packet.set(packets, index);
        taken.add(packet);
        if (UNHANDLED.getAndIncrement(this) == 0) {
            loop.loop.signal(this, packets.receivedNanos);
        }
    }

    /**
     * Handles one packet. A strand handles the others when this registration comes again in its ready list, so that it
     * looks at the clock after each. With a handler each packet is handled as it comes, so there is never another.
     */
    @Override
    final void handlePackets() {
        if (ended) {
            return;
        }
        try {
            handle.handle(this, taken.poll());
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} threw while handling an event", handle, t);
        }
        if (UNHANDLED.decrementAndGet(this) > 0) {
            loop.loop.signal(this, LoopClock.nanos());
        }
    }

    @Override
    public final boolean isValid() {
        return !ended;
    }

    @Override
    public final boolean cancel() {
        if (!end()) {
            return false;
        }
        if (isInLoop()) {
            loop.leave(this);
        } else {
            NeededTask.execute(loop.loop::execute, () -> loop.leave(this), () -> !left);
        }
        return true;
    }

    /** Lets nobody use the port any more; the key is still taken. */
    synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        return true;
    }

    @Override
    public final long submit(IoOps ops) {
        throw new UnsupportedOperationException("operations are begun by calls of the system");
    }

    @Override
    public String toString() {
        // The name that users know.
        return "IocpNotifyCompletionHandle.Registration(key: 0x" + Long.toHexString(key()) + (ended ? ", ended)" : ")");
    }

    /**
     * What a packet said that is no notification. There must be one of these when the packet comes. So it is made
     * before the operation begins, if this transport knows of the operation.
     */
    public static class CompletionPacket extends ReadyList.Entry implements IoEvent {

        private long overlapped;
        private int bytes;
        private int error;

        final void set(PacketArray packets, int index) {
            overlapped = packets.overlapped(index);
            bytes = packets.bytes(index);
            int status = packets.status(index);
            error = status >= 0 ? 0 : NativeOverlapped.error(status);
        }

        public final long overlapped() {
            return overlapped;
        }

        public final int bytes() {
            return bytes;
        }

        public final int error() {
            return error;
        }

        @Override
        public String toString() {
            return "IocpNotifyCompletionHandle.Event(overlapped: 0x" + Long.toHexString(overlapped) +
                    ", bytes: " + bytes + ", error: " + error + ')';
        }
    }
}
