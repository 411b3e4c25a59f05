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
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.StringUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.util.concurrent.Executor;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.NONE;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * A channel on a connected, or to be connected, stream socket: puts together the attempt to connect, the reader, the
 * writer and the two half closures.
 */
abstract class AbstractIocpNotifyStreamChannel extends AbstractIocpNotifyDuplexChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(AbstractIocpNotifyStreamChannel.class);
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);
    private static final String EXPECTED_TYPES = " (expected: " + StringUtil.simpleClassName(ByteBuf.class) + ", " +
            StringUtil.simpleClassName(FileRegion.class) + ')';

    /** {@code null} before the first attempt, so for ever in accepted channels. Used in the loop. */
    private ConnectAttempt connectAttempt;
    /** {@code null} but while another thread closes the socket. Used in the loop. */
    private LingeringClose lingering;
    private final InputShutdown input = new InputShutdown(this);
    private final StreamReader reader = new StreamReader(this, input);
    private final StreamWriter writer = new StreamWriter(this);

    AbstractIocpNotifyStreamChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent, socket, active, remote);
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    protected AbstractIocpNotifyUnsafe newUnsafe() {
        return new IocpNotifyStreamUnsafe();
    }

    final IocpNotifyStreamUnsafe streamUnsafe() {
        return (IocpNotifyStreamUnsafe) unsafe();
    }

    /** Whether the channel lives on when the peer has said that it sends no more. */
    abstract boolean isAllowHalfClosure();

    /** Seconds that closing may wait for unsent bytes; 0 or less if it does not wait. */
    abstract int soLinger();

    /** The most that one call may hand to the system. */
    abstract long maxBytesPerWrite();

    abstract void setMaxBytesPerWrite(long bytes);

    /** So many bytes are about to be written: the time to look after {@link #maxBytesPerWrite()}. */
    void prepareWrite(long pending) { }

    /**
     * Begins to connect.
     *
     * @return {@code true} if it is done at once
     */
    final boolean doConnect(SocketAddress remoteAddress, SocketAddress localAddress) throws Exception {
        // Before anything is done to the socket: a wrong address must leave it as it was.
        checkRemote(remoteAddress);
        if (localAddress != null) {
            doBind(localAddress);
        }
        boolean begun = false;
        try {
            boolean connected = beginConnect(remoteAddress);
            begun = true;
            return connected;
        } finally {
            if (!begun) {
                // closeForcibly() throws nothing. So the caller gets the reason why the connect did not begin.
                unsafe().closeForcibly();
            }
        }
    }

    /**
     * Any address that this kind of socket cannot connect to is refused.
     *
     * @throws IOException or what else NIO throws for such an address
     */
    abstract void checkRemote(SocketAddress remoteAddress) throws IOException;

    /** As {@link #doConnect}, with an address that was checked. */
    abstract boolean beginConnect(SocketAddress remoteAddress) throws IOException;

    /** The connection to {@code remoteAddress}, as the user named it, is there. */
    abstract void connected(SocketAddress remoteAddress);

    /** Whether the pending attempt to connect ends with the packet of an overlapped operation, and not with OUT. */
    boolean isConnectingByPacket() {
        return false;
    }

    /**
     * Ends the attempt to connect if its packet {@linkplain #isConnectingByPacket() was waited for} and has come.
     *
     * @return {@code false} if it has not come
     * @throws IOException if the attempt failed
     */
    boolean finishConnectByPacket() throws IOException {
        return false;
    }

    /** Frees what an attempt to connect has lent to the system, as soon as its packet comes. */
    void releaseConnect() {
    }

    private boolean isConnecting() {
        return connectAttempt != null && connectAttempt.isPending();
    }

    @Override
    final void ensureUnbound() {
        if (isConnecting()) {
            throw new ConnectionPendingException();
        }
        super.ensureUnbound();
    }

    @Override
    final void abandonWork() {
        if (isConnecting()) {
            connectAttempt.abandon(new ClosedChannelException());
        }
        releaseConnect();
        reader.close();
        writer.close();
    }

    /**
     * The packet of an overlapped operation of this channel has come; in the loop that the operation began in. If the
     * channel has left that loop meanwhile, the next lets it in after the packet only.
     */
    final void packetCame() {
        if (ownRegistration() != null) {
            resume();
        }
    }

    private void resume() {
        if (isConnectingByPacket()) {
            resumeConnect();
        } else if (isActive()) {
            writer.resume();
        }
    }

    private void resumeConnect() {
        try {
            if (!finishConnectByPacket()) {
                return;
            }
        } catch (Throwable t) {
            connectAttempt.fail(t);
            return;
        }
        // A listener of what was sent may have closed the channel.
        if (isConnecting()) {
            connectAttempt.succeed();
            streamUnsafe().flush0();
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
            connectAttempt.leaveLoop();
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
        updateGuard();
    }

    /**
     * Watches for a reset after the end of the input, if the writer cannot do without. The port is not asked for ERR,
     * which comes with whatever else it is asked for: here for HANGUP, which may come as well, again and again.
     */
    final void updateGuard() {
        if (input.isOver()) {
            watch(writer.isInNeedOfGuard() ? HANGUP : NONE);
        }
    }

    final void readFirst(FirstReads firstReads) {
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
        ensureHeld(msg);
        if (msg instanceof ByteBuf) {
            return writer.direct((ByteBuf) msg);
        }
        if (msg instanceof FileRegion) {
            return msg;
        }
        throw new UnsupportedOperationException(
                "unsupported message type: " + StringUtil.simpleClassName(msg) + EXPECTED_TYPES);
    }

    // ---- half closure

    @Override
    final void doShutdownInput() throws IOException {
        input.shutdownByUser();
        reader.inputShutDown();
    }

    @Override
    final void prepareToShutdownOutput() {
        writer.settleBeforeEnd();
    }

    @Override
    protected final void doShutdownOutput() throws Exception {
        ensureConnected();
        // What waited to be written is given up by the caller.
        boolean all = writer.endOutput();
        unwant(OUT);
        if (all) {
            socket.shutdown(false, true);
        } else {
            // What the system has of a file is still to be sent; the end of the stream comes after it.
            socket.shutdownOutputLater();
        }
    }

    /** The handle that the loop knows the channel by. */
    final class IocpNotifyStreamUnsafe extends AbstractIocpNotifyUnsafe {

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
        public boolean readsFirst() {
            return reader.readsFirst();
        }

        @Override
        public boolean waitsToReadAgain() {
            return reader.waitsToReadAgain();
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
                lingering = new LingeringClose(
                        AbstractIocpNotifyStreamChannel.this, registration.loop(), outbound, cause, wasActive);
            }
        }

        @Override
        boolean lingers() {
            return lingering != null;
        }
    }
}
