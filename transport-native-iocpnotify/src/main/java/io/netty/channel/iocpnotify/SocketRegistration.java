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
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.internal.StringUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One socket on one port: its key, what its handle wants to hear of, and what the port was last asked for.
 * <p>
 * The handle states a lasting interest ({@link #submit}); the port is armed one-shot. What bridges the two is
 * {@code wanted} against {@code armed}: every event uses {@code armed} up, and at the end of each run of the loop
 * whatever is wanted and not armed is armed, in one batch with all others.
 * <p>
 * It ends in one of two ways. {@link #closing()}: the socket is closed next; the system then tells nothing more,
 * packets already queued find no one behind the key. {@link #cancel()}: the socket stays open and leaves the port by
 * {@code OP_REMOVE}, over when the port has answered.
 */
final class SocketRegistration extends PortRegistration implements ArmOwner {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(SocketRegistration.class);

    private enum State {
        /** Events are delivered. Next: REMOVING by cancel(), ENDED by closing(). */
        OPEN,
        /** OP_REMOVE is with the port. Next: ENDED, by the answer or because the socket is closed first. */
        REMOVING,
        /** The key is released. */
        ENDED
    }

    private static final AtomicReferenceFieldUpdater<SocketRegistration, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(SocketRegistration.class, State.class, "state");
    private static final AtomicIntegerFieldUpdater<SocketRegistration> READY =
            AtomicIntegerFieldUpdater.newUpdater(SocketRegistration.class, "ready");
    private static final AtomicIntegerFieldUpdater<SocketRegistration> CANCELLED =
            AtomicIntegerFieldUpdater.newUpdater(SocketRegistration.class, "cancelled");

    /** An event bit of ours, which no packet has. */
    private static final int ARM_REFUSED = 1 << 30;

    private final LoopRegistrations loop;
    private final IocpNotifyIoHandle handle;
    /** The handle if it is a channel's, else {@code null}: asked in each run, where a cast to an interface is slow. */
    private final ChannelHandle channel;
    private final long socket;
    private final long key;

    /** OPEN is left in the loop only; REMOVING to ENDED by the loop or by the thread that closes the socket: CAS. */
    private volatile State state = State.OPEN;

    /** Event bits from packets that the loop has not handled: set by any thread that dequeues, taken by the loop. */
    private volatile int ready;

    /** 1 once cancel() was called: any thread, the first takes it. After closing() it is still to come. */
    private volatile int cancelled;

    /** Made in the loop for who asks, which few do. Who brings the end sets the state first, then looks for it. */
    private volatile Promise<Void> removed;

    // The rest belongs to the loop.
    // Filters are 16 bits wide in SOCK_NOTIFY_REGISTRATION as well; there is one of these for each connection.
    private short wanted;
    private short armed;
    /** With which code the port refused the last arm: written by who handed it over, before it sets the event bit. */
    private int refusal;
    private boolean everArmed;
    /** Whether {@link #arm} is to come. */
    private boolean owed;
    /** Whether {@link #readAgain} is to come: nothing is armed before it. */
    private boolean again;
    /** Belongs to the {@link RegistrationQueue} that this is in while one of the two is to come. */
    SocketRegistration nextInLoop;

    SocketRegistration(LoopRegistrations loop, IocpNotifyIoHandle handle, long key) {
        this.loop = loop;
        this.handle = handle;
        channel = handle instanceof ChannelHandle ? (ChannelHandle) handle : null;
        this.key = key;
        socket = handle.socket();
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public long socket() {
        return socket;
    }

    @Override
    IocpNotifyIoHandle handle() {
        return handle;
    }

    /** Returns this: Netty's own event loops wrap registrations, and a channel needs to get at what is inside. */
    @SuppressWarnings("unchecked")
    @Override
    public <T> T attachment() {
        return (T) this;
    }

    /** Where the loop takes in the overlapped operations of this registration's socket. */
    LoopCompletions completions() {
        return loop.completions();
    }

    /** Whether the calling thread runs the loop. */
    boolean isInLoop() {
        return loop.inEventLoop();
    }

    LoopRegistrations loop() {
        return loop;
    }

    /** Has the loop run a task, from any thread. */
    void execute(Runnable task) {
        loop.execute(task);
    }

    /** The loop's array for gathering writes; whoever uses it clears it first. */
    WsaBufArray bufArray() {
        return loop.bufArray();
    }

    /**
     * Sets what the handle wants to hear of from now on. Takes effect at the end of the loop's current run; may be
     * called from any thread, outside the loop it hops there.
     *
     * @return the bits of {@code ops}, or -1 if this registration has ended
     */
    @Override
    public long submit(IoOps ops) {
        if (!(ops instanceof IocpNotifyIoOps)) {
            throw new IllegalArgumentException("IoOps of type " + StringUtil.simpleClassName(ops) +
                    " not supported (expected: " + StringUtil.simpleClassName(IocpNotifyIoOps.class) + ')');
        }
        if (!isValid()) {
            return -1;
        }
        final int value = ((IocpNotifyIoOps) ops).value;
        if (loop.inEventLoop()) {
            want(value);
        } else {
            loop.execute(() -> want(value));
        }
        return value;
    }

    private void want(int value) {
        if (state == State.OPEN) {
            // ERR is reported whatever the filter and is no bit of it.
            wanted = (short) (value & ~IocpNotifyIoOps.ERR_VALUE);
            oweIfUnarmed();
        }
    }

    private void oweIfUnarmed() {
        if (!owed && !again && (wanted & ~armed) != 0) {
            loop.owe(this);
            owed = true;
        }
    }

    /** Adds what this registration owes to the batch. Called once for each time it was put on the list. */
    void arm(ArmBatch batch) {
        owed = false;
        // What was wanted when it was put on the list may be over, or the socket closed.
        if (state == State.OPEN && (wanted & ~armed) != 0) {
            if (readsAgain()) {
                loop.readAgain(this);
                again = true;
                return;
            }
            // All that is wanted, in one filter: a packet for one direction disarms both.
            batch.enable(this, wanted);
            armed = wanted;
            everArmed = true;
        }
    }

    private boolean readsAgain() {
        return (wanted & (IocpNotifyIoOps.IN_VALUE | IocpNotifyIoOps.OUT_VALUE)) == IocpNotifyIoOps.IN_VALUE &&
                armed == 0 && channel != null && channel.readsAgain();
    }

    /** It is this socket's turn: has the handle read though no packet has come. */
    void readAgain() {
        if (state == State.OPEN && (wanted & IocpNotifyIoOps.OUT_VALUE) == 0 && channel.waitsToReadAgain()) {
            loop.readAgain(this);
            return;
        }
        again = false;
        // Not if nobody asks any more: that is for when there is something that is left unread.
        if (state == State.OPEN && (wanted & IocpNotifyIoOps.IN_VALUE) != 0 && channel.isAskedToRead()) {
            loop.counters().readAgain();
            deliver(IocpNotifyIoOps.IN_VALUE, null);
        }
        if (state == State.OPEN) {
            oweIfUnarmed();
        }
    }

    /**
     * The call that was to arm this socket has failed for want of memory: it is owed again. Whoever handed it over,
     * before the loop is released.
     */
    @Override
    public void notArmed() {
        armed = 0;
        if (state == State.OPEN) {
            oweIfUnarmed();
        }
    }

    /**
     * The port refused the arm of this socket. The handle is told like of a packet: whoever hands over the arms of
     * several loops must not be held up by the handlers of one.
     */
    @Override
    public void armRefused(int error) {
        refusal = error;
        ready(ARM_REFUSED, LoopClock.nanos());
    }

    @Override
    void received(PacketArray packets, int index) {
        ready(packets.events(index), packets.receivedNanos());
    }

    /**
     * Notes the bits of a packet, and tells the loop if there were none before. Any thread that dequeues. Nothing may
     * fail between the two: bits that the loop is not told of make the socket deaf, as nobody tells of the next ones.
     *
     * @param nowNanos when the packet came
     */
    void ready(int events, long nowNanos) {
        int old;
        do {
            old = ready;
        } while (!READY.compareAndSet(this, old, old | events));
        if (old == 0) {
            loop.ready(this, nowNanos);
        }
    }

    /** Handles what {@link #ready} noted. */
    @Override
    void handleReady() {
        int events = READY.getAndSet(this, 0);
        if ((events & Native.EVENT_REMOVE) != 0) {
            end(null);
            return;
        }
        // One-shot: the packet has disarmed both directions.
        armed = 0;
        if (state != State.OPEN) {
            return;
        }
        if ((events & ARM_REFUSED) != 0) {
            wanted = 0;
            loop.counters().armRefused();
            FlightEvents.armRefused(handle, refusal);
            deliver(0, refusal());
            return;
        }
        int delivered = events & (wanted | IocpNotifyIoOps.ERR_VALUE);
        if (delivered != 0) {
            deliver(delivered, null);
        }
        if (state == State.OPEN) {
            oweIfUnarmed();
        }
    }

    private Throwable refusal() {
        try {
            return Errors.newIOException("ProcessSocketNotifications", -refusal);
        } catch (OutOfMemoryError e) {
            // It has to be told of something.
            return e;
        }
    }

    private void deliver(int events, Throwable failure) {
        try {
            handle.handle(this, loop.event(events, failure));
        } catch (Throwable t) {
            // A channel catches what its handlers throw, so this is a fault of the handle: its own, nobody else's.
            Errors.logThrown(logger, "{} threw while handling an event", handle, t);
        }
    }

    @Override
    public boolean isValid() {
        return cancelled == 0 && state == State.OPEN;
    }

    /**
     * Takes the open socket off the port; {@link #removed()} tells when it has left. Any thread, outside the loop it
     * hops there. After {@link #closing()} there is nothing left to do.
     *
     * @return {@code true} for the first call only, by which Netty's loops count their registrations
     */
    @Override
    public boolean cancel() {
        if (!CANCELLED.compareAndSet(this, 0, 1)) {
            return false;
        }
        if (state == State.OPEN) {
            if (loop.inEventLoop()) {
                cancel0();
            } else {
                boolean success = false;
                try {
                    loop.execute(this::cancel0);
                    success = true;
                } finally {
                    if (!success) {
                        cancelled = 0;
                    }
                }
            }
        }
        return true;
    }

    private void cancel0() {
        if (!STATE.compareAndSet(this, State.OPEN, State.REMOVING)) {
            // Closed meanwhile.
            return;
        }
        loop.leave(this);
        // At once, not with the next batch: once cancel() has returned another loop may close the socket.
        try {
            if (!everArmed || !loop.removeFromPort(this)) {
                // Not registered, so no packet will come.
                end(null);
            }
        } catch (Throwable t) {
            // Who registers the socket anew will be refused by the next port, and fail with that.
            if (removed == null) {
                Errors.logThrown(logger, "{} could not be taken off its port", handle, t);
            }
            end(t);
        }
        handleUnregistered();
    }

    private void handleUnregistered() {
        try {
            handle.unregistered();
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} threw while it was unregistered", handle, t);
        }
    }

    /**
     * To be called before the socket is closed: nothing is armed or delivered from here on. In the loop, or, after
     * {@link #cancel()}, on any thread. Calls after the first do nothing.
     */
    void closing() {
        if (state == State.REMOVING) {
            end(null);
            return;
        }
        if (state == State.OPEN) {
            assert loop.inEventLoop();
            loop.leave(this);
            end(null);
            handleUnregistered();
        }
    }

    /** The loop ends before the port has answered an OP_REMOVE. */
    void abandon() {
        end(new IllegalStateException("the event loop ended before socket " + socket + " had left its port"));
    }

    private void end(Throwable cause) {
        State old = STATE.getAndSet(this, State.ENDED);
        if (old == State.ENDED) {
            return;
        }
        loop.ended(this, old == State.REMOVING);
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
     * armed, or is closed. Fails if the loop ended before the port answered, or the port could not be asked. To be
     * called in the loop, before {@link #cancel()}.
     */
    Future<Void> removed() {
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
        return "SocketRegistration(socket: " + socket + ", key: 0x" + Long.toHexString(key) + ", " + state +
                ", wanted: " + wanted + ", armed: " + armed + ')';
    }
}
