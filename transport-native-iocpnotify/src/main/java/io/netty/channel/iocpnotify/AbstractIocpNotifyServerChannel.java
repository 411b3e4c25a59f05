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

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;

/**
 * A channel on a listening socket. It accepts when it is notified, or by {@link OverlappedAccepts}. Used in the loop.
 * <p>
 * A connection that was reset while it waited is no failure of the listener: it is passed over. When the process has no
 * more sockets the connections go on waiting, so the event would come again at once: accepting pauses.
 */
abstract class AbstractIocpNotifyServerChannel extends AbstractIocpNotifyChannel implements ServerChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(AbstractIocpNotifyServerChannel.class);

    /** As long as {@link io.netty.bootstrap.ServerBootstrap} stops reading after a failed accept. */
    private static final long PAUSE_MILLIS = 1000;

    private final OverlappedAccepts accepts = new OverlappedAccepts(this);
    private final byte[] remoteAddress = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
    /** While accepting pauses, since it has failed and nobody reacted; else {@code null}. */
    private Future<?> endOfPause;
    /** {@code null} until it was asked. */
    private Boolean acceptsDirectStreams;

    AbstractIocpNotifyServerChannel(WinSocket socket, boolean active) {
        super(null, socket, active, null);
    }

    @Override
    protected AbstractIocpNotifyUnsafe newUnsafe() {
        return new IocpNotifyServerUnsafe();
    }

    // ---- accepting

    /** How many {@code AcceptEx} shall be outstanding while somebody reads; 0 to accept when notified. */
    int outstandingAccepts() {
        return 0;
    }

    @Override
    final void beginReading() {
        handle().readPending = true;
        beginAccepting();
    }

    final void beginAccepting() {
        if (accepts.begin()) {
            unwant(IN_HANGUP);
        } else {
            want(IN_HANGUP);
        }
    }

    private void accept(IocpNotifyIoOps ops) {
        RecvByteBufAllocator.Handle allocHandle = handle().recvBufAllocHandle();
        allocHandle.reset(config());
        Throwable failure = null;
        try {
            boolean any = accept(allocHandle);
            if (!any && ops.contains(ERR)) {
                // Would come again and again.
                failure = new IOException("the listening socket reports an error: " + socket.getSoError());
            }
        } catch (Throwable t) {
            failure = t;
        }
        allocHandle.readComplete();
        pipeline().fireChannelReadComplete();
        if (failure != null && isOpen()) {
            acceptFailed(failure);
        }
        if (isOpen() && handle().shouldStopReading()) {
            stopReading();
        }
    }

    private boolean accept(RecvByteBufAllocator.Handle allocHandle) throws IOException {
        boolean any = false;
        do {
            counters().called(CountedCall.ACCEPT);
            long handle = socket.accept(remoteAddress);
            if (handle == WinSocket.ACCEPT_NONE) {
                break;
            }
            any = true;
            if (handle == WinSocket.ACCEPT_ABORTED) {
                counters().count(RunCounters.SKIPPED_ACCEPTS);
            } else {
                deliver(handle, null, remoteAddress);
            }
            // A reset connection is counted too, else a flood of them would keep the loop here. This may be a user's
            // code, so the connection must belong to somebody by now.
            allocHandle.incMessagesRead(1);
            // The handler may have closed the channel.
        } while (isOpen() && allocHandle.continueReading());
        return any;
    }

    /** Accepting has failed, not one connection only. */
    final void acceptFailed(Throwable cause) {
        try {
            pipeline().fireExceptionCaught(cause);
            pauseIfNobodyReacted();
        } catch (Throwable t) {
            if (isOpen()) {
                // There is no memory for the pause, and no AcceptEx may be left: nothing else would bring us back.
                want(IN_HANGUP);
            }
            throw t;
        }
    }

    private void pauseIfNobodyReacted() {
        if (!isOpen() || handle().shouldStopReading()) {
            // ServerBootstrap reacts: it switches auto-read off for a second.
            return;
        }
        if (endOfPause == null) {
            // First: a listener that nobody will arm again is deaf.
            endOfPause = eventLoop().schedule(() -> {
                endOfPause = null;
                if (isOpen() && !handle().shouldStopReading()) {
                    beginAccepting();
                }
            }, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        // Also if a read() during the pause has tried in vain.
        unwant(IN_HANGUP);
    }

    private void endPause() {
        if (endOfPause != null) {
            endOfPause.cancel(false);
            endOfPause = null;
        }
    }

    // ---- connections

    /** The channel owns {@code socket} if this returns. An address not told or not of the internet is {@code null}. */
    abstract Channel newChildChannel(WinSocket socket, InetSocketAddress localAddress,
                                     InetSocketAddress remoteAddress) throws Exception;

    /**
     * Gives an accepted connection to the handlers. Whatever is thrown, somebody has it from now on or it is closed.
     * The addresses are as {@link SocketAddresses#decode(byte[])} takes them; the local one may be {@code null}.
     */
    final void deliver(long handle, byte[] localAddress, byte[] remoteAddress) {
        Channel child;
        try {
            // AcceptEx tells the address. Its socket is not made by the provider of the listener.
            boolean direct = localAddress == null && acceptsDirectStreams();
            child = newChildChannel(new WinSocket(handle, socket.isIpv6(), direct),
                    localAddress == null ? null : SocketAddresses.decode(localAddress),
                    SocketAddresses.decode(remoteAddress));
        } catch (Throwable t) {
            closeAccepted(handle);
            Errors.logThrown(logger, "{} failed to make a channel of an accepted connection, which is closed", this, t);
            return;
        }
        handle().readPending = false;
        pipeline().fireChannelRead(child);
    }

    /** Whether {@code accept} makes direct streams, as the listener is one. */
    private boolean acceptsDirectStreams() {
        if (acceptsDirectStreams == null) {
            acceptsDirectStreams = "afd".equals(Availability.provider()) &&
                    NativeSocket.isDirect(NativeSocket.protocolInfo(socket.handle()));
        }
        return acceptsDirectStreams;
    }

    /** Closes a connection that no channel was made of. Any thread. */
    static void closeAccepted(long handle) {
        int result = NativeSocket.close(handle);
        if (result < 0) {
            logger.warn("Failed to close an accepted socket", Errors.newIOException("closesocket", result));
        }
    }

    // ---- the end

    @Override
    final void abandonWork() {
        endPause();
        accepts.closeHeld();
    }

    @Override
    final void leaveLoop() {
        // The next loop is none the worse for an attempt before the pause is over.
        endPause();
        accepts.leave();
    }

    // ---- what a listener cannot do

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        throw new UnsupportedOperationException("a server channel cannot be written to");
    }

    @Override
    protected Object filterOutboundMessage(Object msg) throws Exception {
        throw new UnsupportedOperationException("a server channel cannot be written to");
    }

    private final class IocpNotifyServerUnsafe extends AbstractIocpNotifyUnsafe {

        @Override
        public void connect(SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("a server channel cannot connect"));
        }

        @Override
        void ready(IocpNotifyIoOps ops) {
            if (isOpen()) {
                accept(ops);
            }
        }
    }
}
