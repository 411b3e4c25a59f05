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

import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.AbstractIocpNotifyChannel.AbstractIocpNotifyUnsafe;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.NeededTask;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.SystemProbe;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;

/**
 * Accepts by {@code AcceptEx}. Several calls are kept with the system, so that connections find a socket that waits for
 * them. A packet tells of each connection that has come, with both its addresses. Used in the loop. A method for other
 * threads says so.
 * <p>
 * The system accepts whether somebody reads or not. A connection that comes while nobody reads is held. No calls are
 * added meanwhile, so no more connections can be held than calls were with the system.
 * <p>
 * From the call until a channel is made of its connection nothing is allocated that the connection depends on.
 */
final class OverlappedAccepts {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(OverlappedAccepts.class);

    private static final SystemProbe FUNCTION = SystemProbe.ofCall(NativeOverlapped::findAccept);

    private final AbstractIocpNotifyServerChannel channel;
    /** How many calls the system has. */
    private int outstanding;
    /** Added by the loop that began the accept; taken by the loop that the channel is in, and by whoever closes it. */
    private final HeldConnections held = new HeldConnections();
    private boolean delivering;
    private boolean scheduled;

    private final Runnable deliveryTask = () -> {
        if (isInLoop()) {
            scheduled = false;
            deliver();
        }
    };

    OverlappedAccepts(AbstractIocpNotifyServerChannel channel) {
        this.channel = channel;
    }

    /** Somebody reads. Returns {@code false} if connections have to be accepted when the listener is notified. */
    boolean begin() {
        try {
            if (!held.isEmpty()) {
                deliverLater();
            }
            int wanted = channel.isActive() ? channel.outstandingAccepts() : 0;
            if (wanted == 0 || !FUNCTION.isSupported() || !channel.overlapped().attach()) {
                // The option may have changed: what is left takes the connections that the notification would tell of.
                return outstanding > 0;
            }
            beginUpTo(wanted);
            return true;
        } catch (OutOfMemoryError e) {
            Errors.logUnexpected(logger, "No memory to accept beforehand", e);
            // One of those that are left brings us back here.
            return outstanding > 0;
        }
    }

    private void beginUpTo(int wanted) {
        while (outstanding < wanted) {
            int error = new Accept().begin();
            if (Errors.isReset(error)) {
                channel.counters().count(RunCounters.SKIPPED_ACCEPTS);
                // In a flood of resets somebody else has a turn.
                beginLater();
                return;
            }
            if (error != 0) {
                failed(error);
                return;
            }
        }
    }

    private void failed(int error) {
        if (outstanding > 0 && Errors.isResourceExhausted(error)) {
            // One of those that are left brings us back here.
            return;
        }
        IOException failure = Errors.newIOException("AcceptEx", -error);
        // Not from within read().
        execute(() -> {
            if (isInLoop()) {
                channel.acceptFailed(failure);
            }
        });
    }

    private void beginLater() {
        execute(() -> {
            if (isInLoop() && !channel.handle().shouldStopReading()) {
                channel.beginAccepting();
            }
        });
    }

    /** Even if the queue of the tasks is full now: nothing else would come back here. */
    private void execute(Runnable task) {
        NeededTask.execute(channel.eventLoop(), task, channel::isOpen);
    }

    // ---- delivery

    private void deliverLater() {
        if (scheduled || delivering) {
            return;
        }
        try {
            execute(deliveryTask);
        } catch (Throwable t) {
            // Nobody would come back to them.
            closeHeld();
            throw t;
        }
        scheduled = true;
    }

    private boolean isInLoop() {
        return channel.isOpen() && channel.isInOwnLoop();
    }

    /** A channel without a registration is on its way to the next loop. */
    private boolean isUsable() {
        return channel.isOpen() && channel.ownRegistration() != null;
    }

    private void deliver() {
        AbstractIocpNotifyUnsafe unsafe = channel.handle();
        if (delivering || held.isEmpty() || !isUsable() || unsafe.shouldStopReading()) {
            return;
        }
        delivering = true;
        try {
            RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
            allocHandle.reset(channel.config());
            do {
                Accept accept = held.poll();
                if (accept == null) {
                    break;
                }
                try {
                    channel.deliver(accept.handle, accept.local, accept.remote);
                } finally {
                    accept.free();
                }
                // This may be a user's code, so the connection must belong to somebody by now.
                allocHandle.incMessagesRead(1);
                // The handler may have closed the channel.
            } while (channel.isOpen() && allocHandle.continueReading());
            allocHandle.readComplete();
            channel.pipeline().fireChannelReadComplete();
        } catch (Throwable t) {
            closeHeld();
            throw t;
        } finally {
            delivering = false;
        }
        if (channel.isOpen() && !held.isEmpty() && !unsafe.shouldStopReading()) {
            deliverLater();
        }
    }

    // ---- the end

    /** The channel leaves its loop: takes back what it can. What was accepted all the same is held for the next. */
    void leave() {
        if (outstanding > 0) {
            channel.overlapped().cancelEach();
        }
        // What is scheduled does nothing any more.
        scheduled = false;
    }

    /** Also when the channel is closed: in the loop, or in any thread while the channel is in none. */
    void closeHeld() {
        for (Accept accept = held.poll(); accept != null; accept = held.poll()) {
            AbstractIocpNotifyServerChannel.closeAccepted(accept.handle);
            accept.free();
        }
    }

    /** One call, and the connection that it has brought. Its memory is freed last, because that may allocate. */
    private final class Accept extends OverlappedOperation {
        /** As {@link SocketAddresses#decode(byte[])} takes them. */
        private final byte[] local = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        private final byte[] remote = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        private long handle;
        /** Among the held connections. */
        private Accept next;

        Accept() {
            super(NativeOverlapped.acceptBytes());
        }

        /** Returns 0 or the positive error code; then, and if it throws, this is of no use any more. */
        int begin() {
            try {
                // Once the call is made there must be no want of memory.
                channel.overlapped().begin(this);
            } catch (Throwable t) {
                free();
                throw t;
            }
            channel.counters().called(CountedCall.ACCEPT_EX);
            handle = NativeOverlapped.beginAccept(channel.socket.handle(), channel.socket.isIpv6(), extra(), address());
            if (handle < 0) {
                channel.overlapped().failedAtOnce(this);
                free();
                return (int) -handle;
            }
            outstanding++;
            return 0;
        }

        @Override
        public void completed(int error, int bytes) {
            outstanding--;
            boolean isAccepted = false;
            try {
                isAccepted = error == 0 && finish();
            } finally {
                if (!isAccepted) {
                    AbstractIocpNotifyServerChannel.closeAccepted(handle);
                    free();
                }
            }
            if (isAccepted) {
                held.add(this);
            }
            if (!channel.isOpen()) {
                // A thread that closed it meanwhile may have looked before this was there.
                closeHeld();
            } else if (!isUsable()) {
                return;
            } else if (isAccepted) {
                deliver();
            } else if (Errors.isResourceExhausted(error)) {
                failed(error);
            } else {
                // The connection was reset before its turn. Should it be the listener, then the next call says so.
                channel.counters().count(RunCounters.SKIPPED_ACCEPTS);
                if (!channel.handle().shouldStopReading()) {
                    channel.beginAccepting();
                }
            }
        }

        @Override
        public void abandoned() {
            outstanding--;
            AbstractIocpNotifyServerChannel.closeAccepted(handle);
        }

        /** Returns {@code true} if there is a connection, {@code false} if its socket is still to be closed. */
        private boolean finish() {
            if (!channel.isOpen()) {
                return false;
            }
            int result;
            // The listener may be between two loops. Then any thread may close it.
            synchronized (channel.socket) {
                if (!channel.socket.isOpen()) {
                    return false;
                }
                result = NativeOverlapped.finishAccept(channel.socket.handle(), handle, extra(), local, remote);
            }
            if (result < 0 && logger.isDebugEnabled()) {
                logger.debug("{} passes over a connection", channel,
                        Errors.newIOException("SO_UPDATE_ACCEPT_CONTEXT", result));
            }
            return result >= 0;
        }
    }

    /**
     * Connections that the system has accepted and nobody has read, in the order in which they came. Any thread. They
     * are linked through a field of their own, so that nothing is allocated here. A connection for which there was no
     * memory would have no owner, and its peer would wait for ever.
     */
    private static final class HeldConnections {

        private Accept oldest;
        private Accept newest;

        synchronized void add(Accept accept) {
            if (oldest == null) {
                oldest = accept;
            } else {
                newest.next = accept;
            }
            newest = accept;
        }

        /** {@code null} if there is none. */
        synchronized Accept poll() {
            Accept first = oldest;
            if (first != null) {
                oldest = first.next;
            }
            return first;
        }

        synchronized boolean isEmpty() {
            return oldest == null;
        }
    }
}
