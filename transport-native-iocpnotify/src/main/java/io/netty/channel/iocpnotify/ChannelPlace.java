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

import io.netty.channel.EventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.NeededTask;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.util.concurrent.Future;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * Where a channel is: in a loop, in none, or closed; and so who may close its socket.
 * <p>
 * A socket is closed by one thread, when no other uses it. While the channel is in a loop that is the loop's. While it
 * is in none, any thread may; also the loop that it has left, at the same time as the next one takes it in. So each
 * step from one {@link State} to another is made with the lock of this place, with which no handler and no listener
 * runs. A step into a loop or out of it comes after all that can fail. A step to the end comes first, because it says
 * who does the rest. If one thing of the rest fails, all others are done nevertheless.
 */
final class ChannelPlace {

    /** {@link #isNextOf} says what can come after what. */
    private enum State {
        NEW,
        /** In a loop, whose thread alone uses the socket. By {@link #enter}. */
        IN_LOOP,
        /** It has left a loop, and is in none. What is under way there may still have to end. By {@link #leave}. */
        BETWEEN,
        /**
         * Closed by a thread that is not its loop's: the loop that it had left, or somebody outside while it was taken
         * in. The loop may be using the socket this moment, and does the rest. By {@link #close}.
         */
        LEFT_TO_LOOP,
        /** Nobody uses the socket any more. Who made this step closes it, or has another thread do that. */
        CLOSED;

        boolean isNextOf(State last) {
            switch (this) {
                case IN_LOOP:
                    // By the loop that takes it in.
                    return last == NEW || last == BETWEEN;
                case BETWEEN:
                    // By the loop that it leaves.
                case LEFT_TO_LOOP:
                    // By any thread but the loop's.
                    return last == IN_LOOP;
                case CLOSED:
                    // By the loop if the channel is in one; by any thread if it is in none.
                    return last != CLOSED;
                default:
                    return false;
            }
        }

        boolean isOpen() {
            return this != LEFT_TO_LOOP && this != CLOSED;
        }
    }

    private static final class Departure {
        final SocketRegistration registration;
        final Future<Void> over;
        final EventLoop loop;

        Departure(SocketRegistration registration, Future<Void> over, EventLoop loop) {
            this.registration = registration;
            this.over = over;
            this.loop = loop;
        }
    }

    private final AbstractWinSocketChannel channel;

    /** Written with the lock, read by any thread without it. */
    private volatile State state = State.NEW;

    /** Whether the socket is connected, or bound for UDP, or was before the close. As {@link #state}. */
    private volatile boolean active;

    // With the lock.

    /** {@code null} while the channel is in a loop. What closes the channel leaves it here. */
    private Departure departure;

    private boolean moved;

    /** In IN_LOOP and LEFT_TO_LOOP only. Written with the lock by the loop, which alone reads it without. */
    private IoRegistration registration;

    /** Made by the loop at its first use. Who closes the channel in another thread has seen it leave the loop. */
    private OverlappedSocket overlapped;

    ChannelPlace(AbstractWinSocketChannel channel, boolean active) {
        this.channel = channel;
        this.active = active;
    }

    private void become(State next) {
        assert Thread.holdsLock(this) && next.isNextOf(state) : state + " to " + next;
        state = next;
    }

    /** The loop may hand out a wrapper; what is this transport's own is behind its attachment. */
    static SocketRegistration ownOf(IoRegistration registration) {
        return registration.attachment();
    }

    boolean isOpen() {
        return state.isOpen();
    }

    boolean isActive() {
        return active && state.isOpen();
    }

    /** In the loop. */
    synchronized void becomeActive() {
        assert !isActive();
        active = true;
    }

    /** Whether the channel has ever left a loop. */
    synchronized boolean hasMoved() {
        return moved;
    }

    // ---- in the loop

    /** {@code null} if there is none. In the loop. */
    IoRegistration registration() {
        return registration;
    }

    SocketRegistration ownRegistration() {
        return registration == null ? null : ownOf(registration);
    }

    /** In the loop. */
    OverlappedSocket overlapped() {
        if (overlapped == null) {
            overlapped = new OverlappedSocket(channel);
        }
        return overlapped;
    }

    // ---- from loop to loop

    synchronized boolean isInNoLoop() {
        return State.IN_LOOP.isNextOf(state);
    }

    /** Whether a loop has the channel, and closes it when it ends. */
    synchronized boolean isInAnyLoop() {
        return registration != null;
    }

    synchronized boolean isInThisLoop() {
        return state == State.IN_LOOP && ownOf(registration).loop.inEventLoop();
    }

    /** Done when the loop that the channel has left has let go of its socket; {@code null} if it has left none. */
    synchronized Future<Void> departure() {
        return departure == null ? null : departure.over;
    }

    /** Returns the loop that the channel has left; {@code null} if there is none. */
    synchronized EventLoop forgetFormerLoop() {
        EventLoop loop = departure == null ? null : departure.loop;
        departure = null;
        return loop;
    }

    /** See {@link OverlappedSocket#abandonment()}. In the loop that is to take the channel in. */
    Throwable abandonment() {
        return overlapped == null ? null : overlapped.abandonment();
    }

    /** In the loop of {@code registration}. */
    boolean canBeNotifiedBy(IoRegistration registration) {
        return overlapped == null || overlapped.canBeNotifiedOn(ownOf(registration).loop.completions.port);
    }

    /** In the loop of {@code registration}. Returns {@code false} if the channel is closed. */
    synchronized boolean enter(IoRegistration registration) {
        if (!State.IN_LOOP.isNextOf(state)) {
            return false;
        }
        become(State.IN_LOOP);
        this.registration = registration;
        // That loop, and its port, may go.
        departure = null;
        return true;
    }

    /** In {@code loop}. If this throws, the channel is still there. */
    void leave(EventLoop loop) throws IOException {
        SocketRegistration own = ownOf(registration);
        Future<Void> removed = own.removed();
        Departure left = new Departure(own, overlapped == null ? removed : overlapped.leaving(removed), loop);
        // First: who closes a channel that is in no loop may do so in any thread. It is the last that can fail.
        own.leavePort();
        if (overlapped != null) {
            overlapped.leave();
        }
        registration.cancel();
        boolean open = true;
        try {
            synchronized (this) {
                open = state.isOpen();
                become(open ? State.BETWEEN : State.CLOSED);
                moved = true;
                registration = null;
                departure = left;
                if (!open) {
                    cancelOperations(left);
                }
            }
        } finally {
            if (!open) {
                // What another thread has left to this loop.
                finish(left, true);
            }
        }
    }

    // ---- the end

    /** In the loop in which the operation has begun, which the channel may have left. */
    synchronized boolean cancel(OverlappedOperation op) {
        // The close of the channel cancels all.
        return !state.isOpen() || overlapped.cancel(op);
    }

    /** In the loop in which the operation has begun, which the channel may have left. */
    synchronized int socketError(OverlappedOperation op, int error) throws ClosedChannelException {
        return state.isOpen() ? op.socketError(channel.socket, error) : 0;
    }

    /**
     * Closes the channel: from here on it gets no event and uses the socket no more. In the loop, or in any thread
     * while the channel is in none. From any other thread this leaves the rest to the loop, and returns {@code false}.
     * Without {@code andSocket} the socket stays open for another call of this, in any thread.
     */
    boolean close(boolean andSocket) throws IOException {
        boolean first = false;
        boolean elsewhere = false;
        SocketRegistration leftTo = null;
        Departure left = null;
        try {
            synchronized (this) {
                IoRegistration last = registration;
                elsewhere = last != null && !ownOf(last).loop.inEventLoop();
                if (elsewhere && state != State.LEFT_TO_LOOP) {
                    become(State.LEFT_TO_LOOP);
                    leftTo = ownOf(last);
                } else if (!elsewhere && state != State.CLOSED) {
                    first = true;
                    left = departure;
                    become(State.CLOSED);
                    registration = null;
                    if (last != null) {
                        giveUp(last);
                    } else if (left != null) {
                        cancelOperations(left);
                    }
                }
            }
        } finally {
            if (first) {
                finish(left, andSocket);
            }
        }
        if (leftTo != null) {
            haveClosedBy(leftTo);
        }
        if (!first && !elsewhere && andSocket) {
            channel.socket.close();
        }
        return !elsewhere;
    }

    /** Without the lock. A loop that ends closes what it still has. */
    private void haveClosedBy(SocketRegistration own) {
        NeededTask.execute(own.loop::execute, channel::closeLeft, () -> isLeftTo(own));
    }

    private synchronized boolean isLeftTo(SocketRegistration own) {
        return state == State.LEFT_TO_LOOP && own.isOpen();
    }

    /** Whether another thread has closed the channel, and left the rest to the loop that this thread runs. */
    synchronized boolean isLeftToThisLoop() {
        return state == State.LEFT_TO_LOOP && ownOf(registration).loop.inEventLoop();
    }

    private void giveUp(IoRegistration last) {
        try {
            if (overlapped != null) {
                overlapped.closing();
            }
        } finally {
            try {
                ownOf(last).closing();
            } finally {
                // No REMOVE any more; it is how the loop counts its registrations.
                last.cancel();
            }
        }
    }

    /** With the lock: once another thread has closed the socket, its number may be that of another one. */
    private void cancelOperations(Departure left) {
        if (overlapped != null && !left.over.isDone()) {
            overlapped.cancelAll();
        }
    }

    /** The rest of the step to CLOSED, which may run code of users. */
    private void finish(Departure left, boolean andSocket) throws IOException {
        try {
            if (left != null) {
                // The REMOVE packet is not waited for any more.
                left.registration.closing();
            }
        } finally {
            try {
                channel.abandonWork();
            } finally {
                if (andSocket) {
                    channel.socket.close();
                }
            }
        }
    }
}
