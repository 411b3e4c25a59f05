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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WsaBufArray;
import io.netty.util.internal.StringUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;

import static io.netty.channel.internal.ChannelUtils.MAX_BYTES_PER_GATHERING_WRITE_ATTEMPTED_LOW_THRESHOLD;
import static io.netty.channel.internal.ChannelUtils.WRITE_STATUS_SNDBUF_FULL;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.NONE;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * Hands what waits in the outbound buffer to a stream socket. Used in the loop, {@link #prepare} excepted.
 * Every attempt to write has a cost, which is taken from {@link ChannelConfig#getWriteSpinCount()}. It is 1 for a call
 * that moved bytes, and 0 if no call was needed. It is {@code WRITE_STATUS_SNDBUF_FULL} when the system takes no more.
 */
final class StreamWriter {

    /**
     * The most that one call hands over. Windows takes a buffer whole as long as there is any room, and keeps it in
     * memory that cannot be paged. Without a limit, all of a large message would be copied there at once.
     */
    static final long MAX_BYTES_PER_WRITE = 1024 * 1024;

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(StreamWriter.class);

    private static final String EXPECTED_TYPES = " (expected: " + StringUtil.simpleClassName(ByteBuf.class) + ", " +
            StringUtil.simpleClassName(FileRegion.class) + ')';

    private final AbstractIocpNotifyStreamChannel channel;
    /** Both are {@code null} before the first file. */
    private FileRegionWriter regions;
    private TransmitFileWriter transmits;

    StreamWriter(AbstractIocpNotifyStreamChannel channel) {
        this.channel = channel;
    }

    /** Writes until all is written, the system takes no more, or it is other channels' turn. */
    void write(ChannelOutboundBuffer in) throws Exception {
        if (transmits != null) {
            transmits.settle(in);
        }
        // A listener of what was settled may have closed the channel. If it lingers, nothing has failed yet of what
        // waits here, and the socket is still open.
        if (!channel.isOpen() || waitsForPacket()) {
            return;
        }
        int spins = channel.config().getWriteSpinCount();
        do {
            int messages = in.size();
            if (messages == 0) {
                channel.unwant(OUT);
                return;
            }
            spins -= messages > 1 && isSmall(in.current()) ? writeMany(in) : writeOne(in);
            // On to the next turn even if all is written: listeners may have written and flushed more.
        } while (spins > 0 && channel.isOpen() && !isTransmitting());

        if (!channel.isOpen() || waitsForPacket()) {
            return;
        }
        if (spins == 0) {
            channel.handle().flushLater();
        } else {
            channel.want(OUT);
        }
    }

    private boolean isTransmitting() {
        return transmits != null && transmits.isPending();
    }

    private boolean waitsForPacket() {
        if (!isTransmitting()) {
            return false;
        }
        updateGuard();
        // OUT may hold all the while, and is of no use.
        channel.unwant(OUT);
        return true;
    }

    /**
     * Watches for a reset after the end of the input, while the system has a part of a file. The port is not asked for
     * ERR, which comes with whatever else it is asked for: here for HANGUP, which may come as well, again and again.
     */
    void updateGuard() {
        if (channel.input.isOver()) {
            channel.watch(isTransmitting() && transmits.isGuardOfUse() ? HANGUP : NONE);
        }
    }

    void guardFired() {
        if (transmits != null) {
            transmits.guardFired();
        }
        updateGuard();
    }

    /** The system may have sent what it had of a file. */
    void resume() {
        if (transmits == null || !transmits.isDone()) {
            return;
        }
        updateGuard();
        if (!channel.socket.isOutputShutdown()) {
            // Even if OUT is wanted, as a channel does in the loop that it enters: only the piece was waited for.
            channel.handle().writeReady();
            return;
        }
        // Shut down meanwhile: nobody asks how far it came, and the peer is told only now.
        transmits.forget();
        try {
            channel.socket.endOutput();
        } catch (IOException e) {
            logger.debug("{} The connection ended before its output could", channel, e);
        }
    }

    /** The output ends. Returns {@code false} if the system has a part of a file: {@link #resume} tells the peer. */
    boolean endOutput() {
        release();
        if (isTransmitting()) {
            return false;
        }
        if (transmits != null) {
            // Nobody asks any more how far a part came whose packet is there.
            transmits.forget();
        }
        return true;
    }

    /** Whether others may go along: what fills a call alone goes alone, where it can be cut. */
    private boolean isSmall(Object msg) {
        return msg instanceof ByteBuf && ((ByteBuf) msg).readableBytes() < channel.config().maxBytesPerWrite();
    }

    private int writeOne(ChannelOutboundBuffer in) throws Exception {
        Object msg = in.current();
        if (msg instanceof ByteBuf) {
            return writeBytes(in, (ByteBuf) msg);
        }
        if (msg instanceof FileRegion) {
            return writeRegion(in, (FileRegion) msg);
        }
        throw new Error("unexpected message type: " + msg.getClass().getName());
    }

    private int writeRegion(ChannelOutboundBuffer in, FileRegion region) throws IOException {
        if (regions == null) {
            transmits = new TransmitFileWriter(channel);
            regions = new FileRegionWriter(channel);
        }
        // What was copied already goes ahead of what the system would read.
        if (!regions.isChunkLeft() && region.transferred() < region.count() && transmits.begin(region)) {
            return 1;
        }
        return regions.write(in, region);
    }

    private int writeBytes(ChannelOutboundBuffer in, ByteBuf buf) throws IOException {
        int index = buf.readerIndex();
        int length = (int) Math.min(buf.readableBytes(), channel.config().maxBytesPerWrite());
        if (length == 0) {
            in.remove();
            return 0;
        }
        long address = AbstractIocpNotifyChannel.addressOf(buf, index, length);
        if (address == 0) {
            WsaBufArray array = emptyArray();
            array.add(buf, index, length);
            return writeArray(in, array);
        }
        channel.counters().called(CountedCall.SEND);
        return written(in, length, channel.socket.sendAddress(address, 0, length));
    }

    private int writeMany(ChannelOutboundBuffer in) throws Exception {
        WsaBufArray array = emptyArray();
        in.forEachFlushedMessage(array);
        if (array.count() == 0) {
            // Empty buffers only.
            in.removeBytes(0);
            return 0;
        }
        return writeArray(in, array);
    }

    private WsaBufArray emptyArray() {
        WsaBufArray array = channel.bufArray();
        array.clear();
        array.maxBytes(channel.config().maxBytesPerWrite());
        return array;
    }

    private int writeArray(ChannelOutboundBuffer in, WsaBufArray array) throws IOException {
        channel.counters().called(CountedCall.WSA_SEND);
        return written(in, array.size(), channel.socket.writev(array));
    }

    private int written(ChannelOutboundBuffer in, long attempted, long sent) {
        if (sent <= 0) {
            return WRITE_STATUS_SNDBUF_FULL;
        }
        adjustLimit(attempted, sent);
        in.removeBytes(sent);
        return 1;
    }

    /** Learns how much the system takes in one call, to spare it the handling of buffers that it would hand back. */
    private void adjustLimit(long attempted, long sent) {
        long limit = channel.config().maxBytesPerWrite();
        if (attempted == sent) {
            if (attempted << 1 > limit && limit < MAX_BYTES_PER_WRITE) {
                channel.config().setMaxBytesPerWrite(attempted << 1);
            }
        } else if (attempted > MAX_BYTES_PER_GATHERING_WRITE_ATTEMPTED_LOW_THRESHOLD && sent < attempted >>> 1) {
            channel.config().setMaxBytesPerWrite(attempted >>> 1);
        }
    }

    /** Returns the message as {@link #write} takes it: itself, or a copy if its bytes have no address. */
    Object prepare(Object msg) {
        AbstractIocpNotifyChannel.ensureHeld(msg);
        if (msg instanceof ByteBuf) {
            return direct((ByteBuf) msg);
        }
        if (msg instanceof FileRegion) {
            return msg;
        }
        throw new UnsupportedOperationException(
                "unsupported message type: " + StringUtil.simpleClassName(msg) + EXPECTED_TYPES);
    }

    private ByteBuf direct(ByteBuf buf) {
        if (WsaBufArray.canHold(buf)) {
            return buf;
        }
        int length = buf.readableBytes();
        if (length == 0) {
            buf.release();
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBufAllocator allocator = channel.alloc();
        ByteBuf copy = allocator.isDirectBufferPooled() ? null : ByteBufUtil.threadLocalDirectBuffer();
        if (copy == null) {
            copy = allocator.directBuffer(length);
        }
        copy.writeBytes(buf, buf.readerIndex(), length);
        buf.release();
        return copy;
    }

    void release() {
        if (regions != null) {
            regions.release();
        }
    }

    /** The channel or its output is about to end. What was sent by then counts as sent. In the loop. */
    void settleBeforeEnd() {
        ChannelOutboundBuffer in = channel.handle().outboundBuffer();
        if (transmits == null || in == null) {
            return;
        }
        try {
            transmits.settleBeforeEnd(in);
        } catch (IOException e) {
            logger.debug("{} The last piece of a file was not sent", channel, e);
        } catch (Throwable t) {
            // The end must come all the same.
            Errors.logUnexpected(logger, "Unexpected exception while a channel ends its output", t);
        }
    }

    void close() {
        release();
        if (transmits != null) {
            transmits.release();
        }
    }
}
