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
import io.netty.channel.Channel;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.iocpnotify.winsock.WsaBufArray;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCountUtil;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.NONE;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/** A channel in its loop. It sees the loop as an {@link IoRegistration} only, so it runs on every loop that has one. */
abstract class AbstractIocpNotifyChannel extends AbstractWinSocketChannel {

    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

    // Belongs to the loop.

    private IocpNotifyIoOps wanted = NONE;
    /** What the channel hears of even if it does not want it, as long as it is active. */
    private IocpNotifyIoOps watched = NONE;
    /** What the registration knows of both. */
    private IocpNotifyIoOps submitted = NONE;

    /** Whether read() was called since the registration under way began. It is done when the channel has arrived. */
    private boolean readOnArrival;

    AbstractIocpNotifyChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent, socket, active, remote);
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public abstract IocpNotifyChannelConfig<?> config();

    @Override
    protected abstract AbstractIocpNotifyUnsafe newUnsafe();

    final AbstractIocpNotifyUnsafe handle() {
        return (AbstractIocpNotifyUnsafe) unsafe();
    }

    @Override
    final void becomeActive(SocketAddress remote) {
        super.becomeActive(remote);
        submit();
    }

    /** A message that was released must fail its own write, and not what is flushed with it. */
    static void ensureHeld(Object msg) {
        if (ReferenceCountUtil.refCnt(msg) == 0) {
            throw new IllegalReferenceCountException(0);
        }
    }

    /** The address of bytes of a buffer; 0 if it has none, on the heap or in pieces. */
    static long addressOf(ByteBuf buf, int index, int length) {
        if (buf.hasMemoryAddress()) {
            return buf.memoryAddress() + index;
        }
        if (!buf.isDirect() || buf.nioBufferCount() != 1) {
            return 0;
        }
        ByteBuffer part = buf.internalNioBuffer(index, length);
        long address = NativePort.directAddress(part);
        return address == 0 ? 0 : address + part.position();
    }

    // ---- the loop

    @Override
    protected final boolean isCompatible(EventLoop loop) {
        // The refusal of AbstractChannel names the loop's class only, that of doRegister says more. So a new channel is
        // let through. doRegister closes the channel, so one that was in a loop before is refused here.
        return ChannelArrival.isCompatible(loop) || !place.hasMoved();
    }

    @Override
    protected final void doRegister(ChannelPromise promise) {
        // Else it is to enter another loop by now, which has begun that registration itself.
        if (eventLoop().inEventLoop()) {
            readOnArrival = false;
        }
        try {
            new ChannelArrival(this, promise).begin();
        } catch (Throwable t) {
            // AbstractChannel waits for the promise, and does not look at what is thrown.
            promise.tryFailure(t);
        }
        if (!isRegistered()) {
            arrival = promise;
        }
    }

    /** The channel is in a loop, and about to say so. In that loop. */
    final void arrived() {
        // A read() that was pending when the channel left its last loop is forgotten, a blocked write is not.
        handle().readPending = false;
        wanted = wanted.without(IN_HANGUP);
        watched = watchedUnasked();
        submitted = NONE;
        submit();
    }

    final void readIfAsked() {
        if (readOnArrival) {
            handle().beginRead();
        }
    }

    @Override
    protected final void doDeregister() throws Exception {
        try {
            deregister0();
        } catch (Throwable t) {
            leaveFailed(t);
        }
    }

    /** Closes a channel that cannot leave: Netty says that it has left, so any loop may take it now. In the loop. */
    private void leaveFailed(Throwable cause) {
        boolean wasActive = isActive();
        try {
            // First, and here whatever SO_LINGER says: a close by another thread ends as a task of the loop.
            unsafe().closeForcibly();
            pipeline().fireExceptionCaught(cause);
        } finally {
            unsafe().close(voidPromise());
            if (wasActive) {
                pipeline().fireChannelInactive();
            }
        }
    }

    private void deregister0() throws Exception {
        closeLeft();
        if (place.registration() == null) {
            leaveClosed();
            return;
        }
        ChannelOutboundBuffer outbound = unsafe().outboundBuffer();
        if (isActive() && outbound != null && !outbound.isEmpty()) {
            // Maybe this loop would have gone on with it unasked. The next one is told that there is room.
            wanted = wanted.with(OUT);
        }
        leaveLoop();
        place.leave(eventLoop());
    }

    /** The channel is closed. In the loop. */
    void leaveClosed() { }

    /** Takes back what is scheduled here, and cancels the overlapped operations that must not go on. In the loop. */
    void leaveLoop() { }

    /** In the loop, the first or the next. */
    void enterLoop() { }

    /** The packet of an overlapped operation has come, in the loop that the operation began in. */
    void packetCame() { }

    /** For tasks: one may run when the channel has left the loop, at the same time as the next loop runs. */
    final boolean isInOwnLoop() {
        return isRegistered() && eventLoop().inEventLoop();
    }

    /** Of the loop; to be emptied first. In the loop. */
    final WsaBufArray bufArray() {
        return ownRegistration().loop.bufArray();
    }

    // ---- interest; all in the loop

    final boolean wants(IocpNotifyIoOps ops) {
        return wanted.contains(ops);
    }

    final void want(IocpNotifyIoOps ops) {
        wanted = wanted.with(ops);
        submit();
    }

    final void unwant(IocpNotifyIoOps ops) {
        wanted = wanted.without(ops);
        submit();
    }

    final void watch(IocpNotifyIoOps ops) {
        watched = ops;
        submit();
    }

    IocpNotifyIoOps watchedUnasked() {
        return NONE;
    }

    private void submit() {
        // A socket that is not connected (for UDP: bound) has nothing to read, but reading may be wanted already.
        IocpNotifyIoOps now = place.isActive() ? wanted.with(watched) : wanted.without(IN_HANGUP);
        IoRegistration registration = place.registration();
        if (registration != null && !now.equals(submitted)) {
            submitted = now;
            registration.submit(now);
        }
    }

    @Override
    protected final void doBeginRead() throws Exception {
        boolean onTheWay = place.registration() == null;
        // The last loop may still use what a read needs. With auto-read on, a channel that arrives reads unasked.
        readOnArrival = onTheWay && !config().isAutoRead();
        if (!onTheWay) {
            beginReading();
        }
    }

    /** In the loop. */
    void beginReading() {
        handle().readPending = true;
        want(IN_HANGUP);
    }

    /** In the loop. */
    final void stopReading() {
        handle().readPending = false;
        unwant(IN_HANGUP);
        readingStopped();
    }

    /** In the loop. */
    void readingStopped() { }

    /** Any thread. */
    final void autoReadCleared() {
        if (!isRegistered()) {
            // What was pending does not survive the next registration. On the way nothing is kept for auto-read.
            return;
        }
        EventLoop loop = eventLoop();
        if (loop.inEventLoop()) {
            stopReading();
            return;
        }
        loop.execute(() -> {
            // With it goes the read() that is pending: it was auto-read's, which calls for the next message before that
            // comes. Not if it is on again: the task may be late.
            if (isInOwnLoop() && !config().isAutoRead()) {
                stopReading();
            }
        });
    }

    // ---- events

    abstract class AbstractIocpNotifyUnsafe extends AbstractUnsafe implements ChannelHandle {

        /** Whether read() was called since the last message was read. In the loop. */
        boolean readPending;

        /** {@code null} before its first use. A channel that has left this loop is flushed by its next one. */
        private Runnable flushTask;

        @Override
        public final long socket() {
            return socket.handle();
        }

        @Override
        public final void close() {
            close(voidPromise());
            // That did nothing if another loop had closed the channel, and left the rest to this one.
            closeLeft();
        }

        @Override
        public final String toString() {
            return AbstractIocpNotifyChannel.this.toString();
        }

        @Override
        public final void closeInEndingLoop() {
            boolean wasActive = isActive();
            close();
            if (!lingers()) {
                leaveEndingLoop(wasActive, false);
            }
        }

        /** Whether another thread is about to close the socket, and the loop has the rest to do after it. */
        boolean lingers() {
            return false;
        }

        /** @param takesTasks whether the loop, which ends, still runs what is submitted from within it */
        final void leaveEndingLoop(boolean wasActive, boolean takesTasks) {
            if (!isRegistered()) {
                return;
            }
            if (wasActive) {
                pipeline().fireChannelInactive();
            }
            if (takesTasks) {
                deregister(voidPromise());
            } else {
                // AbstractChannel would do it in a task.
                pipeline().fireChannelUnregistered();
            }
        }

        @Override
        public final void handle(IoRegistration ignored, IoEvent event) {
            if (!isOpen()) {
                // Another thread has closed the channel and left the rest to this loop, which has not come to it.
                closeLeft();
                return;
            }
            IocpNotifyIoHandle.Event ioEvent = (IocpNotifyIoHandle.Event) event;
            Throwable failure = ioEvent.failure();
            if (failure != null) {
                failed(failure);
            } else {
                ready(ioEvent.ops());
            }
        }

        private void failed(Throwable cause) {
            if (!failPending(cause)) {
                pipeline().fireExceptionCaught(cause);
            }
            close();
        }

        /** Returns {@code false} if nothing waits for an event. */
        boolean failPending(Throwable cause) {
            return false;
        }

        @Override
        public final boolean isDirectStream() {
            return socket.isDirectStream;
        }

        /** Does what the socket is ready for. {@code ops} hold of what is wanted only what is wanted, and ERR. */
        abstract void ready(IocpNotifyIoOps ops);

        final boolean shouldStopReading() {
            // read() may have been called by channelRead() or channelReadComplete(): then the next event is asked for.
            return !readPending && !config().isAutoRead();
        }

        @Override
        public final boolean isAskedToRead() {
            return wants(IN) && !shouldStopReading();
        }

        /** Whether what was written must wait, since what waits ahead of it is with the system. */
        boolean isFlushHeldBack() {
            return false;
        }

        @Override
        protected final void flush0() {
            if (isFlushHeldBack()) {
                return;
            }
            if (isActive() && place.registration() == null) {
                // On the way from one loop to another: done when the next one says that there is room.
                want(OUT);
                return;
            }
            // While the system takes no more, the event flushes: every attempt before it would be a call for nothing.
            if (!isActive() || !wants(OUT)) {
                super.flush0();
            }
        }

        /** Goes on when others have had a turn. The system would take more, so OUT would hold at once. */
        final void flushLater() {
            if (flushTask == null) {
                flushTask = () -> {
                    if (isInOwnLoop()) {
                        flush0();
                    }
                };
            }
            unwant(OUT);
            try {
                eventLoop().execute(flushTask);
            } catch (RejectedExecutionException e) {
                // There is no room for the task. The event that the system takes more comes all the same.
                want(OUT);
            }
        }

        final void writeReady() {
            super.flush0();
            if (isOpen() && (outboundBuffer() == null || outboundBuffer().isEmpty())) {
                // What waited was given up meanwhile, so nobody came by who would have cleared it.
                unwant(OUT);
            }
        }

        final Throwable annotate(Throwable cause, SocketAddress remoteAddress) {
            return annotateConnectException(cause, remoteAddress);
        }

        final boolean isOpenElseFail(ChannelPromise promise) {
            return ensureOpen(promise);
        }

        final void closeIfNotOpen() {
            closeIfClosed();
        }
    }
}
