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

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AlreadyBoundException;
import java.util.concurrent.RejectedExecutionException;

/**
 * The life of a channel on a Winsock socket: open, active between its two addresses, closed. It also has the way to its
 * loop. What the channel waits for there is the business of its subclass.
 */
abstract class AbstractWinSocketChannel extends AbstractChannel {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(AbstractWinSocketChannel.class);

    final WinSocket socket;
    final ChannelPlace place;

    /**
     * Caches. Written by the loop, {@code local} also by any thread that asks first. All of them write the same, except
     * {@link #keepLocalAddress}. After that call either of two answers is right.
     */
    volatile SocketAddress local;
    volatile SocketAddress remote;

    /**
     * The last registration with a loop that had to wait; it may be over. {@code null} if none had to. Written where
     * AbstractChannel begins it, read in the loop that the channel is to enter by then: volatile orders the two.
     */
    volatile ChannelFuture arrival;

    AbstractWinSocketChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent);
        this.socket = ObjectUtil.checkNotNull(socket, "socket");
        this.remote = remote;
        place = new ChannelPlace(this, active);
    }

    // ---- life

    @Override
    public final boolean isOpen() {
        return place.isOpen();
    }

    @Override
    public boolean isActive() {
        return place.isActive();
    }

    void becomeActive(SocketAddress remote) {
        // First: who sees the channel active must find its peer.
        this.remote = remote;
        place.becomeActive();
    }

    /** See {@link ChannelPlace#close}. */
    final boolean closeHere(boolean andSocket) throws IOException {
        try {
            // After the close, in channelInactive() for instance, a caller sees what was known before.
            keepLocalAddress();
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} could not note its local address", this, t);
        }
        return place.close(andSocket);
    }

    /** Closes what another thread has left to this loop, if it has. In that loop, or elsewhere for nothing. */
    final void closeLeft() {
        if (place.isLeftToThisLoop()) {
            try {
                doClose();
            } catch (Exception e) {
                logger.warn("{} Failed to close the socket", this, e);
            }
        }
    }

    /** Fails and frees what is under way. Called once, in the loop if there is one. */
    abstract void abandonWork();

    @Override
    protected void doClose() throws Exception {
        closeHere(true);
    }

    @Override
    protected void doDisconnect() throws Exception {
        doClose();
    }

    // ---- the way into a loop, and out of it

    @Override
    public ChannelFuture deregister() {
        return deregister(newPromise());
    }

    /**
     * Takes the channel out of its loop. A channel that is still on its way there arrives first. AbstractUnsafe would
     * say at once that it is deregistered, and do nothing. In Netty 4.2.0 that method is final.
     */
    @Override
    public ChannelFuture deregister(ChannelPromise promise) {
        if (isRegistered()) {
            return pipeline().deregister(promise);
        }
        inLoop(promise, () -> {
            ChannelFuture arrival = this.arrival;
            if (arrival == null) {
                deregisterNow(promise);
            } else {
                arrival.addListener(arrived -> deregisterNow(promise));
            }
        });
        return promise;
    }

    private void deregisterNow(ChannelPromise promise) {
        try {
            pipeline().deregister(promise);
        } catch (Throwable t) {
            // Such as that of another channel: the caller has gone by now.
            promise.tryFailure(t);
        }
    }

    // ---- the socket in the loop

    /** {@code null} if there is none. In the loop. */
    final SocketRegistration ownRegistration() {
        return place.ownRegistration();
    }

    /** Those of the thread that runs the loop. In the loop. */
    final RunCounters counters() {
        SocketRegistration registration = ownRegistration();
        return registration == null ? RunCounters.NOBODYS : registration.loop.counters;
    }

    /** In the loop. */
    final OverlappedSocket overlapped() {
        return place.overlapped();
    }

    /**
     * Runs {@code task} in the loop, at once if this is it. A channel that changes its loop first takes the task along.
     * {@code promise} fails if the loop takes no task.
     */
    final void inLoop(ChannelPromise promise, Runnable task) {
        EventLoop loop = eventLoop();
        if (loop.inEventLoop()) {
            task.run();
            return;
        }
        try {
            loop.execute(() -> inLoop(promise, task));
        } catch (RejectedExecutionException e) {
            promise.tryFailure(e);
        }
    }

    // ---- addresses

    @Override
    protected final SocketAddress localAddress0() {
        SocketAddress local = this.local;
        if (local == null && place.isActive()) {
            // Not asked for before somebody wants to know: most connections are never asked. Before the connection is
            // there the system's answer would not be final.
            SocketAddress asked = askLocalAddress();
            // A channel that is closed by now may have asked for the address of the next socket with its number.
            if (place.isActive()) {
                this.local = local = asked;
            }
        }
        return local;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return remote;
    }

    /** For those who look after the close, which comes next. In the loop if there is one. */
    void keepLocalAddress() {
        localAddress0();
    }

    SocketAddress askLocalAddress() {
        return socket.localAddress();
    }

    /** Refuses a second address, as the system would, which does not say why. In the loop. */
    void ensureUnbound() {
        if (place.isActive() || local != null) {
            throw new AlreadyBoundException();
        }
    }
}
