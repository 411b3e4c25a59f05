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
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;
import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * What the handle of a socket wants to hear of, and what the port was last asked for.
 * <p>
 * The handle states a lasting interest ({@link #submit}); the port is armed one-shot. What bridges the two is
 * {@code wanted} against {@code armed}: every packet uses {@code armed} up, and at the end of each run of the loop
 * whatever is wanted and not armed is armed, in one batch with all others.
 * <p>
 * Until then the registration is in one of two lists of the loop. {@link Due} says in which; all transitions:
 * <pre>
 *   NOTHING ──addIfDue──► ARM ──needsArm──► READ
 *      ▲  ▲                │ │               │
 *      │  └──needsArm──────┘ │               │
 *      └──arm────────────────┴──readAgain────┘
 * </pre>
 */
public final class SocketRegistration extends SocketMembership {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(SocketRegistration.class);

    private static final AtomicIntegerFieldUpdater<SocketRegistration> NOTED =
            AtomicIntegerFieldUpdater.newUpdater(SocketRegistration.class, "noted");

    // Event bits of ours, which no packet has.
    private static final int ARM_REFUSED = 1 << 30;
    /** A packet may have no bit: it has disarmed the socket and says nothing else. */
    private static final int PACKET = 1 << 29;

    /** What the loop still has to do. */
    private enum Due {
        /** All that is wanted is armed, or an overlapped receive tells of it. */
        NOTHING,
        /** In the list of pending arms. */
        ARM,
        /** Among the {@link DueReads}: nothing is armed before that read. */
        READ
    }

    /** The handle if it is a channel's, else {@code null}: asked in each run, where a cast to an interface is slow. */
    private final ChannelHandle channel;

    /** Event bits from packets that the loop has not handled: set by any thread that dequeues, taken by the loop. */
    private volatile int noted;

    // The rest belongs to the loop.
    private Due due = Due.NOTHING;
    // Filters are 16 bits wide in SOCK_NOTIFY_REGISTRATION as well; there is one of these for each connection.
    private short wanted;
    private short armed;
    /** Of what is wanted, what an overlapped receive tells instead: IN and HANGUP while one is under way, else 0. */
    private short received;
    /** With which code the port refused the last arm: written by who submitted it, before it sets the event bit. */
    private int refusal;
    /** Belongs to the {@link RegistrationQueue} that this is in, if any. */
    SocketRegistration nextInLoop;

    SocketRegistration(LoopRegistrations loop, SocketHandle handle, long key) {
        super(loop, handle, key);
        channel = handle instanceof ChannelHandle ? (ChannelHandle) handle : null;
    }

    // ---- what is wanted ----

    /**
     * Sets what the handle wants to hear of from now on. It takes effect at the end of the loop's current run. Any
     * thread; outside the loop it hops there.
     *
     * @return the bits of {@code ops}, or -1 if this registration has ended
     */
    @Override
    public long submit(IoOps ops) {
        final int value = loop.events.bits(ops);
        if (!isValid()) {
            return -1;
        }
        if (loop.inEventLoop()) {
            want(value);
        } else {
            loop.execute(() -> want(value));
        }
        return value;
    }

    private void want(int value) {
        if (isOpen()) {
            // ERR is reported whatever the filter and is no bit of it.
            wanted = (short) (value & ~SocketEvents.ERR);
            addIfDue();
        }
    }

    /** Somebody asks for bytes that the channel has already. In the loop. */
    public void askedForHeldBytes() {
        addIfDue();
    }

    /** The overlapped receive that {@link #receives} has begun has ended. */
    public void receiveEnded() {
        received = 0;
        addIfDue();
    }

    /** Whether a read is due that needs nothing of the socket, whatever that is armed for. */
    private boolean holdsBytes() {
        return channel != null && (wanted & SocketEvents.IN) != 0 && channel.holdsBytes();
    }

    /** What is wanted and neither armed nor received. */
    private int unarmed() {
        return wanted & ~(armed | received);
    }

    // ---- what is due ----

    private void addIfDue() {
        if (due == Due.NOTHING && isUnserved()) {
            loop.addPending(this);
            due = Due.ARM;
        }
    }

    private boolean isUnserved() {
        return isOpen() && (unarmed() != 0 || holdsBytes());
    }

    /**
     * Spares the pending arm, if it can be: the socket is to be read again first, or waits by an overlapped receive. In
     * a run of the loop.
     *
     * @return whether the arm is needed all the same
     */
    boolean needsArm() {
        // What was wanted when it was put on the list may be over, or the socket closed.
        if (isUnserved()) {
            if (readsAgain()) {
                loop.dueReads.add(this);
                due = Due.READ;
                return false;
            }
            if (!receives()) {
                return true;
            }
            received = SocketEvents.IN_HANGUP;
        }
        due = Due.NOTHING;
        return false;
    }

    /** Adds the pending arm to the batch. Called once for each time that this {@linkplain #needsArm needs it}. */
    void arm(ArmBatch batch) {
        due = Due.NOTHING;
        if (isOpen() && unarmed() != 0) {
            // All that is wanted, in one filter: a packet for one direction disarms both.
            armed = (short) (wanted & ~received);
            batch.enable(this, armed);
            everArmed = true;
        }
    }

    /** Has the handle read though no packet has come. */
    void readAgain() {
        due = Due.NOTHING;
        // Not if nobody asks any more: that is for when there is something that is left unread.
        if (isOpen() && (wanted & SocketEvents.IN) != 0 && channel.isAskedToRead()) {
            loop.counters.count(RunCounters.READ_AGAINS);
            deliver(SocketEvents.IN, null);
        }
        addIfDue();
    }

    private boolean readsAgain() {
        return holdsBytes() ||
                (wanted & (SocketEvents.IN | SocketEvents.OUT)) == SocketEvents.IN &&
                        armed == 0 && channel != null && channel.readsAgain();
    }

    private boolean receives() {
        return wanted == SocketEvents.IN_HANGUP && armed == 0 && channel != null && channel.receives();
    }

    @Override
    public boolean isDirectStream() {
        return channel != null && channel.isDirectStream();
    }

    @Override
    public void notArmed() {
        armed = 0;
        addIfDue();
    }

    // ---- what has come ----

    /**
     * The port refused the arm of this socket. The handle is told like of a packet: whoever submits the arms of several
     * loops must not be held up by the handlers of one.
     */
    @Override
    public void armRefused(int error) {
        refusal = error;
        noteEvents(ARM_REFUSED, LoopClock.nanos());
    }

    @Override
    void takePacket(PacketArray packets, int index) {
        noteEvents(packets.events(index) | PACKET, packets.receivedNanos);
    }

    /**
     * Notes the bits of a packet, and tells the loop if there were none before. Any thread that dequeues. Nothing may
     * fail between the two: bits that the loop is not told of make the socket deaf, as nobody tells of the next ones.
     *
     * @param events at least one bit
     * @param nowNanos when the packet came
     */
    public void noteEvents(int events, long nowNanos) {
        int old;
        do {
            old = noted;
        } while (!NOTED.compareAndSet(this, old, old | events));
        if (old == 0) {
            loop.signal(this, nowNanos);
        }
    }

    @Override
    public void handlePackets() {
        int events = NOTED.getAndSet(this, 0);
        if ((events & Native.EVENT_REMOVE) != 0) {
            end(null);
            return;
        }
        // One-shot: the packet has disarmed both directions.
        armed = 0;
        if (!isOpen()) {
            return;
        }
        if ((events & ARM_REFUSED) != 0) {
            wanted = 0;
            loop.counters.count(RunCounters.REFUSED_ARMS);
            deliver(0, refusal());
            return;
        }
        // A packet may come twice: while a receive is under way nobody else reads.
        int delivered = events & (wanted & ~received | SocketEvents.ERR);
        if (delivered != 0) {
            deliver(delivered, null);
        }
        addIfDue();
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
            handle.handle(this, loop.events.event(events, failure));
        } catch (Throwable t) {
            // A channel catches what its handlers throw, so this is a fault of the handle: its own, nobody else's.
            Errors.logThrown(logger, "{} threw while handling an event", handle, t);
        }
    }

    @Override
    public String toString() {
        return "SocketRegistration(" + super.toString() + ", wanted: " + wanted + ", armed: " + armed +
                ", received: " + received + ", due: " + due + ')';
    }

    /**
     * Registrations of one event loop in the order in which they were added. They are linked through a field of their
     * own, so nothing is allocated: a registration that could not be added would never be armed again. A registration
     * is in one such queue at most. Used in the loop.
     */
    static class RegistrationQueue {

        private SocketRegistration first;
        private SocketRegistration last;
        private int size;

        public final void add(SocketRegistration registration) {
            if (last == null) {
                first = registration;
            } else {
                last.nextInLoop = registration;
            }
            last = registration;
            size++;
        }

        /** Returns the one that has been here for the longest time, or {@code null}. */
        final SocketRegistration poll() {
            SocketRegistration registration = first;
            if (registration != null) {
                first = registration.nextInLoop;
                registration.nextInLoop = null;
                if (first == null) {
                    last = null;
                }
                size--;
            }
            return registration;
        }

        public final int size() {
            return size;
        }

        public final void clear() {
            first = null;
            last = null;
            size = 0;
        }
    }

    /**
     * The conditions of a socket. A loop has them as bits, its users have objects. The bits are those of Winsock's
     * {@code SOCK_NOTIFY_EVENT_*} and {@code SOCK_NOTIFY_REGISTER_EVENT_*}, which are equal.
     */
    public interface SocketEvents {

        // A test compares them with the constants of C. They are repeated here, as this must load without the library.
        int IN = 0x01;
        int OUT = 0x02;
        int HANGUP = 0x04;
        int ERR = 0x40;
        int IN_HANGUP = IN | HANGUP;

        /**
         * Returns the bits of what a handle submits. Any thread.
         *
         * @throws IllegalArgumentException if the object is of another type
         */
        int bits(IoOps ops);

        /**
         * Returns what a handle is given. The next call may return the same object. In the loop.
         *
         * @param failure why the system has refused to watch the socket, {@code null} if it has not
         */
        IoEvent event(int bits, Throwable failure);
    }
}
