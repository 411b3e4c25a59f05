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

import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One socket on one port, from its registration until it has left.
 * <p>
 * It ends in one of two ways. {@link #closing()}: the socket is closed next; the system then tells nothing more,
 * packets already queued find no one behind the key. {@link #cancel()}: the socket stays open and leaves the port by
 * {@code OP_REMOVE}, over when the port has answered.
 */
abstract class SocketMembership extends PortRegistration implements ArmBatch.Owner {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(SocketMembership.class);

    private enum State {
        /** Events are delivered. Next: REMOVING by leavePort(), ENDED by closing(). */
        OPEN,
        /** OP_REMOVE is with the port. Next: ENDED, by the answer or because the socket is closed first. */
        REMOVING,
        /** The key is released. */
        ENDED
    }

    private static final AtomicReferenceFieldUpdater<SocketMembership, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(SocketMembership.class, State.class, "state");
    private static final AtomicIntegerFieldUpdater<SocketMembership> CANCELLED =
            AtomicIntegerFieldUpdater.newUpdater(SocketMembership.class, "cancelled");

    public final LoopRegistrations loop;
    final SocketHandle handle;
    private final long socket;

    /** OPEN is left in the loop only; REMOVING to ENDED by the loop or by the thread that closes the socket: CAS. */
    private volatile State state = State.OPEN;

    /** 1 once cancel() was called: any thread, the first takes it. After leavePort(), closing() it is still to come. */
    private volatile int cancelled;

    /** Made in the loop for who asks, which few do. Who brings the end sets the state first, then looks for it. */
    private volatile Promise<Void> removed;

    /** Whether the port knows the socket. Belongs to the loop. */
    boolean everArmed;

    SocketMembership(LoopRegistrations loop, SocketHandle handle, long key) {
        super(key);
        this.loop = loop;
        this.handle = handle;
        socket = handle.socket();
    }

    @Override
    public final long socket() {
        return socket;
    }

    @Override
    public final SocketHandle handle() {
        return handle;
    }

    public final boolean isOpen() {
        return state == State.OPEN;
    }

    @Override
    public final boolean isValid() {
        return cancelled == 0 && state == State.OPEN;
    }

    /**
     * Takes the open socket off the port; {@link #removed()} tells when it has left. Any thread, outside the loop it
     * hops there. After {@link #closing()} there is nothing left to do. If the port cannot be asked, this registration
     * ends nevertheless. {@code true} for the first call only, by which Netty's loops count their registrations.
     */
    @Override
    public final boolean cancel() {
        if (!CANCELLED.compareAndSet(this, 0, 1)) {
            return false;
        }
        if (state == State.OPEN) {
            if (loop.inEventLoop()) {
                cancel0();
            } else {
                try {
                    loop.execute(this::cancel0);
                } catch (Throwable t) {
                    cancelled = 0;
                    throw t;
                }
            }
        }
        return true;
    }

    private void cancel0() {
        try {
            leavePort();
        } catch (Throwable t) {
            // Who has asked is not told. The next registration of the socket will be refused by its port.
            Errors.logThrown(logger, "{} could not be taken off its port", handle, t);
            loop.leave(this);
            end(t);
            handleUnregistered();
        }
    }

    /**
     * Takes the open socket off the port, before a {@link #cancel()} that then has nothing else to do. In the loop.
     * After {@link #closing()} there is nothing left to do. Whatever it throws, as when the port could not be asked,
     * the registration is what it was before.
     */
    public final void leavePort() throws IOException {
        if (state != State.OPEN) {
            return;
        }
        // At once, not with the next batch: once the channel is in no loop another thread may close the socket.
        boolean asked = everArmed && loop.removeFromPort(this);
        // Not before: that may fail. The answer is handled in this loop, so it cannot be there yet.
        state = State.REMOVING;
        loop.leave(this);
        if (!asked) {
            // Not registered, so no packet will come.
            end(null);
        }
        handleUnregistered();
    }

    /**
     * To be called before the socket is closed: nothing is armed or delivered from here on. In the loop, or, after
     * {@link #cancel()}, on any thread. Calls after the first do nothing.
     */
    public final void closing() {
        if (state != State.OPEN) {
            end(null);
            return;
        }
        assert loop.inEventLoop();
        loop.leave(this);
        end(null);
        handleUnregistered();
    }

    /** @param cause why the port has not answered {@code OP_REMOVE}, {@code null} if it has or need not */
    final void end(Throwable cause) {
        if (STATE.getAndSet(this, State.ENDED) == State.ENDED) {
            return;
        }
        loop.ended(this);
        Promise<Void> removed = this.removed;
        if (removed == null) {
            return;
        }
        if (cause == null) {
            removed.trySuccess(null);
        } else {
            removed.tryFailure(cause);
        }
    }

    /**
     * Done when the port has let go of the socket, which can then be registered elsewhere; at once if it never was
     * armed, or is closed. Fails if the loop ended before the port answered. To be called in the loop, before
     * {@link #leavePort()}.
     */
    public final Future<Void> removed() {
        Promise<Void> removed = this.removed;
        if (removed == null) {
            // Notified by the thread that brings the end, which may come after this loop's. Not on the
            // GlobalEventExecutor, where sockets linger.
            removed = ImmediateEventExecutor.INSTANCE.newPromise();
            this.removed = removed;
            if (state == State.ENDED) {
                removed.trySuccess(null);
            }
        }
        return removed;
    }

    @Override
    public String toString() {
        return "socket: " + socket + ", key: 0x" + Long.toHexString(key()) + ", " + state;
    }
}
