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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.util.concurrent.Executor;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.NONE;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * A channel on a connected, or to be connected, stream socket: puts together the attempt to connect, the reader, the
 * writer and the two half closures. What has no other thread in its description is used in the loop.
 */
abstract class AbstractIocpNotifyStreamChannel extends AbstractIocpNotifyChannel implements DuplexChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(AbstractIocpNotifyStreamChannel.class);

    /** {@code null} before the first attempt, so for ever in accepted channels. */
    private ConnectAttempt connectAttempt;
    /** {@code null} but while another thread closes the socket. */
    private LingeringClose lingering;
    final InputShutdown input = new InputShutdown(this);
    private final StreamReader reader = new StreamReader(this, input);
    private final StreamWriter writer = new StreamWriter(this);

    AbstractIocpNotifyStreamChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent, socket, active, remote);
    }

    @Override
    protected AbstractIocpNotifyUnsafe newUnsafe() {
        return new IocpNotifyStreamUnsafe();
    }

    abstract boolean isAllowHalfClosure();

    /** Seconds that closing may wait for unsent bytes; 0 or less if it does not wait. */
    abstract int soLinger();

    // ---- connecting

    @Override
    protected abstract void doBind(SocketAddress localAddress) throws Exception;

    /** @throws IOException or what else NIO throws for an address that this kind of socket cannot connect to */
    abstract void checkRemote(SocketAddress remoteAddress) throws IOException;

    /** Begins to connect to an address that was checked. Returns {@code true} if it is done at once. */
    abstract boolean beginConnect(SocketAddress remoteAddress) throws IOException;

    /** Called before {@link #beginConnect}, which is not called unless this returns {@code null}. */
    FastOpenConnect beginFastOpen(SocketAddress remoteAddress) throws IOException {
        return null;
    }

    /** The connection to {@code remoteAddress}, as the user named it, is there. */
    abstract void connected(SocketAddress remoteAddress);

    private boolean isConnecting() {
        return connectAttempt != null && connectAttempt.isPending();
    }

    final boolean isConnectingByPacket() {
        return connectAttempt != null && connectAttempt.isByPacket();
    }

    @Override
    final void ensureUnbound() {
        if (isConnecting()) {
            throw new ConnectionPendingException();
        }
        super.ensureUnbound();
    }

    // ---- from loop to loop, and the end

    @Override
    final void abandonWork() {
        if (connectAttempt != null) {
            connectAttempt.close();
        }
        reader.close();
        writer.close();
    }

    @Override
    final void packetCame() {
        // A channel that has left the loop meanwhile is let into the next one after the packet only.
        if (ownRegistration() != null) {
            resume();
        }
    }

    private void resume() {
        if (isConnectingByPacket()) {
            connectAttempt.resume();
        } else if (isActive()) {
            writer.resume();
        }
    }

    @Override
    final void leaveClosed() {
        if (lingering != null) {
            lingering.over();
            lingering = null;
        }
    }

    @Override
    final void leaveLoop() {
        if (isConnecting()) {
            connectAttempt.cancelTimeout();
        }
        reader.leaveLoop();
    }

    @Override
    final void enterLoop() {
        if (isConnecting()) {
            connectAttempt.enterLoop();
        }
        reader.enterLoop();
        resume();
    }

    // ---- reading

    @Override
    final void beginReading() {
        // After the end of the stream HANGUP holds for ever: an arm would be answered at once, each time.
        if (!input.isOver()) {
            watch(IN_HANGUP);
            super.beginReading();
            reader.beginRead();
        }
    }

    @Override
    final void readingStopped() {
        reader.stopReading();
    }

    /** Whether the system may be asked to receive before there is something. */
    boolean isForOverlappedReads() {
        return false;
    }

    @Override
    final IocpNotifyIoOps watchedUnasked() {
        // That the peer closes is to be heard of even if nobody reads. IN is not needed for that, but for the next
        // read(): in this way its arm is there already, unless data comes first.
        // A reset that nobody was told of yet comes with HANGUP.
        return !input.isOver() ? IN_HANGUP : input.isReset() ? HANGUP : NONE;
    }

    /** Data has come that nobody asks for. Until somebody does, it is the peer's close alone that is watched. */
    final void leaveUnread() {
        stopReading();
        watch(HANGUP);
    }

    final void stopWatching() {
        stopReading();
        reader.dropReceived();
        writer.updateGuard();
    }

    /** To be called before the channel is registered. */
    final void readFirst(ReadAgain.FirstReads firstReads) {
        reader.readFirst(firstReads);
    }

    // ---- writing

    @Override
    protected final void doWrite(ChannelOutboundBuffer in) throws Exception {
        writer.write(in);
        reader.sent();
    }

    @Override
    protected final Object filterOutboundMessage(Object msg) {
        return writer.prepare(msg);
    }

    // ---- half closure

    @Override
    public final boolean isInputShutdown() {
        return !isOpen() || socket.isInputShutdown();
    }

    @Override
    public final boolean isOutputShutdown() {
        return !isOpen() || socket.isOutputShutdown();
    }

    @Override
    public final boolean isShutdown() {
        return !isOpen() || socket.isShutdown();
    }

    private void ensureConnected() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (!isActive()) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        inLoop(promise, () -> {
            try {
                ensureConnected();
                input.shutdownByUser();
                reader.inputShutDown();
            } catch (Throwable t) {
                promise.setFailure(t);
                return;
            }
            promise.setSuccess();
        });
        return promise;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        inLoop(promise, () -> {
            // A shutdown that was cancelled does nothing.
            if (promise.setUncancellable()) {
                writer.settleBeforeEnd();
            }
            handle().shutdownOutput(promise);
        });
        return promise;
    }

    @Override
    protected final void doShutdownOutput() throws Exception {
        ensureConnected();
        // What waited to be written is given up by the caller.
        boolean all = writer.endOutput();
        unwant(OUT);
        if (all) {
            socket.shutdownOutput();
        } else {
            // What the system has of a file is still to be sent; the end of the stream comes after it.
            socket.shutdownOutputLater();
        }
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        shutdownOutput().addListener(output -> shutdownInput().addListener(input -> {
            Throwable cause = output.cause() != null ? output.cause() : input.cause();
            if (cause != null) {
                promise.setFailure(cause);
            } else {
                promise.setSuccess();
            }
        }));
        return promise;
    }

    private final class IocpNotifyStreamUnsafe extends AbstractIocpNotifyUnsafe {

        private boolean closesElsewhere;

        @Override
        public void connect(SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
            if (connectAttempt == null) {
                connectAttempt = new ConnectAttempt(AbstractIocpNotifyStreamChannel.this);
            }
            connectAttempt.start(remoteAddress, localAddress, promise);
        }

        @Override
        public boolean holdsBytes() {
            return reader.holdsBytes();
        }

        @Override
        public boolean readsAgain() {
            return reader.readsAgain();
        }

        @Override
        public boolean receives() {
            return isForOverlappedReads() && reader.receives();
        }

        @Override
        boolean isFlushHeldBack() {
            return isConnectingByPacket();
        }

        @Override
        boolean failPending(Throwable cause) {
            return connectAttempt != null && connectAttempt.abandon(cause);
        }

        @Override
        void ready(IocpNotifyIoOps ops) {
            if (isConnecting()) {
                // Nothing else is waited for before the connection is there.
                connectAttempt.finish(ops.contains(ERR));
                return;
            }
            if (!isActive()) {
                // Of an attempt that was given up.
                return;
            }
            // A reset connection takes nothing any more, and a failed write would close the channel before what came
            // ahead of the reset was read: no write then.
            if (ops.contains(OUT) && !ops.contains(ERR)) {
                writeReady();
            }
            // After the writer: what is read may say that there is nobody left to write to.
            if (!isActive()) {
                return;
            }
            if (ops.contains(ERR) || !input.isOver() && (ops.contains(IN) || ops.contains(HANGUP))) {
                reader.ready(ops);
            } else if (ops.contains(HANGUP)) {
                writer.guardFired();
            }
        }

        @Override
        protected Executor prepareToClose() {
            try {
                // closesocket blocks until the bytes are sent, so not here; and no event may come meanwhile.
                if (isOpen() && soLinger() > 0 && closeHere(false)) {
                    closesElsewhere = true;
                    return GlobalEventExecutor.INSTANCE;
                }
            } catch (Throwable t) {
                // AbstractChannel looks for nothing thrown here, and would leave it at that. doClose() does the rest.
                Errors.logThrown(logger, "{} closes its socket in the loop", AbstractIocpNotifyStreamChannel.this, t);
            }
            return null;
        }

        @Override
        protected void close(ChannelPromise promise, Throwable cause, ClosedChannelException closeCause) {
            // A close that was cancelled does nothing.
            if (promise.setUncancellable()) {
                writer.settleBeforeEnd();
            }
            boolean wasActive = isActive();
            ChannelOutboundBuffer outbound = outboundBuffer();
            SocketRegistration registration = ownRegistration();
            super.close(promise, cause, closeCause);
            if (closesElsewhere && registration != null) {
                lingering = new LingeringClose(this, registration.loop, outbound, cause, wasActive);
            }
        }

        @Override
        boolean lingers() {
            return lingering != null;
        }
    }
}
