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
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.SystemProbe;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.ReferenceCountUtil;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One attempt to connect that takes the first bytes along: {@code ConnectEx} on a socket with {@code TCP_FASTOPEN}. If
 * the peer has given out a cookie before, the bytes are in the SYN. If not, or if the system lacks the option, they
 * follow the handshake. Its packet says how it ended: nothing else is waited for. Used in the loop, but for the arrival
 * of the packet.
 */
final class FastOpenConnect extends OverlappedOperation {

    /** The operation ends when the peer's system has all bytes: no more than any takes before its program reads. */
    private static final int MAX_BYTES = 4096;

    private static final SystemProbe OPTION = SystemProbe.ofCall(
            socket -> NativeSocket.setInt(socket, Native.IPPROTO_TCP, Native.TCP_FASTOPEN, 1));

    /** Answers with the address of {@code ConnectEx}. */
    private static final SystemProbe FUNCTION = SystemProbe.ofCall(NativeOverlapped::findConnect);

    private enum State {
        /** The operation is under way. Next: DONE, or ENDED when the channel closes. */
        PENDING,
        /** The packet is there, {@link #finish} has not seen it. Next: ENDED. */
        DONE,
        /** If the channel was closed, the packet may still be to come. The last. */
        ENDED
    }

    private static final AtomicReferenceFieldUpdater<FastOpenConnect, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(FastOpenConnect.class, State.class, "state");

    private final AbstractIocpNotifyChannel channel;

    /** The first message, retained until the packet comes: the system reads its memory. */
    private final ByteBuf buf;

    /**
     * Leaves PENDING by whoever is first: the loop that began, when the packet comes, or whoever closes the channel.
     * All else is the channel's loop's.
     */
    private volatile State state = State.PENDING;

    // Written when the packet comes, before the state; read after it.
    private int error;
    private int bytes;

    private FastOpenConnect(AbstractIocpNotifyChannel channel, ByteBuf buf) {
        super(0);
        this.channel = channel;
        this.buf = buf;
    }

    static boolean isAvailable(boolean client) {
        return OPTION.isSupported() && (!client || FUNCTION.isSupported());
    }

    /** Returns {@code null} if {@code in} has no bytes to take along, or the system cannot: then connect as usual. */
    static FastOpenConnect begin(AbstractIocpNotifyChannel channel, InetSocketAddress remote,
                                 ChannelOutboundBuffer in) throws IOException {
        boolean hasBytes = in.size() > 0 || in.totalPendingWriteBytes() > 0;
        if (!hasBytes || !FUNCTION.isSupported() || !channel.overlapped().attach()) {
            return null;
        }
        in.addFlush();
        Object first = in.current();
        if (!(first instanceof ByteBuf)) {
            return null;
        }
        ByteBuf buf = (ByteBuf) first;
        long address = buf.isReadable() ?
                AbstractIocpNotifyChannel.addressOf(buf, buf.readerIndex(), buf.readableBytes()) : 0;
        if (address == 0) {
            return null;
        }
        WinSocket socket = channel.socket;
        if (OPTION.isSupported()) {
            socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_FASTOPEN, 1);
        }
        if (socket.localAddress() == null) {
            // ConnectEx asks for it.
            socket.bindToAny();
        }
        FastOpenConnect connect = null;
        buf.retain();
        try {
            connect = new FastOpenConnect(channel, buf);
            connect.begin(socket, remote, address, Math.min(buf.readableBytes(), MAX_BYTES));
        } catch (Throwable t) {
            buf.release();
            if (connect != null) {
                connect.free();
            }
            throw t;
        }
        return connect;
    }

    private void begin(WinSocket socket, InetSocketAddress remote, long address, int length) throws IOException {
        InetAddress host = remote.getAddress();
        // First, as it may throw: an operation that has begun waits for its packet.
        byte[] encoded = SocketAddresses.encodeRemote(host, socket.isIpv6());
        channel.overlapped().begin(this);
        int result = NativeOverlapped.beginConnect(FUNCTION.answer(), socket.handle(), socket.isIpv6(), encoded,
                SocketAddresses.scopeId(host), remote.getPort(), address, length, address());
        if (result < 0) {
            channel.overlapped().failedAtOnce(this);
            throw Errors.newConnectException("connect", result);
        }
    }

    /** Whether the connection and the message at the head of the outbound buffer hang on it. */
    boolean isUnderWay() {
        return state == State.PENDING || state == State.DONE;
    }

    @Override
    public void completed(int error, int bytes) {
        this.error = error;
        this.bytes = bytes;
        boolean abandoned = !STATE.compareAndSet(this, State.PENDING, State.DONE);
        ReferenceCountUtil.safeRelease(buf);
        if (abandoned) {
            free();
        } else {
            channel.packetCame();
        }
    }

    /** Returns {@code false} if the packet has not come yet. */
    boolean finish(ChannelOutboundBuffer in) throws IOException {
        if (state != State.DONE) {
            return false;
        }
        try {
            int result = error == 0 ? NativeOverlapped.finishConnect(channel.socket.openHandle()) :
                    -socketError(channel.socket, error);
            if (result < 0) {
                throw Errors.newConnectException("connect", result);
            }
            if (bytes > 0 && in != null) {
                in.removeBytes(bytes);
            }
            return true;
        } finally {
            // Last: as long as it is under way a listener's flush sends nothing.
            release();
        }
    }

    /** What is still under way is freed by its packet. */
    void release() {
        if (!STATE.compareAndSet(this, State.PENDING, State.ENDED) &&
                STATE.compareAndSet(this, State.DONE, State.ENDED)) {
            free();
        }
    }
}
