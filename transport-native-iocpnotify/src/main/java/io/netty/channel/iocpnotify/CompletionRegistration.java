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

import io.netty.channel.IoOps;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * A completion key and whom its packets are for.
 */
final class CompletionRegistration implements IocpNotifyCompletionRegistration, PortRegistration {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CompletionRegistration.class);

    private static final AtomicReferenceFieldUpdater<CompletionRegistration, CompletionPacket> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(
                    CompletionRegistration.class, CompletionPacket.class, "newest");

    private final LoopCompletions loop;
    private final IocpNotifyCompletionHandle handle;
    private final long key;

    /** Packets that the loop has not handled, last in first: pushed by any thread that dequeues, taken by the loop. */
    private volatile CompletionPacket newest;

    /**
     * Written once, under the lock of this, so that no thread is still using the port when the loop has ended its
     * registrations and closes it; read by any thread.
     */
    private volatile boolean ended;

    CompletionRegistration(LoopCompletions loop, IocpNotifyCompletionHandle handle, long key) {
        this.loop = loop;
        this.handle = handle;
        this.key = key;
    }

    IocpNotifyCompletionHandle handle() {
        return handle;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long completionKey() {
        return key;
    }

    @Override
    public long port() {
        return loop.port().handle();
    }

    @Override
    public synchronized void associate(long fileHandle) throws IOException {
        checkValid();
        int result = NativeOverlapped.associate(port(), fileHandle, key);
        if (result < 0) {
            throw new WinsockException("CreateIoCompletionPort", -result);
        }
    }

    @Override
    public synchronized void post(int bytes, long overlapped) throws IOException {
        checkValid();
        int result = NativeOverlapped.post(port(), key, bytes, overlapped);
        if (result < 0) {
            throw new WinsockException("PostQueuedCompletionStatus", -result);
        }
    }

    private void checkValid() throws IOException {
        if (ended) {
            throw new IOException("the registration of " + handle + " has ended");
        }
    }

    @Override
    public void received(PacketArray packets, int index) {
        CompletionPacket packet = new CompletionPacket(packets, index);
        CompletionPacket old;
        do {
            old = newest;
            packet.next = old;
        } while (!NEWEST.compareAndSet(this, old, packet));
        if (old == null) {
            loop.ready(this);
        }
    }

    @Override
    public void handleReady() {
        CompletionPacket packet = inOrder(NEWEST.getAndSet(this, null));
        while (packet != null && !ended) {
            CompletionPacket next = packet.next;
            packet.next = null;
            try {
                handle.handle(this, packet);
            } catch (Throwable t) {
                logger.warn("{} threw while handling an event", handle, t);
            }
            packet = next;
        }
    }

    private static CompletionPacket inOrder(CompletionPacket newest) {
        CompletionPacket oldest = null;
        while (newest != null) {
            CompletionPacket before = newest.next;
            newest.next = oldest;
            oldest = newest;
            newest = before;
        }
        return oldest;
    }

    @Override
    public boolean isValid() {
        return !ended;
    }

    @Override
    public boolean cancel() {
        if (!end()) {
            return false;
        }
        if (loop.inEventLoop()) {
            loop.leave(this);
        } else {
            try {
                loop.execute(() -> loop.leave(this));
            } catch (RejectedExecutionException ignored) {
                // The loop is at its own end, where it lets go of all that are left.
            }
        }
        return true;
    }

    /** In the loop: whoever this was for is gone, but for the packets that are still to come. */
    void stayAwake() {
        loop.stayAwake();
    }

    /** Lets nobody use the port any more; the key is still taken. */
    synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        return true;
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T attachment() {
        return (T) this;
    }

    @Override
    public long submit(IoOps ops) {
        throw new UnsupportedOperationException("operations are begun by calls of the system");
    }

    @Override
    public String toString() {
        return "IocpNotifyCompletionRegistration(key: 0x" + Long.toHexString(key) + (ended ? ", ended)" : ")");
    }
}
