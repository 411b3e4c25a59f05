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

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.util.internal.SystemPropertyUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Waits for the bytes of a connection by an overlapped receive instead of an arm. Its packet brings the bytes, so one
 * call does what an arm and a {@code recv} do otherwise. One receive is under way at a time. While it is, nothing else
 * reads the socket, and the port is not asked for IN or HANGUP.
 * <p>
 * A receive only ever brings bytes. If it ends without bytes, the socket is armed, and the packet tells of the end of
 * the stream. A reset that the receive was told of is remembered: under Wine it takes the error from the socket.
 * <p>
 * A connection at rest holds no buffer: a receive that has waited for too long is cancelled, and the socket is armed.
 * Used in the loop, but for what is said to be elsewhere.
 */
final class OverlappedReads {

    static final String OVERLAPPED_READS_PROPERTY = "io.netty.iocpnotify.overlappedReads";

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(OverlappedReads.class);

    /** A receive is cancelled that has waited for one to two times as long. */
    static final long IDLE_MILLIS = 1000;
    /** After which time the system is asked again to cancel a receive, if it has refused to. */
    private static final long CANCEL_AGAIN_MILLIS = 10;
    /**
     * A receive is given no more than so many bytes: each connection lends as much, where all connections of a loop
     * share one buffer otherwise. Who reads more at once has less of the calls that are saved.
     */
    static final int MOST_BYTES = 8 * 1024;
    /** How many reads by notification follow a receive that was of no use, at first and at the most. */
    private static final int FIRST_INTERVAL = 8;
    private static final int LONGEST_INTERVAL = 64;

    private enum Mode {
        OFF,
        /** Connections that have proved that they read often, with the provider that makes one call for each arm. */
        AUTO,
        /** All connections, from their first read on. */
        ON
    }

    private enum State {
        /** Nothing is under way. Next: PENDING, CLOSED. */
        IDLE,
        /** The system has the buffer. Next: HELD or IDLE when the packet comes, CLOSED. */
        PENDING,
        /** Bytes have come that nobody has taken. Next: IDLE, CLOSED. */
        HELD,
        /** The channel is closed. What the system still has is given back when the packet comes. Last. */
        CLOSED
    }

    private static final Mode MODE = mode();

    private static final AtomicReferenceFieldUpdater<OverlappedReads, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(OverlappedReads.class, State.class, "state");

    private final AbstractIocpNotifyChannel channel;
    private final StreamReader reader;

    /**
     * Written by the loop, and when the packet comes by the loop that the receive began in; made CLOSED by whoever
     * closes the channel. A step from PENDING and from HELD is an atomic exchange: who makes it has the buffer.
     */
    private volatile State state = State.IDLE;

    /** {@code null} between two receives that are far apart. Written in IDLE, or by the packet. */
    private Receive receive;
    /** The bytes that have come. Written before the step to HELD, read after it. */
    private ByteBuf held;

    private int interval = FIRST_INTERVAL;
    /** So many reads by notification come before the next receive. */
    private int readsToGo;
    private boolean unavailable;
    /** How many receives have begun, and how many had when somebody looked last whether one waits for too long. */
    private int begun;
    private int begunWhenLooked;
    /** {@code null} while none is scheduled. Who closes the channel elsewhere may miss it: it is short-lived. */
    private Look look;
    /** Which receive, as {@link #begun} counts, the system has been asked to end, or will be asked once more. */
    private int cancelled;

    OverlappedReads(AbstractIocpNotifyChannel channel, StreamReader reader) {
        this.channel = channel;
        this.reader = reader;
    }

    private static Mode mode() {
        String value = SystemPropertyUtil.get(OVERLAPPED_READS_PROPERTY, "auto").trim();
        if ("on".equalsIgnoreCase(value)) {
            return Mode.ON;
        }
        if ("off".equalsIgnoreCase(value)) {
            return Mode.OFF;
        }
        if (!"auto".equalsIgnoreCase(value)) {
            logger.warn("-D{}: {} (expected: auto, on or off); using auto", OVERLAPPED_READS_PROPERTY, value);
        }
        return "afd".equals(Availability.provider()) ? Mode.AUTO : Mode.OFF;
    }

    /** @param again {@code null} before the first read */
    static boolean isWorthIt(ReadAgain again) {
        return MODE == Mode.ON || MODE == Mode.AUTO && again != null && again.isEstablished();
    }

    /** Returns {@code false} if the socket has to be armed. */
    boolean begin() {
        if (unavailable || readsToGo > 0 || state != State.IDLE) {
            return false;
        }
        ByteBuf buf = null;
        boolean success = false;
        try {
            buf = reader.allocate(MOST_BYTES);
            unavailable = buf != null && !isPossibleWith(buf);
            if (buf != null && !unavailable && buf.isWritable()) {
                if (receive == null) {
                    receive = new Receive();
                }
                scheduleLook();
                success = receive.begin(buf);
            }
            return success;
        } finally {
            if (!success) {
                pause();
                if (buf != null) {
                    buf.release();
                }
            }
        }
    }

    /**
     * Not if the user's allocator has given this buffer to somebody else, too: one that hands out the same memory each
     * time serves who is done with it before the next read. And {@code CancelIoEx} does nothing for a handle that a
     * layered provider has made up.
     */
    private boolean isPossibleWith(ByteBuf buf) {
        return buf.hasMemoryAddress() && buf.refCnt() == 1 &&
                (begun > 0 || NativeSocket.hasSystemHandle(NativeSocket.protocolInfo(channel.socket.handle()))) &&
                channel.overlapped().attach();
    }

    void received() {
        if (readsToGo > 0) {
            readsToGo--;
        }
    }

    boolean isPending() {
        return state == State.PENDING;
    }

    boolean isHeld() {
        return state == State.HELD;
    }

    ByteBuf take() {
        return STATE.compareAndSet(this, State.HELD, State.IDLE) ? takeHeld() : null;
    }

    private ByteBuf takeHeld() {
        ByteBuf buf = held;
        held = null;
        return buf;
    }

    /** What is still to come is dropped by who is told that it has come. */
    void drop() {
        ByteBuf buf = take();
        if (buf != null) {
            buf.release();
        }
    }

    /** The packet comes all the same; what it brings is kept until somebody {@linkplain #take takes} it. */
    void cancel() {
        if (state == State.PENDING && cancelled != begun) {
            cancel(channel.eventLoop(), begun);
        }
    }

    /** The next loop has a look of its own, and this one may end. */
    void leaveLoop() {
        cancel();
        if (look != null) {
            look.reads = null;
            look = null;
        }
    }

    private void cancel(EventLoop loop, int which) {
        try {
            if (!channel.place.cancel(receive)) {
                // A channel on its way to another loop waits for the packet.
                loop.schedule(() -> {
                    if (state == State.PENDING && begun == which) {
                        cancel(loop, which);
                    }
                }, CANCEL_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
            }
            cancelled = which;
        } catch (Throwable t) {
            cancelled = 0;
            Errors.logThrown(logger, "{} could not cancel its receive, which goes on", channel, t);
        }
    }

    /** Nobody will take what has come, or comes. Called once, by whoever closes the channel, in any thread. */
    void close() {
        State last = STATE.getAndSet(this, State.CLOSED);
        Look look = this.look;
        if (look != null) {
            look.reads = null;
        }
        if (last == State.PENDING) {
            // The packet gives all back.
            return;
        }
        if (last == State.HELD) {
            takeHeld().release();
        }
        if (receive != null) {
            receive.free();
        }
    }

    // ---- connections at rest

    private void scheduleLook() {
        if (look == null) {
            Look next = new Look(this);
            channel.eventLoop().schedule(next, IDLE_MILLIS, TimeUnit.MILLISECONDS);
            look = next;
            begunWhenLooked = begun;
        }
    }

    private void look() {
        look = null;
        if (state != State.PENDING) {
            return;
        }
        if (begun == begunWhenLooked) {
            cancel();
            return;
        }
        try {
            scheduleLook();
        } catch (Throwable t) {
            // Nobody would look after the buffer any more.
            Errors.logThrown(logger, "{} cannot look after its receive, and cancels it", channel, t);
            cancel();
        }
    }

    /** The task of the loop. It outlives a channel that closes, and does not keep it alive. */
    private static final class Look implements Runnable {

        /** Made {@code null} as the channel leaves the loop, and by who closes it, in any thread. Read by the loop. */
        private volatile OverlappedReads reads;

        Look(OverlappedReads reads) {
            this.reads = reads;
        }

        @Override
        public void run() {
            OverlappedReads reads = this.reads;
            if (reads != null) {
                reads.look();
            }
        }
    }

    /** No receive could begin, or the last one has brought nothing. Some reads by notification come first now. */
    private void pause() {
        readsToGo = interval;
        interval = Math.min(LONGEST_INTERVAL, interval << 1);
    }

    private final class Receive extends OverlappedOperation {

        /** The system's while this is pending; never released if the packet never comes. */
        private ByteBuf buf;

        Receive() {
            super(0);
        }

        /** Owns {@code buf} if it returns {@code true}. */
        boolean begin(ByteBuf buf) {
            long memory = buf.memoryAddress();
            int limit = Math.min(buf.capacity(), buf.writerIndex() + MOST_BYTES);
            channel.overlapped().begin(this);
            // Nothing may throw from here on.
            this.buf = buf;
            begun++;
            state = State.PENDING;
            channel.counters().called(CountedCall.WSA_RECV);
            int result = NativeOverlapped.beginReceive(
                    channel.socket.handle(), memory, buf.writerIndex(), limit, address());
            if (result == 0) {
                return true;
            }
            state = State.IDLE;
            this.buf = null;
            channel.overlapped().failedAtOnce(this);
            reader.receiveFailed(-result);
            return false;
        }

        @Override
        public void completed(int error, int bytes) {
            ByteBuf buf = this.buf;
            this.buf = null;
            // With an error as well: what a receive had taken when it was cancelled is in no other place any more.
            boolean success = bytes > 0;
            if (success) {
                buf.writerIndex(buf.writerIndex() + bytes);
                held = buf;
                interval = FIRST_INTERVAL;
            } else {
                buf.release();
                pause();
                // Before the step: from then on the channel may be closed elsewhere.
                receive = null;
            }
            boolean closed = !STATE.compareAndSet(
                    OverlappedReads.this, State.PENDING, success ? State.HELD : State.IDLE);
            if (!closed && !success && error != 0) {
                reader.receiveFailed(failure(error));
            }
            if (closed || !success) {
                free();
            }
            if (!closed) {
                reader.receiveEnded();
            } else if (success) {
                takeHeld().release();
            }
        }

        /** The Winsock code; 0 if the channel is closed. */
        private int failure(int error) {
            try {
                return channel.place.socketError(this, error);
            } catch (ClosedChannelException e) {
                return 0;
            }
        }
    }
}
