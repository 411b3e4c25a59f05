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
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.AbstractIocpNotifyChannel.AbstractIocpNotifyUnsafe;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.util.UncheckedBooleanSupplier;

import java.io.IOException;
import java.nio.channels.NotYetConnectedException;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.HANGUP;

/**
 * Reads what a stream socket has received, as much in one read loop as the {@link RecvByteBufAllocator} says. Used in
 * the loop.
 * <p>
 * A read that does not fill its buffer ends the read loop without another one that would say "would block": the
 * notification is level-triggered, what comes later is told later, or found by {@link ReadAgain}.
 */
final class StreamReader {

    private final AbstractIocpNotifyStreamChannel channel;
    private final InputShutdown input;
    /** Made with the first read that receives something, unless {@link #readFirst} is called: many never do. */
    private ReadAgain again;
    /** Made when the connection first waits by an overlapped receive: many never do. */
    private OverlappedReads overlapped;
    /** Whether handlers are called that are told of what was read, or of the end. */
    private boolean isReading;

    StreamReader(AbstractIocpNotifyStreamChannel channel, InputShutdown input) {
        this.channel = channel;
        this.input = input;
    }

    void ready(IocpNotifyIoOps ops) {
        AbstractIocpNotifyUnsafe unsafe = channel.handle();
        if (ops.contains(ERR)) {
            input.errorSeen();
            if (input.isOver()) {
                if (input.isReset()) {
                    lost(unsafe);
                }
                return;
            }
            if (isReceiving()) {
                // What the receive brings came before the reset.
                overlapped.cancel();
                return;
            }
        } else if (!ops.contains(HANGUP) && !unsafe.isAskedToRead()) {
            channel.leaveUnread();
            return;
        }
        // HANGUP stays true: the end is reached even if nobody asks, one read loop for each time that it is told.
        read(unsafe, ops.contains(HANGUP));
    }

    /** To be called before the channel is registered. */
    void readFirst(ReadAgain.FirstReads firstReads) {
        again = new ReadAgain(firstReads);
    }

    boolean holdsBytes() {
        return isHolding() && !input.isOver() && channel.handle().isAskedToRead();
    }

    boolean readsAgain() {
        if (again == null) {
            return false;
        }
        if (input.isOver() || !channel.handle().isAskedToRead()) {
            again.stop();
            return false;
        }
        LoopRegistrations loop = channel.ownRegistration().loop;
        return again.isDue(again.mayGoOn(loop) && loop.readAgainRule.allowsReadAgain(again.awaitsAnswer()));
    }

    boolean receives() {
        if (input.isOver() || input.isReset() || !channel.handle().isAskedToRead()) {
            return false;
        }
        if (overlapped == null) {
            if (!OverlappedReads.isWorthIt(again)) {
                return false;
            }
            overlapped = new OverlappedReads(channel, this);
        }
        return overlapped.begin();
    }

    private boolean isReceiving() {
        return overlapped != null && overlapped.isPending();
    }

    private boolean isHolding() {
        return overlapped != null && overlapped.isHeld();
    }

    /** Allocates as for the first read of a read loop. Returns {@code null} if the buffer would be larger. */
    ByteBuf allocate(int most) {
        RecvByteBufAllocator.Handle allocHandle = channel.handle().recvBufAllocHandle();
        if (allocHandle.guess() > most) {
            return null;
        }
        allocHandle.reset(channel.config());
        return allocHandle.allocate(channel.alloc());
    }

    /** An overlapped receive has brought nothing but a Winsock code. If it is a reset, the next read tells of it. */
    void receiveFailed(int error) {
        if (Errors.isConnectionLost(error)) {
            input.resetSeen();
        }
    }

    /** The packet of an overlapped receive has come, in the loop in which it began. */
    void receiveEnded() {
        SocketRegistration registration = channel.ownRegistration();
        if (registration == null) {
            // The channel has left that loop. The next one has what came, as soon as somebody asks to read.
            return;
        }
        registration.receiveEnded();
        if (input.isOver()) {
            dropReceived();
            if (channel.isOpen() && input.isReset()) {
                lost(channel.handle());
            }
        } else if (input.isReset()) {
            read(channel.handle(), false);
        } else if (isHolding()) {
            if (channel.handle().isAskedToRead()) {
                read(channel.handle(), false);
            } else {
                channel.leaveUnread();
            }
        }
    }

    void inputShutDown() {
        if (input.isReset() && !isReading && !isReceiving()) {
            // Nothing is watched any more that would tell.
            lost(channel.handle());
        }
    }

    void beginRead() {
        SocketRegistration registration = isHolding() ? channel.ownRegistration() : null;
        if (registration != null) {
            registration.askedForHeldBytes();
        }
    }

    void stopReading() {
        if (overlapped != null) {
            overlapped.cancel();
        }
    }

    void leaveLoop() {
        if (overlapped != null) {
            overlapped.leaveLoop();
        }
    }

    void enterLoop() {
        if (input.isOver()) {
            // It may have been shut down in the very moment in which the former loop got the last packet.
            dropReceived();
        }
    }

    /** Nobody will ever read what has come. */
    void dropReceived() {
        if (overlapped != null) {
            overlapped.drop();
        }
    }

    /** The channel is being closed. Any thread. */
    void close() {
        if (overlapped != null) {
            overlapped.close();
        }
    }

    void sent() {
        if (again != null) {
            again.sent();
        }
    }

    /** The connection was reset, and nobody wants what came before that. */
    private void lost(AbstractIocpNotifyUnsafe unsafe) {
        isReading = true;
        try {
            RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
            allocHandle.reset(channel.config());
            failed(Errors.connectionReset("recv"), null, true, unsafe, allocHandle);
        } finally {
            isReading = false;
            if (channel.isOpen()) {
                // There was no memory for what the handlers were to be told, and nothing comes that would say it again.
                input.connectionLost();
            }
        }
    }

    private void read(AbstractIocpNotifyUnsafe unsafe, boolean hangup) {
        ChannelPipeline pipeline = channel.pipeline();
        RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
        allocHandle.reset(channel.config());
        ByteBuf buf = null;
        boolean end = false;
        // Whether the bytes before ended a read of NIO. It comes to the end in its next read, if there is one.
        boolean wasShort = false;
        isReading = true;
        try {
            do {
                int received;
                buf = overlapped == null ? null : overlapped.take();
                if (buf != null) {
                    received = buf.readableBytes();
                    allocHandle.attemptedBytesRead(received + buf.writableBytes());
                } else {
                    buf = allocHandle.allocate(channel.alloc());
                    allocHandle.attemptedBytesRead(buf.writableBytes());
                    received = receive(buf);
                }
                allocHandle.lastBytesRead(received);
                if (received <= 0) {
                    boolean inDoubt = input.isReset();
                    if (inDoubt && !(received < 0 && input.endsInOrder())) {
                        // What the call says is not to be trusted: a reset is never a clean end.
                        throw Errors.connectionReset("recv");
                    }
                    buf.release();
                    buf = null;
                    if (!hangup && !inDoubt && again != null && again.isInVain()) {
                        channel.counters().count(RunCounters.READ_AGAINS_IN_VAIN);
                        // No packet has said that there is something: for the handlers nothing has happened. The end
                        // is left to the packet as well, which tells whether it is a reset.
                        return;
                    }
                    end = received < 0;
                    if (end) {
                        unsafe.readPending = false;
                    }
                    break;
                }
                if (again == null) {
                    again = new ReadAgain();
                }
                again.received();
                if (overlapped != null) {
                    overlapped.received();
                }
                allocHandle.incMessagesRead(1);
                unsafe.readPending = false;
                wasShort = buf.isWritable();
                ByteBuf message = buf;
                buf = null;
                pipeline.fireChannelRead(message);
                // The handler may have closed the channel; the socket's number may be another's by now.
                // After the peer's close a short read is not the last one.
            } while (!input.isOver() && (input.isReset() || isMoreWanted(allocHandle, hangup)));
            if (input.isReset() && channel.isOpen()) {
                // A handler wants no more, and no packet comes that would tell of the reset.
                throw Errors.connectionReset("recv");
            }

            allocHandle.readComplete();
            pipeline.fireChannelReadComplete();
            if (end && (channel.isOpen() || !wasShort)) {
                input.endOfStream();
            }
        } catch (Throwable t) {
            failed(t, buf, end || hangup && unsafe.shouldStopReading(), unsafe, allocHandle);
        } finally {
            isReading = false;
            if (channel.isOpen() && unsafe.shouldStopReading()) {
                channel.stopReading();
            }
        }
    }

    /** @param afterShort whether a buffer that did not come back full is no sign that nothing is left */
    static boolean isMoreWanted(RecvByteBufAllocator.Handle allocHandle, boolean afterShort) {
        return afterShort && allocHandle instanceof RecvByteBufAllocator.ExtendedHandle ?
                ((RecvByteBufAllocator.ExtendedHandle) allocHandle).continueReading(
                        UncheckedBooleanSupplier.TRUE_SUPPLIER) : allocHandle.continueReading();
    }

    private int receive(ByteBuf buf) throws IOException {
        int length = buf.writableBytes();
        long address = AbstractIocpNotifyChannel.addressOf(buf, buf.writerIndex(), length);
        if (address == 0) {
            return receiveByCopy(buf);
        }
        channel.counters().called(CountedCall.RECV);
        int received = channel.socket.recvAddress(address, 0, length);
        if (received > 0) {
            buf.writerIndex(buf.writerIndex() + received);
        }
        return received;
    }

    /** For a buffer that the user's allocator put where the system cannot write: on the heap, or in pieces. */
    private int receiveByCopy(ByteBuf buf) throws IOException {
        ByteBuf direct = channel.alloc().directBuffer(buf.writableBytes(), buf.writableBytes());
        try {
            int received = receive(direct);
            buf.writeBytes(direct);
            return received;
        } finally {
            direct.release();
        }
    }

    /**
     * @param end whether nothing can come after it that anybody asks for. What has failed would else be tried again at
     *            once, for ever
     */
    private void failed(Throwable cause, ByteBuf buf, boolean end, AbstractIocpNotifyUnsafe unsafe,
                        RecvByteBufAllocator.Handle allocHandle) {
        ChannelPipeline pipeline = channel.pipeline();
        if (buf != null) {
            if (buf.isReadable()) {
                unsafe.readPending = false;
                pipeline.fireChannelRead(buf);
            } else {
                buf.release();
            }
        }
        allocHandle.readComplete();
        pipeline.fireChannelReadComplete();
        pipeline.fireExceptionCaught(cause);

        if (cause instanceof IOException || cause instanceof NotYetConnectedException || input.isReset()) {
            // The second is what a connection says that was there and is not any more.
            input.connectionLost();
        } else if (end || cause instanceof OutOfMemoryError || NettyRelease.isAllocationProhibited(cause)) {
            // Nothing can be read now or, without memory, at all: as at the end of the stream.
            input.endOfStream();
        }
    }
}
