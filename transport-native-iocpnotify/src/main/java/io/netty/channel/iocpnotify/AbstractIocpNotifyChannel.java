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
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.RejectedExecutionException;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.NONE;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * The life of a channel on a Winsock socket: its place in a loop, what it wants to hear of there, its addresses, its
 * end. What it does with the bytes is the business of others.
 * <p>
 * A channel sees its loop as an {@link IoRegistration} only, so it runs on every loop that has one.
 */
abstract class AbstractIocpNotifyChannel extends AbstractChannel {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(AbstractIocpNotifyChannel.class);

    private enum Life {
        /** Not connected, not listening; one for UDP: not bound. */
        IDLE,
        /** Connected or listening; one for UDP: bound. */
        ACTIVE,
        /** Closed, or about to be: no call on the socket may follow. */
        CLOSED
    }

    final WinSocket socket;

    /**
     * Changed by the loop; by any thread while the channel is in none. Read by any thread. Changed with the lock of
     * {@link #socket} only, and so is the registration put here: the loop that the channel has left may be closing it
     * while the next one takes it in.
     */
    private volatile Life life;

    /**
     * Caches. Written by the loop, {@code local} also by any thread that asks first: all of them write the same.
     */
    private volatile SocketAddress local;
    private volatile SocketAddress remote;

    /**
     * The registration that the channel took back, while it is on the way from loop to loop. Written by the loop that
     * it left and by the one that it has entered, read by the latter and by whoever closes it on the way.
     */
    private volatile SocketRegistration former;

    /** Done when the loop that the channel left has nothing to do with its socket any more. As {@link #former}. */
    private volatile Future<Void> departure;

    /** The loop that the channel left. As {@link #former}. */
    private volatile EventLoop formerLoop;

    /** Whether the channel has ever left a loop. Written by that loop, read by any thread. */
    private volatile boolean moved;

    /** Belongs to the loop, which puts it here with the lock of {@link #socket}; who closes takes it with that lock. */
    private IoRegistration registration;

    // The rest belongs to the loop.

    /** Made when it is first asked for. Whoever closes the channel on the way from loop to loop finds it by {@link
     *  #former}, which is written after it. */
    private OverlappedSocket overlapped;

    /** What the channel waits for, and what of it the registration knows. */
    private IocpNotifyIoOps wanted = NONE;
    private IocpNotifyIoOps submitted = NONE;

    /** What the channel hears of even if it does not wait for it, as long as it is active. */
    private IocpNotifyIoOps watched = NONE;

    /**
     * @param active whether the socket is connected or listening
     * @param remote the peer, if it is known
     */
    AbstractIocpNotifyChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent);
        this.socket = ObjectUtil.checkNotNull(socket, "socket");
        this.remote = remote;
        life = active ? Life.ACTIVE : Life.IDLE;
    }

    @Override
    public abstract IocpNotifyChannelConfig config();

    @Override
    protected abstract AbstractIocpNotifyUnsafe newUnsafe();

    private AbstractIocpNotifyUnsafe ioUnsafe() {
        return (AbstractIocpNotifyUnsafe) unsafe();
    }

    // ---- life

    @Override
    public final boolean isOpen() {
        return life != Life.CLOSED;
    }

    @Override
    public boolean isActive() {
        return life == Life.ACTIVE;
    }

    /** The socket is connected or listens from now on. In the loop. */
    final void becomeActive(SocketAddress remote) {
        assert life != Life.ACTIVE;
        // First: who sees the channel active must find its peer.
        this.remote = remote;
        synchronized (socket) {
            if (life != Life.CLOSED) {
                life = Life.ACTIVE;
            }
        }
        submit();
    }

    /**
     * Checks that the socket has no address yet: the system would refuse a second one, but not say why. In the loop.
     *
     * @throws AlreadyBoundException if a bind, or a connect, has given it one
     */
    void ensureUnbound() {
        if (life == Life.ACTIVE || local != null) {
            throw new AlreadyBoundException();
        }
    }

    /**
     * Checks that a message may be written: one that was released must fail its own write, and not what is flushed
     * with it.
     */
    static void ensureHeld(Object msg) {
        if (ReferenceCountUtil.refCnt(msg) == 0) {
            throw new IllegalReferenceCountException(0);
        }
    }

    /** Notes the peer of a socket that may change it: one for UDP. {@code null} if it has none. In the loop. */
    final void changeRemote(SocketAddress remote) {
        this.remote = remote;
    }

    /**
     * Gives up everything but the socket: from here on the channel gets no event and uses the socket no more, so any
     * thread may close it. In the loop, or in any thread while the channel is in none.
     *
     * @return {@code false} if another loop has taken in the channel while the one that it has left was about to close
     *         it: that may be using the socket this moment, and does the rest
     */
    final boolean prepareForClose() {
        // Whoever looks after the close, in channelInactive() for one, sees it as before.
        localAddress0();
        SocketRegistration former;
        Future<Void> departure;
        IoRegistration registration;
        synchronized (socket) {
            registration = this.registration;
            if (registration != null && !ownOf(registration).isInLoop()) {
                life = Life.CLOSED;
                leaveToLoopOf(ownOf(registration));
                return false;
            }
            if (life == Life.CLOSED) {
                return true;
            }
            life = Life.CLOSED;
            this.registration = null;
            former = this.former;
            this.former = null;
            departure = this.departure;
        }
        if (former != null) {
            // Closed on the way from one loop to another: the REMOVE packet is not waited for any more.
            former.closing();
            if (overlapped != null && !departure.isDone()) {
                overlapped.cancelAll();
            }
        }
        if (registration != null) {
            giveUp(registration);
        }
        abandonWork();
        return true;
    }

    /** In the loop of the registration. */
    private void giveUp(IoRegistration registration) {
        if (overlapped != null) {
            overlapped.closing();
        }
        ownOf(registration).closing();
        // No REMOVE any more; it is how the loop counts its registrations.
        registration.cancel();
    }

    private void leaveToLoopOf(SocketRegistration registration) {
        try {
            registration.execute(this::closeLeft);
        } catch (RejectedExecutionException ignored) {
            // It is ending, and closes what it still has: the same.
        }
    }

    /** Closes what another loop has left to this one, in which the channel is. */
    private void closeLeft() {
        IoRegistration left = null;
        synchronized (socket) {
            // Who has left it may come by here as well.
            if (life == Life.CLOSED && registration != null && ownOf(registration).isInLoop()) {
                left = registration;
                registration = null;
            }
        }
        if (left == null) {
            return;
        }
        giveUp(left);
        abandonWork();
        try {
            socket.close();
        } catch (IOException e) {
            logger.warn("{} Failed to close the socket", this, e);
        }
    }

    /** The channel is being closed: fails and frees what is under way. Called once, in the loop if there is one. */
    abstract void abandonWork();

    @Override
    protected void doClose() throws Exception {
        if (prepareForClose()) {
            socket.close();
        }
    }

    @Override
    protected void doDisconnect() throws Exception {
        doClose();
    }

    // ---- the loop

    @Override
    protected final boolean isCompatible(EventLoop loop) {
        // The refusal of AbstractChannel names the loop's class only. A channel that is new is let through, to be
        // refused by doRegister, which knows more to say; one that has lived elsewhere would be closed by that.
        return LoopCheck.isCompatible(loop, AbstractIocpNotifyUnsafe.class) || !moved;
    }

    @Override
    protected final void doRegister(ChannelPromise promise) {
        try {
            registerAfterDeparture(promise);
        } catch (Throwable t) {
            // AbstractChannel waits for the promise, and does not look at what is thrown.
            promise.tryFailure(t);
        }
    }

    private void registerAfterDeparture(final ChannelPromise promise) {
        if (!LoopCheck.isCompatible(eventLoop(), AbstractIocpNotifyUnsafe.class)) {
            promise.setFailure(LoopCheck.refusal(eventLoop(), this));
            return;
        }
        Future<Void> departure = this.departure;
        if (departure == null || departure.isDone()) {
            register(promise);
            return;
        }
        // A socket belongs to one port at a time: the next may be asked once the last has let go.
        departure.addListener(new FutureListener<Void>() {
            @Override
            public void operationComplete(Future<Void> future) {
                try {
                    eventLoop().execute(new Runnable() {
                        @Override
                        public void run() {
                            try {
                                register(promise);
                            } catch (Throwable t) {
                                promise.tryFailure(t);
                            }
                        }
                    });
                } catch (Throwable t) {
                    // The next loop has ended meanwhile.
                    closeWithoutLoop();
                    promise.setFailure(t);
                }
            }
        });
    }

    /** Closes the channel, which is in no loop, and whose next one has ended. */
    private void closeWithoutLoop() {
        EventLoop last = formerLoop;
        // First: a socket that lingers would be closed by another thread, and the rest be left to the loop.
        unsafe().closeForcibly();
        if (last != null) {
            // A closed channel is not registered, but belongs to that loop again, where this runs: it can notify those
            // who wait for the channel.
            formerLoop = null;
            unsafe().register(last, newPromise());
        }
        unsafe().close(voidPromise());
    }

    private void register(final ChannelPromise promise) {
        if (!isOpen()) {
            promise.setFailure(new ClosedChannelException());
            return;
        }
        Throwable abandonment = overlapped == null ? null : overlapped.abandonment();
        if (abandonment != null) {
            // What it has written hangs on a packet that never comes. AbstractChannel closes it, but fails no write.
            ioUnsafe().close();
            promise.setFailure(abandonment);
            return;
        }
        // Made first: nobody ends a registration that nobody has heard of.
        FutureListener<IoRegistration> listener = new FutureListener<IoRegistration>() {
            @Override
            public void operationComplete(Future<IoRegistration> future) {
                if (!future.isSuccess()) {
                    promise.setFailure(future.cause());
                    return;
                }
                try {
                    registered(future.getNow(), promise);
                } catch (Throwable t) {
                    if (!promise.tryFailure(t)) {
                        throw t;
                    }
                }
            }
        };
        ((IoEventLoop) eventLoop()).register(ioUnsafe()).addListener(listener);
    }

    private void registered(IoRegistration registration, ChannelPromise promise) {
        if (overlapped != null && !overlapped.canBeNotifiedOn(ownOf(registration).completions().port())) {
            ownOf(registration).closing();
            registration.cancel();
            ioUnsafe().close();
            promise.setFailure(new IOException("the channel has had overlapped operations in its last event loop, " +
                    "and this system does not notify it on the completion port of another one"));
            return;
        }
        if (!enter(registration)) {
            // Closed between the registration and this, which may have been put off to a task of its own.
            ownOf(registration).closing();
            registration.cancel();
            promise.setFailure(new ClosedChannelException());
            return;
        }
        // A read() that was pending when the channel left its last loop is forgotten, a blocked write is not.
        ioUnsafe().readPending = false;
        wanted = wanted.without(IN_HANGUP);
        watched = watchedUnasked();
        submitted = NONE;
        submit();
        promise.setSuccess();
        enterLoop();
    }

    /** Returns {@code false} if the channel is closed. */
    private boolean enter(IoRegistration registration) {
        synchronized (socket) {
            if (!isOpen()) {
                return false;
            }
            this.registration = registration;
            // The loop that the channel has left, and its port, may go.
            former = null;
            departure = null;
            formerLoop = null;
            return true;
        }
    }

    @Override
    protected final void doDeregister() throws Exception {
        IoRegistration registration = this.registration;
        if (registration != null) {
            this.registration = null;
            submitted = NONE;
            ChannelOutboundBuffer outbound = unsafe().outboundBuffer();
            if (isActive() && outbound != null && !outbound.isEmpty()) {
                // Maybe this loop would have gone on with it unasked. The next one is told that there is room.
                wanted = wanted.with(OUT);
            }
            leaveLoop();
            SocketRegistration own = ownOf(registration);
            departure = overlapped == null ? own.removed() : overlapped.leaving(own.removed());
            formerLoop = eventLoop();
            moved = true;
            former = own;
            registration.cancel();
        } else {
            leaveClosed();
        }
    }

    /** The channel, which is closed, leaves its loop. In that loop. */
    void leaveClosed() { }

    /**
     * The channel leaves its loop, open: takes back what it has scheduled here, and cancels the overlapped operations
     * that must not go on. In the loop that it leaves.
     */
    void leaveLoop() { }

    /** The channel is in a loop, the first or the next. In that loop. */
    void enterLoop() { }

    /**
     * Whether this is the loop that the channel is in. For tasks: one may run when the channel has left the loop, at
     * the same time as the next loop runs.
     */
    final boolean isInOwnLoop() {
        return isRegistered() && eventLoop().inEventLoop();
    }

    /** The loop may hand out a wrapper; what is this transport's own is behind its attachment. */
    private static SocketRegistration ownOf(IoRegistration registration) {
        return registration.attachment();
    }

    /** Returns the registration with the loop, {@code null} if there is none. In the loop. */
    final SocketRegistration ownRegistration() {
        return registration == null ? null : ownOf(registration);
    }

    /** The socket as overlapped operations see it. In the loop. */
    final OverlappedSocket overlapped() {
        if (overlapped == null) {
            overlapped = new OverlappedSocket(this);
        }
        return overlapped;
    }

    /** The loop's array for gathering writes; empty it first. In the loop. */
    final WsaBufArray bufArray() {
        return ownOf(registration).bufArray();
    }

    // ---- interest; all in the loop

    final boolean wants(IocpNotifyIoOps ops) {
        return wanted.contains(ops);
    }

    /** The channel waits for {@code ops} from now on, until it says {@link #unwant}. */
    final void want(IocpNotifyIoOps ops) {
        wanted = wanted.with(ops);
        submit();
    }

    final void unwant(IocpNotifyIoOps ops) {
        wanted = wanted.without(ops);
        submit();
    }

    /** While it is active the channel hears of {@code ops} even if it does not {@link #want} them. */
    final void watch(IocpNotifyIoOps ops) {
        watched = ops;
        submit();
    }

    /** What is watched from the start, in each loop. */
    IocpNotifyIoOps watchedUnasked() {
        return NONE;
    }

    private void submit() {
        // There is nothing to read from a socket that is not connected, or bound if it is one for UDP; but it may
        // already be wanted.
        IocpNotifyIoOps now = life == Life.ACTIVE ? wanted.with(watched) : wanted.without(IN_HANGUP);
        if (registration != null && !now.equals(submitted)) {
            submitted = now;
            registration.submit(now);
        }
    }

    @Override
    protected void doBeginRead() throws Exception {
        ioUnsafe().readPending = true;
        want(IN_HANGUP);
    }

    /** Nobody asks to read any more. In the loop. */
    final void stopReading() {
        ioUnsafe().readPending = false;
        unwant(IN_HANGUP);
    }

    /** {@code setAutoRead(false)} was called, by any thread. */
    final void autoReadCleared() {
        if (!isRegistered()) {
            // Nothing is asked for, and what was pending does not survive the next registration.
            return;
        }
        final EventLoop loop = eventLoop();
        if (loop.inEventLoop()) {
            stopReading();
            return;
        }
        loop.execute(new Runnable() {
            @Override
            public void run() {
                // With it goes the read() that is pending: it was auto-read's, which calls for the next message before
                // that comes. Not if it is on again: the task may be late.
                if (isInOwnLoop() && !config().isAutoRead()) {
                    stopReading();
                }
            }
        });
    }

    // ---- addresses

    @Override
    protected final SocketAddress localAddress0() {
        SocketAddress local = this.local;
        if (local == null && life == Life.ACTIVE) {
            // Not asked for before somebody wants to know: most connections are never asked. Before the connection is
            // there the system's answer would not be final.
            SocketAddress asked = askLocalAddress();
            // A channel that is closed by now may have asked for the address of the next socket with its number.
            if (life == Life.ACTIVE) {
                this.local = local = asked;
            }
        }
        return local;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return remote;
    }

    /** Asks the system for the socket's address; {@code null} if it has none. */
    SocketAddress askLocalAddress() {
        return socket.localAddress();
    }

    /** Takes the socket's present address, after a bind. */
    final void updateLocalAddress() {
        local = askLocalAddress();
    }

    /** As {@link #updateLocalAddress()}, where the address of the bind is the one to keep. */
    final void updateLocalAddress(SocketAddress bound) {
        local = bound;
    }

    /** Takes the local address of a connection from the accept that made it. */
    final void rememberLocalAddress(SocketAddress local) {
        this.local = local;
    }

    /** Forgets the local address: connecting turns a wildcard into a real one. */
    final void forgetLocalAddress() {
        local = null;
    }

    // ---- events

    abstract class AbstractIocpNotifyUnsafe extends AbstractUnsafe implements ChannelHandle {

        /** Whether read() was called since the last message was read. In the loop. */
        boolean readPending;

        private final Runnable flushTask = () -> {
            // A channel that has left this loop is flushed by its next one.
            if (isInOwnLoop()) {
                flush0();
            }
        };

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

        /** As {@link #close()}, in a loop that ends, and takes no task any more. */
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

        /**
         * Tells the handlers that the channel, which is closed, is in no loop any more, since that ends.
         *
         * @param wasActive  whether they are to be told that it is inactive
         * @param takesTasks whether the loop still runs what is submitted from within it
         */
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
            IocpNotifyIoEvent ioEvent = (IocpNotifyIoEvent) event;
            Throwable failure = ioEvent.failure();
            if (failure != null) {
                failed(failure);
            } else {
                ready(ioEvent.ops());
            }
        }

        /** The system will not watch the socket. */
        private void failed(Throwable cause) {
            if (!failPending(cause)) {
                pipeline().fireExceptionCaught(cause);
            }
            close();
        }

        /** Fails what waits for an event. Returns {@code false} if nothing did. */
        boolean failPending(Throwable cause) {
            return false;
        }

        /** Whether {@link #ready} is to be called with IN again, in the socket's turn, before it is armed. Asked once
         *  for each arm. */
        @Override
        public boolean readsAgain() {
            return false;
        }

        /** Whether to let the turn of that read go by. Asked once for each turn. */
        @Override
        public boolean waitsToReadAgain() {
            return false;
        }

        /** Does what the socket is ready for. {@code ops} hold of what is wanted only what is wanted, and ERR. */
        abstract void ready(IocpNotifyIoOps ops);

        final boolean shouldStopReading() {
            // read() may have been called by channelRead() or channelReadComplete(): then the next event is asked for.
            return !readPending && !config().isAutoRead();
        }

        /** Whether what comes is to be read now. */
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
            if (isActive() && registration == null) {
                // On the way from one loop to another: done when the next one says that there is room.
                want(OUT);
                return;
            }
            // While the system takes no more, the event flushes: every attempt before it would be a call for nothing.
            if (!isActive() || !wants(OUT)) {
                super.flush0();
            }
        }

        /**
         * Goes on with what was flushed, but not with what was written since, when others have had a turn. The system
         * would take more: OUT would hold at once, so it is not asked for. In the loop.
         */
        final void flushLater() {
            unwant(OUT);
            eventLoop().execute(flushTask);
        }

        /** The system takes more. */
        final void writeReady() {
            super.flush0();
            if (isOpen() && (outboundBuffer() == null || outboundBuffer().isEmpty())) {
                // What waited was given up meanwhile, so nobody came by who would have cleared it.
                unwant(OUT);
            }
        }

        // What AbstractUnsafe keeps to its subclasses, for the parts that this package makes a channel of.

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
