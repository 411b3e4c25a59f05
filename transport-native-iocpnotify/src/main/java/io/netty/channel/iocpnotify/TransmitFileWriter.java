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

import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.RegionFile;
import io.netty.channel.iocpnotify.winsock.SystemProbe;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.internal.SystemPropertyUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Sends {@link DefaultFileRegion}s by {@code TransmitFile}, one piece of one region at a time. Nothing else may be sent
 * until the packet of the piece comes, because the system promises no order. Used in the channel's loop; the packet
 * arrives in the loop that began the piece, and the thread that closes the channel calls {@link #release}.
 * <p>
 * The length of a piece is chosen by the speed of the piece before: it should take {@link #SHORT_NANOS} to
 * {@link #LONG_NANOS}. Nobody sees progress before its packet comes, so a handler that watches for idle connections
 * would take a slower one for idle. Between two pieces nothing is on the way for a round trip, which must be short
 * compared with the piece.
 */
final class TransmitFileWriter {

    static final String TRANSMIT_FILE_PROPERTY = "io.netty.iocpnotify.transmitFile";

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(TransmitFileWriter.class);

    /**
     * The longest region that is copied: one {@code send} may take it whole. Then it is sent when {@code flush}
     * returns, and a close right after it takes nothing away, as with NIO.
     */
    static final int LONGEST_COPIED = 64 * 1024;
    static final int FIRST_PIECE = 1024 * 1024;
    static final int SHORTEST_PIECE = 64 * 1024;
    private static final int LONGEST_PIECE = 64 * 1024 * 1024;
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        /** Nothing is under way. Next: PENDING. */
        IDLE,
        /** The system has a piece. Next: DONE, or ABANDONED when the channel closes. */
        PENDING,
        /** The packet is there, {@link #settle} has not seen it. Next: IDLE. */
        DONE,
        /** The channel is closed, the packet has still to come. The last. */
        ABANDONED
    }

    /** Answers with the address of {@code TransmitFile}. */
    private static final SystemProbe FUNCTION = SystemProbe.ofCall(NativeOverlapped::findTransmit);

    private static final boolean CLIENT_EDITION = NativeOverlapped.isClientEdition() != 0;

    private static final AtomicReferenceFieldUpdater<TransmitFileWriter, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(TransmitFileWriter.class, State.class, "state");

    static {
        String value = property();
        if (!value.matches("(?i)auto|true|false")) {
            logger.warn("-D{}: {} (expected: auto, true or false); using auto", TRANSMIT_FILE_PROPERTY, value);
        }
    }

    private final AbstractIocpNotifyChannel channel;
    /** Becomes {@code false} when the system has refused: remote files or layered providers may be beyond it. */
    private boolean enabled = isEnabled();

    /**
     * Leaves PENDING by whoever is first: the loop that began the piece, when its packet comes, or whoever closes the
     * channel. All else is the channel's loop's.
     */
    private volatile State state = State.IDLE;

    /** Made for the first piece, freed with the channel. */
    private Transmit transmit;

    private int pieceLength = FIRST_PIECE;

    /** The bytes of the last piece count as sent already, by {@link #settleBeforeEnd}. In the loop. */
    private boolean counted;

    /** How often the guard has told of the end of what the peer sends. */
    private int hangups;

    TransmitFileWriter(AbstractIocpNotifyChannel channel) {
        this.channel = channel;
    }

    static boolean isAvailable() {
        return FUNCTION.isSupported() && RegionFile.ACCESSIBLE;
    }

    /**
     * A client edition of Windows sends two files at a time in the whole system, so two peers that do not read would
     * hold up all other files. Read once for each channel, with its first file.
     */
    static boolean isEnabled() {
        String value = property();
        return "true".equalsIgnoreCase(value) || !"false".equalsIgnoreCase(value) && !CLIENT_EDITION;
    }

    private static String property() {
        return SystemPropertyUtil.get(TRANSMIT_FILE_PROPERTY, "auto").trim();
    }

    boolean isPending() {
        State state = this.state;
        return state == State.PENDING || state == State.ABANDONED;
    }

    /** Returns {@code false} if the region, which is not transferred yet, has to be copied. */
    boolean begin(FileRegion message) throws IOException {
        if (!enabled || message.count() <= LONGEST_COPIED || !RegionFile.isPlain(message) ||
                !isAvailable()) {
            return false;
        }
        DefaultFileRegion region = (DefaultFileRegion) message;
        region.open();
        if (!channel.overlapped().attach()) {
            return false;
        }
        // The position of the region's own handle is the user's, who may also close it at any time.
        long file = NativeOverlapped.openFile(region);
        if (file < 0) {
            return false;
        }
        boolean begun = false;
        try {
            begun = begin(region, file);
        } finally {
            if (!begun) {
                closeFile(file);
            }
        }
        return begun;
    }

    private boolean begin(DefaultFileRegion region, long file) throws IOException {
        long size = NativeOverlapped.fileSize(file);
        if (size < 0) {
            return false;
        }
        long position = region.position() + region.transferred();
        if (position < 0 || position >= size) {
            throw tooShort(region, size);
        }
        // What the system does past the end of the file is not documented.
        long left = Math.min(region.count() - region.transferred(), size - position);
        if (transmit == null) {
            transmit = new Transmit();
        }
        return transmit.begin(region, file, position, (int) Math.min(left, pieceLength));
    }

    private static void closeFile(long file) {
        int result = NativeOverlapped.closeFile(file);
        if (result < 0) {
            logger.warn("Failed to close a file", Errors.newIOException("CloseHandle", result));
        }
    }

    private static IOException tooShort(DefaultFileRegion region, long size) {
        return new IOException("the file has " + size + " bytes, too few to send " + region.count() +
                " from position " + region.position());
    }

    /** Takes in what the last packet said: the message at the head of {@code in} has made progress, or this throws. */
    void settle(ChannelOutboundBuffer in) throws IOException {
        if (state != State.DONE) {
            return;
        }
        state = State.IDLE;
        DefaultFileRegion region = regionUnderWay(in);
        if (region == null) {
            return;
        }
        int sent = transmit.bytes;
        if (transmit.error != 0 || sent <= 0) {
            throw failure(region);
        }
        adjustPiece(sent);
        addTransferred(in, region, sent);
    }

    /**
     * The region of the piece. It has been the first message since the piece began. Only this class takes it away, with
     * one exception: a flush of a channel that is closed already fails all that waits. Then this is {@code null}.
     */
    private DefaultFileRegion regionUnderWay(ChannelOutboundBuffer in) {
        DefaultFileRegion region = transmit.region;
        return in.current() == region ? region : null;
    }

    private static void addTransferred(ChannelOutboundBuffer in, DefaultFileRegion region, int sent) {
        RegionFile.addTransferred(region, sent);
        boolean done = region.transferred() >= region.count();
        in.progress(sent);
        if (done) {
            in.remove();
        }
    }

    /** What waits is about to fail. A piece on its way to the peer has not, even if its packet comes after the end. */
    void settleBeforeEnd(ChannelOutboundBuffer in) throws IOException {
        int sent = sentBeforePacket();
        DefaultFileRegion region = sent > 0 ? regionUnderWay(in) : null;
        if (region == null) {
            settle(in);
            return;
        }
        // First: a listener of what has been sent may close the channel.
        counted = true;
        addTransferred(in, region, sent);
    }

    /** How many bytes the system has sent of a piece whose packet has still to come. None if they count already. */
    private int sentBeforePacket() throws ClosedChannelException {
        // In another loop the packet could come meanwhile, and free the memory that is looked into.
        if (state != State.PENDING || counted || !channel.overlapped().isInLoopOfPackets()) {
            return 0;
        }
        return (int) transmit.bytesBeforePacket(channel.socket);
    }

    private IOException failure(DefaultFileRegion region) throws IOException {
        if (transmit.size >= 0 && transmit.size < region.position() + region.transferred() + transmit.length) {
            return tooShort(region, transmit.size);
        }
        if (transmit.error == 0) {
            return new IOException("TransmitFile(..) sent nothing");
        }
        return Errors.newIOException("TransmitFile", -transmit.socketError(channel.socket, transmit.error));
    }

    private void adjustPiece(int sent) {
        if (sent < pieceLength) {
            return;
        }
        if (transmit.nanos < SHORT_NANOS) {
            pieceLength = Math.min(pieceLength << 1, LONGEST_PIECE);
        } else if (transmit.nanos > LONG_NANOS) {
            pieceLength = Math.max(pieceLength >> 1, SHORTEST_PIECE);
        }
    }

    /**
     * Whether to keep the socket armed while a piece is under way and the input of the channel is over. This arm is the
     * guard: it tells of a reset. Windows tells by the packet of the piece too. Wine sends a piece in portions, and
     * never ends it if the reset comes between two of them.
     */
    boolean isGuardOfUse() {
        // The end of the stream is a HANGUP too, and stays true: it may come once from an arm of before, once from that
        // of the guard, and then again and again.
        return hangups < 2;
    }

    void guardFired() {
        hangups++;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    /** Instead of {@link #settle}, when there is no message any more. */
    void forget() {
        STATE.compareAndSet(this, State.DONE, State.IDLE);
    }

    /** The channel is closed. Called once, by whoever closes it. */
    void release() {
        // What is abandoned is freed by its packet.
        if (!STATE.compareAndSet(this, State.PENDING, State.ABANDONED) && !isPending() && transmit != null) {
            transmit.free();
        }
    }

    private final class Transmit extends OverlappedOperation {

        /** Retained until the packet: releasing it closes the file. After the packet only to be told from others. */
        private DefaultFileRegion region;
        /** Our own handle of its file, from the call to the packet; with a piece that is never answered it stays. */
        private long file;
        private int length;
        private long begun;

        // Written when the packet comes, before the state; read after it.
        private int error;
        private int bytes;
        private long nanos;
        /** Of the file, if it may have to do with a failure; negative if it is not known. */
        private long size;

        Transmit() {
            super(0);
        }

        /** Owns {@code file} if it returns {@code true}. */
        boolean begin(DefaultFileRegion region, long file, long position, int length) {
            this.length = length;
            OverlappedSocket overlapped = channel.overlapped();
            // First, as it may throw.
            region.retain();
            try {
                overlapped.begin(this);
            } catch (Throwable t) {
                region.release();
                throw t;
            }
            this.region = region;
            this.file = file;
            begun = System.nanoTime();
            state = State.PENDING;
            channel.counters().called(CountedCall.TRANSMIT_FILE);
            int result = NativeOverlapped.beginTransmit(FUNCTION.answer(), channel.socket.handle(), file, position,
                    length, address());
            if (result == 0) {
                return true;
            }
            state = State.IDLE;
            this.region = null;
            overlapped.failedAtOnce(this);
            region.release();
            // Nothing was sent, so copying can go on where this has not begun. If it is the connection's fault, send
            // will say so.
            enabled = false;
            logger.debug("{} TransmitFile refused: {}", channel, Errors.message("TransmitFile", -result));
            return false;
        }

        @Override
        public void completed(int error, int bytes) {
            this.error = error;
            this.bytes = bytes;
            nanos = System.nanoTime() - begun;
            size = error != 0 || bytes <= 0 ? NativeOverlapped.fileSize(file) : -1;
            closeFile(file);
            DefaultFileRegion region = this.region;
            boolean abandoned = !STATE.compareAndSet(TransmitFileWriter.this, State.PENDING, State.DONE);
            ReferenceCountUtil.safeRelease(region);
            if (abandoned) {
                free();
            } else {
                channel.packetCame();
            }
        }
    }
}
