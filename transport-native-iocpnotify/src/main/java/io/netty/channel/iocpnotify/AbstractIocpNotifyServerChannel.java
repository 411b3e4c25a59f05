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
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ServerChannel;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;

/**
 * A channel on a listening socket, whose messages are the channels of the connections that it accepts.
 */
abstract class AbstractIocpNotifyServerChannel extends AbstractIocpNotifyChannel implements ServerChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(AbstractIocpNotifyServerChannel.class);

    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

    private final AcceptReader reader = new AcceptReader(this);
    private final OverlappedAccepts accepts = new OverlappedAccepts(this);
    /** {@code null} until it was asked. Belongs to the loop. */
    private Boolean acceptsDirectStreams;

    AbstractIocpNotifyServerChannel(WinSocket socket, boolean active) {
        super(null, socket, active, null);
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    /**
     * Makes the channel of an accepted connection, which owns {@code socket} when this returns normally.
     *
     * @param localAddress this side, {@code null} if the accept did not tell
     * @param remoteAddress the peer, {@code null} if it is no internet address
     */
    abstract Channel newChildChannel(WinSocket socket, InetSocketAddress localAddress,
                                     InetSocketAddress remoteAddress) throws Exception;

    /**
     * Gives an accepted connection to the handlers. If no channel can be made of it, it is closed. In the loop.
     *
     * @param handle the accepted socket, owned from now on: whatever is thrown, somebody has it or it is closed
     * @param localAddress this side, see {@link SocketAddresses#decode(byte[])}; {@code null} if it is not known
     * @param remoteAddress the peer, likewise
     */
    final void deliver(long handle, byte[] localAddress, byte[] remoteAddress) {
        Channel child = newChild(handle, localAddress, remoteAddress);
        if (child != null) {
            serverUnsafe().readPending = false;
            pipeline().fireChannelRead(child);
        }
    }

    /** As {@link #newChildChannel}; if that fails, closes the connection and returns {@code null}. In the loop. */
    final Channel newChild(long handle, byte[] localAddress, byte[] remoteAddress) {
        try {
            // AcceptEx tells the address. Its socket is not made by the provider of the listener.
            boolean direct = localAddress == null && acceptsDirectStreams();
            return newChildChannel(new WinSocket(handle, socket.isIpv6(), direct),
                    localAddress == null ? null : SocketAddresses.decode(localAddress),
                    SocketAddresses.decode(remoteAddress));
        } catch (Throwable t) {
            closeAccepted(handle);
            Errors.logThrown(logger, "{} failed to make a channel of an accepted connection, which is closed", this, t);
            return null;
        }
    }

    /** Whether {@code accept} makes direct streams, as the listener is one. */
    private boolean acceptsDirectStreams() {
        if (acceptsDirectStreams == null) {
            acceptsDirectStreams = "afd".equals(Availability.provider()) &&
                    NativeSocket.isDirectStream(socket.handle()) > 0;
        }
        return acceptsDirectStreams;
    }

    /** Closes a connection that no channel was made of. */
    static void closeAccepted(long handle) {
        int result = NativeSocket.close(handle);
        if (result < 0) {
            logger.warn("Failed to close an accepted socket", Errors.newIOException("closesocket", result));
        }
    }

    @Override
    protected AbstractIocpNotifyUnsafe newUnsafe() {
        return new IocpNotifyServerUnsafe();
    }

    /** How many {@code AcceptEx} shall be outstanding while somebody reads; 0 to accept when notified. */
    int outstandingAccepts() {
        return 0;
    }

    @Override
    final void beginReading() {
        serverUnsafe().readPending = true;
        beginAccepting();
    }

    /** Somebody reads. In the loop. */
    final void beginAccepting() {
        if (accepts.begin()) {
            unwant(IN_HANGUP);
        } else {
            want(IN_HANGUP);
        }
    }

    /** Accepting has failed, not one connection only. In the loop. */
    final void acceptFailed(Throwable cause) {
        boolean success = false;
        try {
            reader.failed(cause);
            success = true;
        } finally {
            if (!success && isOpen()) {
                // There is no memory for the pause, and no AcceptEx is left: nothing else would bring us back.
                want(IN_HANGUP);
            }
        }
    }

    /** A connection was reset before it was accepted. In the loop. */
    final void acceptSkipped() {
        counters().acceptSkipped();
    }

    final AbstractIocpNotifyUnsafe serverUnsafe() {
        return (AbstractIocpNotifyUnsafe) unsafe();
    }

    @Override
    final void abandonWork() {
        reader.abandon();
        accepts.abandon();
    }

    @Override
    final void leaveLoop() {
        reader.leaveLoop();
        accepts.leave();
    }

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
                reader.ready(ops);
            }
        }
    }
}
