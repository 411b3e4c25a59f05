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
import io.netty.channel.iocpnotify.loop.IdentitySets;
import io.netty.channel.iocpnotify.loop.NeededTask;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.Set;

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

    /** How many calls in a row may fail because a connection was reset before somebody else has a turn. */
    private static final int MAX_RESETS = 64;

    private final AbstractIocpNotifyServerChannel channel;
    /** {@code null} until it was asked. */
    private Boolean isSupported;
    /** Calls that can be made again, linked through themselves. */
    private Accept idle;
    private final Set<Accept> outstanding = IdentitySets.newIdentitySet();
    private boolean delivering;
    private boolean scheduled;

    /** Added by the loop that began the accept; taken by the loop that the channel is in, and by whoever closes it. */
    private final HeldConnections held = new HeldConnections();

    private final Runnable deliveryTask;

    OverlappedAccepts(AbstractIocpNotifyServerChannel channel) {
        this.channel = channel;
        deliveryTask = () -> {
            if (isInLoop()) {
                scheduled = false;
                deliver();
            }
        };
    }

    /** Somebody reads. Returns {@code false} if connections have to be accepted when the listener is notified. */
    boolean begin() {
        try {
            return beginOutstanding();
        } catch (OutOfMemoryError e) {
            Errors.logUnexpected(logger, "No memory to accept beforehand", e);
            // One of those that are left brings us back here.
            return !outstanding.isEmpty();
        }
    }

    private boolean beginOutstanding() {
        if (!held.isEmpty()) {
            deliverLater();
        }
        int wanted = channel.isActive() ? channel.outstandingAccepts() : 0;
        if (wanted == 0 || !isAvailable()) {
            if (!outstanding.isEmpty()) {
                // The option has changed. These would take the connections that the notification tells of.
                return true;
            }
            freeIdle();
            return false;
        }
        beginUpTo(wanted);
        return true;
    }

    private void beginUpTo(int wanted) {
        int resets = 0;
        while (outstanding.size() < wanted) {
            Accept accept = takeIdle();
            int error = (accept == null ? new Accept() : accept).begin();
            if (error == 0) {
                continue;
            }
            if (!Errors.isReset(error)) {
                failed(error);
                return;
            }
            channel.acceptSkipped();
            if (++resets == MAX_RESETS) {
                beginLater();
                return;
            }
        }
    }

    private Accept takeIdle() {
        Accept first = idle;
        if (first != null) {
            idle = first.nextIdle;
            first.nextIdle = null;
        }
        return first;
    }

    private boolean isAvailable() {
        if (isSupported == null) {
            int result = NativeOverlapped.findAccept(channel.socket.handle());
            if (result < 0) {
                logger.debug("{} goes without AcceptEx", channel, Errors.newIOException("WSAIoctl", result));
            }
            isSupported = result >= 0;
        }
        return isSupported && channel.overlapped().attach();
    }

    private void failed(int error) {
        if (!outstanding.isEmpty() && Errors.isResourceExhausted(error)) {
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

    private void deliver() {
        try {
            deliverHeld();
        } catch (Throwable t) {
            closeHeld();
            throw t;
        }
    }

    private void deliverHeld() {
        AbstractIocpNotifyUnsafe unsafe = channel.handle();
        // A channel without a registration is on its way to the next loop.
        if (delivering || held.isEmpty() || !channel.isOpen() || channel.ownRegistration() == null ||
                unsafe.shouldStopReading()) {
            return;
        }
        RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
        allocHandle.reset(channel.config());
        delivering = true;
        try {
            do {
                Connection connection = held.poll();
                if (connection == null) {
                    break;
                }
                channel.deliver(connection.handle, connection.local, connection.remote);
                // This may be a user's code, so the connection must belong to somebody by now.
                allocHandle.incMessagesRead(1);
                // The handler may have closed the channel.
            } while (channel.isOpen() && allocHandle.continueReading());
            allocHandle.readComplete();
            channel.pipeline().fireChannelReadComplete();
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
        for (Accept accept : outstanding) {
            channel.overlapped().cancel(accept);
        }
        freeIdle();
        // What is scheduled does nothing any more.
        scheduled = false;
    }

    private void freeIdle() {
        for (Accept accept = takeIdle(); accept != null; accept = takeIdle()) {
            accept.free();
        }
    }

    /** The channel is closed: in the loop, or in any thread while the channel is in none. */
    void abandon() {
        closeHeld();
        // Empty if it is in none.
        freeIdle();
    }

    private void closeHeld() {
        for (Connection next = held.poll(); next != null; next = held.poll()) {
            AbstractIocpNotifyServerChannel.closeAccepted(next.handle);
        }
    }

    private final class Accept extends OverlappedOperation {
        private Connection connection;
        private Accept nextIdle;

        Accept() {
            super(NativeOverlapped.acceptBytes());
        }

        /** Returns 0 or the positive error code; then, and if it throws, this is idle. */
        int begin() {
            boolean begun = false;
            try {
                // Once the call is made there must be no want of memory.
                outstanding.add(this);
                connection = new Connection();
                channel.overlapped().begin(this);
                channel.counters().called(CountedCall.ACCEPT_EX);
                long result = NativeOverlapped.beginAccept(channel.socket.handle(), channel.socket.isIpv6(),
                        extra(), address());
                if (result < 0) {
                    channel.overlapped().failedAtOnce(this);
                    return (int) -result;
                }
                connection.handle = result;
                begun = true;
                return 0;
            } finally {
                if (!begun) {
                    outstanding.remove(this);
                    becomeIdle();
                }
            }
        }

        private void becomeIdle() {
            nextIdle = idle;
            idle = this;
        }

        @Override
        public void completed(int error, int bytes) {
            outstanding.remove(this);
            boolean isHeld = false;
            try {
                isHeld = error == 0 && finish();
            } finally {
                if (!isHeld) {
                    AbstractIocpNotifyServerChannel.closeAccepted(connection.handle);
                }
                connection = null;
                if (channel.isOpen() && channel.ownRegistration() != null) {
                    becomeIdle();
                } else {
                    // Closed, or on its way to the next loop, where this is not needed.
                    free();
                }
            }
            if (!channel.isOpen() || channel.ownRegistration() == null) {
                return;
            }
            if (isHeld) {
                deliver();
            } else if (Errors.isResourceExhausted(error)) {
                failed(error);
            } else {
                // The connection was reset before its turn. Should it be the listener, then the next call says so.
                channel.acceptSkipped();
                if (!channel.handle().shouldStopReading()) {
                    channel.beginAccepting();
                }
            }
        }

        @Override
        public void abandoned() {
            outstanding.remove(this);
            AbstractIocpNotifyServerChannel.closeAccepted(connection.handle);
        }

        /** Returns {@code true} if the connection is held, {@code false} if its socket is still to be closed. */
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
                result = NativeOverlapped.finishAccept(channel.socket.handle(), connection.handle, extra(),
                        connection.local,
                        connection.remote);
            }
            if (result < 0) {
                if (logger.isDebugEnabled()) {
                    logger.debug("{} passes over a connection", channel,
                            Errors.newIOException("SO_UPDATE_ACCEPT_CONTEXT", result));
                }
                return false;
            }
            held.add(connection);
            if (!channel.isOpen()) {
                // A thread that closed it meanwhile may have looked before this was there.
                closeHeld();
            }
            return true;
        }
    }

    /** A connection, or the room for one: made before the system is asked for it. */
    private static final class Connection {
        /** As {@link SocketAddresses#decode(byte[])} takes them. */
        final byte[] local = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        final byte[] remote = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        long handle;
        private Connection next;
    }

    /**
     * Connections that the system has accepted and nobody has read, in the order in which they came. Any thread. They
     * are linked through a field of their own, so that nothing is allocated here. A connection for which there was no
     * memory would have no owner, and its peer would wait for ever.
     */
    private static final class HeldConnections {

        private Connection oldest;
        private Connection newest;

        synchronized void add(Connection connection) {
            if (oldest == null) {
                oldest = connection;
            } else {
                newest.next = connection;
            }
            newest = connection;
        }

        /** {@code null} if there is none. */
        synchronized Connection poll() {
            Connection first = oldest;
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
