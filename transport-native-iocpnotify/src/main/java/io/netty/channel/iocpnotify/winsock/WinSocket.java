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
package io.netty.channel.iocpnotify.winsock;

import io.netty.channel.ChannelException;
import io.netty.util.NetUtil;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A Winsock handle and its calls: no policy, no buffers, no loop. Non-blocking throughout. Everything but
 * {@link #close()} and the options is meant for one thread at a time.
 */
public final class WinSocket extends WinSocketOptions implements AutoCloseable {

    // What accept returns: no connection waits; one waited, but was reset before it was accepted, so try the next.
    public static final long ACCEPT_NONE = -1;
    public static final long ACCEPT_ABORTED = -2;

    /** Of mswsock.h. */
    private static final int SO_CONNECT_TIME = 0x700C;
    private static final int NEVER_CONNECTED = -1;

    private static final SystemProbe IPV6 = SystemProbe.ofSocket(() -> NativeSocket.newStream(true));

    private static final AtomicIntegerFieldUpdater<WinSocket> STATE =
            AtomicIntegerFieldUpdater.newUpdater(WinSocket.class, "state");
    private static final int CLOSED = 1;
    private static final int INPUT_SHUTDOWN = 2;
    private static final int OUTPUT_SHUTDOWN = 4;
    private static final int OUTPUT_ENDED = 8;

    private final long handle;
    private final boolean ipv6;

    /**
     * Whether it is known to be a stream whose number is a handle of its base provider. Only with the provider
     * {@code afd}, which would have to ask.
     */
    public final boolean isDirectStream;

    /** These bits. Changed by any thread through {@link #STATE} only; CLOSED is set before the handle goes. */
    private volatile int state;

    /**
     * @param handle an open, non-blocking socket, owned by this object from now on
     * @param ipv6 whether its family is AF_INET6, then it must be of both families
     */
    public WinSocket(long handle, boolean ipv6, boolean isDirectStream) {
        this.handle = handle;
        this.ipv6 = ipv6;
        this.isDirectStream = isDirectStream;
    }

    /** @throws UnsatisfiedLinkError if the transport is unavailable */
    public static WinSocket newStream(boolean ipv6) {
        Availability.ensure();
        return opened(NativeSocket.newStream(ipv6), ipv6);
    }

    public static WinSocket newDatagram(boolean ipv6) {
        Availability.ensure();
        return opened(NativeSocket.newDatagram(ipv6), ipv6);
    }

    static WinSocket opened(long handle, boolean ipv6) {
        if (handle < 0) {
            throw new ChannelException("failed to open a socket", Errors.newIOException("socket", (int) handle));
        }
        return new WinSocket(handle, ipv6, false);
    }

    /** Whether new sockets should be of both families: IPv6 is there, and {@code preferIPv4Stack} is not set. */
    public static boolean isIpv6Preferred() {
        Availability.ensure();
        return !NetUtil.isIpV4StackPreferred() && IPV6.isSupported();
    }

    /** The SOCKET; a number that the system may give to another socket once this one is closed. */
    public long handle() {
        return handle;
    }

    public boolean isOpen() {
        return (state & CLOSED) == 0;
    }

    @Override
    public boolean isIpv6() {
        return ipv6;
    }

    @Override
    public long openHandle() throws ClosedChannelException {
        if ((state & CLOSED) != 0) {
            throw new ClosedChannelException();
        }
        return handle;
    }

    /**
     * {@code closesocket}, after the provider was told. Idempotent. Any thread may call it, but no other call on this
     * socket may run meanwhile, except those that hold its monitor: the system may give the number to a new socket at
     * once. Blocks for as long as {@link #setSoLinger(int)} says, if that is more than 0.
     */
    @Override
    public void close() throws IOException {
        if (!markClosed()) {
            return;
        }
        int result = NativeSocket.close(handle);
        if (result < 0) {
            throw new WinsockException("closesocket", -result);
        }
    }

    /** Waits for a call that sets or gets an option. The monitor is free again while the socket lingers. */
    private synchronized boolean markClosed() {
        return (mark(CLOSED | INPUT_SHUTDOWN | OUTPUT_SHUTDOWN) & CLOSED) == 0;
    }

    /** Sets bits of the state. Returns those that were set before. */
    private int mark(int bits) {
        int old;
        do {
            old = state;
        } while (!STATE.compareAndSet(this, old, old | bits));
        return old;
    }

    /** Sockets that this class made are non-blocking already. */
    public void setBlocking(boolean blocking) throws IOException {
        Errors.check("ioctlsocket", NativeSocket.setBlocking(openHandle(), blocking));
    }

    /** {@code bind}, exclusively as NIO's client and server sockets, if {@link #isExclusiveAddressUse()}. */
    public void bind(SocketAddress local) throws IOException {
        InetSocketAddress inet = SocketAddresses.check(local, ipv6);
        InetAddress address = inet.getAddress();
        bind(SocketAddresses.encodeLocal(address, ipv6), SocketAddresses.scopeId(address), inet.getPort());
    }

    /** Binds to the wildcard of the socket's family and a port of the system's choice. */
    public void bindToAny() throws IOException {
        bind(new byte[ipv6 ? 16 : 4], 0, 0);
    }

    private void bind(byte[] address, int scopeId, int port) throws IOException {
        applyAddressUse();
        int result = NativeSocket.bind(openHandle(), ipv6, address, scopeId, port);
        if (result < 0) {
            throw Errors.newBindException(result);
        }
    }

    public void listen(int backlog) throws IOException {
        Errors.check("listen", NativeSocket.listen(openHandle(), backlog));
    }

    /**
     * {@code connect}. The wildcard address means this host, as with NIO. A refusal by a loopback address is known at
     * once and not after two seconds, if {@link TcpSocketOptions#limitSynRetransmissions} came before. Returns
     * {@code true} when connected at once, {@code false} while it goes on: wait for OUT or ERR, then call
     * {@link #finishConnect()}.
     */
    public boolean connect(SocketAddress remote) throws IOException {
        InetSocketAddress inet = SocketAddresses.check(remote, ipv6);
        InetAddress address = inet.getAddress();
        return connect(SocketAddresses.encodeRemote(address, ipv6), SocketAddresses.scopeId(address), inet.getPort());
    }

    boolean connect(byte[] address, int scopeId, int port) throws IOException {
        return Errors.isConnected(NativeSocket.connect(openHandle(), ipv6, address, scopeId, port));
    }

    /**
     * Whether the connect has ended well, by SO_ERROR if there is one, else by asking for the peer; {@code false} while
     * it goes on. An event may be a little ahead of Winsock's own state, so {@code false} is possible after OUT or ERR:
     * ask for the event again, it comes again. A connection that was there, and was reset since, has been connected:
     * who reads it learns of the rest.
     */
    public boolean finishConnect() throws IOException {
        int error = getSoError();
        if (error != 0) {
            if (wasConnected()) {
                return true;
            }
            throw Errors.newConnectException("connect", -error);
        }
        int result = NativeSocket.remoteAddress(openHandle(), new byte[SocketAddresses.MAX_ENCODED_LENGTH]);
        if (result >= 0) {
            return true;
        }
        if (result == -Errors.WSAENOTCONN) {
            return wasConnected();
        }
        throw Errors.newConnectException("getpeername", result);
    }

    /** Whether the system knows since when the socket is connected: it does even if the peer has ended that. */
    private boolean wasConnected() {
        try {
            return intOption(Native.SOL_SOCKET, SO_CONNECT_TIME) != NEVER_CONNECTED;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns a non-blocking socket that is not inheritable, {@link #ACCEPT_NONE} or {@link #ACCEPT_ABORTED}. After a
     * failure with {@link Errors#isResourceExhausted(int)} the connection still waits. {@code remoteAddress} receives
     * the peer's address; {@link SocketAddresses#MAX_ENCODED_LENGTH} bytes.
     */
    public long accept(byte[] remoteAddress) throws IOException {
        long result = NativeSocket.accept(openHandle(), remoteAddress);
        if (result >= 0) {
            return result;
        }
        if (result == -Errors.WSAEWOULDBLOCK) {
            return ACCEPT_NONE;
        }
        // Wine reports a reset when it asks the new connection for its peer.
        if (Errors.isReset((int) -result) || result == -Errors.WSAENOTCONN) {
            return ACCEPT_ABORTED;
        }
        throw Errors.newIOException("accept", (int) result);
    }

    /**
     * {@code recv} into {@code address + pos} up to {@code address + limit}; 0 when it would block or there is no room,
     * -1 at the end of the stream.
     */
    public int recvAddress(long address, int pos, int limit) throws IOException {
        int result = NativeSocket.recvAddress(openHandle(), address, pos, limit);
        if (result == 0) {
            return pos == limit ? 0 : -1;
        }
        return result > 0 ? result : Errors.ioResult("recv", result);
    }

    /** {@code send} from {@code address + pos} up to {@code address + limit}; 0 when it would block. */
    public int sendAddress(long address, int pos, int limit) throws IOException {
        int result = NativeSocket.sendAddress(openHandle(), address, pos, limit);
        return result >= 0 ? result : notSent("send", result);
    }

    /** {@code WSASend} of all entries of {@code array}; 0 when it would block. */
    public long writev(WsaBufArray array) throws IOException {
        long result = NativeSocket.writev(openHandle(), array.address(), array.count());
        return result >= 0 ? result : notSent("WSASend", (int) result);
    }

    private static int notSent(String method, int result) throws IOException {
        // The system's word for "too much is under way already": back-pressure, not a failure of this connection.
        return result == -Errors.WSAENOBUFS ? 0 : Errors.ioResult(method, result);
    }

    /** Only remembers it: {@code SD_RECEIVE} would reset the connection as soon as the peer sends more. */
    public void shutdownInput() throws IOException {
        openHandle();
        mark(INPUT_SHUTDOWN);
    }

    public void shutdownOutput() throws IOException {
        openHandle();
        if ((mark(OUTPUT_SHUTDOWN) & OUTPUT_SHUTDOWN) == 0) {
            endOutput();
        }
    }

    /** As {@link #shutdownOutput()}, but {@link #endOutput()} tells the peer: something is still being sent. */
    public void shutdownOutputLater() throws IOException {
        openHandle();
        mark(OUTPUT_SHUTDOWN);
    }

    /** {@code shutdown(SD_SEND)}, the end of what {@link #shutdownOutputLater()} began. */
    public void endOutput() throws IOException {
        int result = NativeSocket.shutdownSend(openHandle());
        if (result < 0) {
            Errors.ioResult("shutdown", result);
        }
        mark(OUTPUT_ENDED);
    }

    /** Whether the peer was told that nothing more comes, or is told after what the system still has to send. */
    public boolean hasEndedOutput() {
        return (state & OUTPUT_ENDED) != 0;
    }

    public boolean isInputShutdown() {
        return (state & INPUT_SHUTDOWN) != 0;
    }

    public boolean isOutputShutdown() {
        return (state & OUTPUT_SHUTDOWN) != 0;
    }

    public boolean isShutdown() {
        return (state & (INPUT_SHUTDOWN | OUTPUT_SHUTDOWN)) == (INPUT_SHUTDOWN | OUTPUT_SHUTDOWN);
    }

    /** {@code getsockname}; {@code null} when unbound or closed. */
    public InetSocketAddress localAddress() {
        byte[] address = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        return isOpen() && NativeSocket.localAddress(handle, address) >= 0 ? SocketAddresses.decode(address) : null;
    }

    /** {@code getpeername}; {@code null} when unconnected or closed. */
    public InetSocketAddress remoteAddress() {
        byte[] address = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        return isOpen() && NativeSocket.remoteAddress(handle, address) >= 0 ? SocketAddresses.decode(address) : null;
    }

    @Override
    public String toString() {
        return "WinSocket(handle: " + handle + (isOpen() ? ")" : ", closed)");
    }
}
