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

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.CompletionRegistration;
import io.netty.channel.iocpnotify.loop.CompletionRegistration.CompletionPacket;
import io.netty.channel.iocpnotify.loop.LoopCompletions;
import io.netty.channel.iocpnotify.loop.PortHandle.OverlappedHandle;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.PortSharingProbe;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;

/**
 * The overlapped operations of one channel. Used in the loop, which for operations that are under way is the one in
 * which they were begun. Windows ties a socket to one port and one key for good. So a channel that has moved to another
 * loop does without, by readiness.
 */
final class OverlappedSocket implements OverlappedHandle {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(OverlappedSocket.class);

    private enum State {
        /** Next: ATTACHED or UNAVAILABLE by attach(). */
        NEW,
        /** Operations may begin. Next: ENDED. */
        ATTACHED,
        /** The socket belongs to another port, or the system does not let it have both: for good. */
        UNAVAILABLE,
        /** The channel is closed, or has left the loop; packets may still be to come here. */
        ENDED
    }

    private final AbstractWinSocketChannel channel;
    private final LongObjectMap<OverlappedOperation> pending = new LongObjectHashMap<OverlappedOperation>(4);
    private State state = State.NEW;
    /** For good; {@code null} if to none. */
    private CompletionPort port;
    private CompletionRegistration registration;
    /** Done with the last packet; made when the channel leaves while there is one to come. */
    private Promise<Void> left;
    /** Written by the loop that ends, before {@link #left}, which orders it before the next loop's look at it. */
    private Throwable abandonment;

    OverlappedSocket(AbstractWinSocketChannel channel) {
        this.channel = channel;
    }

    /** To be called before each {@link #begin}. Returns {@code false} if the channel must do without operations. */
    boolean attach() {
        if (state == State.NEW) {
            SocketRegistration notifications = channel.ownRegistration();
            if (notifications == null || !channel.isOpen()) {
                return false;
            }
            boolean attached = PortSharingProbe.isSupported() && attach(notifications.loop.completions);
            state = attached ? State.ATTACHED : State.UNAVAILABLE;
        }
        return state == State.ATTACHED;
    }

    private boolean attach(LoopCompletions completions) {
        CompletionRegistration attached = completions.register(this);
        try {
            attached.associate(channel.socket.handle());
        } catch (IOException e) {
            attached.cancel();
            logger.debug("{} goes without overlapped operations", channel, e);
            return false;
        } catch (Throwable t) {
            attached.cancel();
            throw t;
        }
        port = completions.port;
        registration = attached;
        return true;
    }

    /** Whether the socket can get its notifications on this port. In the next loop, or in the first. */
    boolean canBeNotifiedOn(CompletionPort next) {
        return port == null || port == next || PortSharingProbe.isSupportedElsewhere();
    }

    /** To be called directly before the native call that begins {@code op}. */
    void begin(OverlappedOperation op) {
        if (state != State.ATTACHED) {
            throw new IllegalStateException("no overlapped operation can begin: " + state);
        }
        // Once the call is made there must be no want of memory.
        registration.expectPacket();
        try {
            pending.put(op.address(), op);
        } catch (Throwable t) {
            registration.expectNoPacket();
            throw t;
        }
        op.lend();
    }

    /** The native call returned an error: no packet will come. */
    void failedAtOnce(OverlappedOperation op) {
        pending.remove(op.address());
        registration.expectNoPacket();
        op.takeBack();
        endIfDone();
    }

    /** The packet still comes, be it that of a success. Returns {@code false} if the system has refused. */
    boolean cancel(OverlappedOperation op) {
        // The number of a closed socket may already be that of another one; there the close has cancelled all.
        return !op.isPending() || !channel.socket.isOpen() || cancel(op.address());
    }

    /** Those that are under way now. */
    void cancelEach() {
        for (OverlappedOperation op : pending.values()) {
            cancel(op);
        }
    }

    /** Any thread, before it closes the socket. */
    void cancelAll() {
        cancel(0);
    }

    private boolean cancel(long address) {
        int result = NativeOverlapped.cancel(channel.socket.handle(), address);
        if (result < 0 && result != -Errors.ERROR_NOT_FOUND) {
            logger.warn("Could not cancel an overlapped operation of {}", channel,
                    Errors.newIOException("CancelIoEx", result));
            return false;
        }
        return true;
    }

    /** Whether the calling thread runs the loop that the packets come to. */
    boolean isInLoopOfPackets() {
        CompletionRegistration registration = this.registration;
        return registration != null && registration.isInLoop();
    }

    @Override
    public boolean awaitsLastPacket() {
        return state != State.ATTACHED && !isIdle();
    }

    @Override
    public boolean isIdle() {
        return pending.isEmpty();
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
        CompletionPacket completion = (CompletionPacket) event;
        OverlappedOperation op = pending.remove(completion.overlapped());
        if (op == null) {
            // Somebody else who has the handle has used it for overlapped operations.
            logger.warn("{} got a packet of an operation that it did not begin: {}", channel, completion);
            return;
        }
        op.takeBack();
        try {
            op.completed(completion.error(), completion.bytes());
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} failed to handle the end of an overlapped operation", channel, t);
        }
        endIfDone();
    }

    void closing() {
        if (state == State.ATTACHED) {
            state = State.ENDED;
            if (!isIdle()) {
                // Closing cancels as well, but not what a copy of the handle in another process keeps alive.
                cancelAll();
                registration.loop.stayAwake();
            }
            endIfDone();
        }
    }

    /** Before {@link #leave}: takes memory. The result is done when {@code removed} is and the last packet has come. */
    Future<Void> leaving(Future<Void> removed) {
        if (state != State.ATTACHED || isIdle()) {
            return removed;
        }
        registration.loop.stayAwake();
        Promise<Void> last = ImmediateEventExecutor.INSTANCE.newPromise();
        Promise<Void> both = ImmediateEventExecutor.INSTANCE.newPromise();
        last.addListener((FutureListener<Void>) packet -> removed.addListener((FutureListener<Void>) remove -> {
            Throwable cause = packet.cause() != null ? packet.cause() : remove.cause();
            if (cause == null) {
                both.setSuccess(null);
            } else {
                both.setFailure(cause);
            }
        }));
        left = last;
        return both;
    }

    void leave() {
        // It may be tried again in the next loop if it was never tried.
        if (state == State.ATTACHED) {
            state = State.ENDED;
            endIfDone();
        }
    }

    private void endIfDone() {
        if (isIdle() && state == State.ENDED && registration != null) {
            registration.cancel();
            registration = null;
            if (left != null) {
                left.setSuccess(null);
            }
        }
    }

    /** The loop has ended and sees no packet any more. What is under way stays with the system for ever. */
    @Override
    public void abandon() {
        if (!isIdle()) {
            logger.warn("{} overlapped operations of {} have not ended before their event loop; their memory stays " +
                    "allocated", pending.size(), channel);
            for (OverlappedOperation op : pending.values()) {
                op.abandon();
            }
            pending.clear();
            abandonment = new IllegalStateException(
                    "the event loop ended before the overlapped operations of " + channel);
            if (left != null) {
                left.tryFailure(abandonment);
            }
        }
    }

    /**
     * Why the channel is of no use any more: an operation has not ended, and nobody will ever know what it did.
     * {@code null} if it is of use. To be called when the future of {@link #leaving} is done.
     */
    Throwable abandonment() {
        return abandonment;
    }

    /** It is the channel that is closed. */
    @Override
    public void close() { }

    @Override
    public String toString() {
        return channel.toString();
    }
}
