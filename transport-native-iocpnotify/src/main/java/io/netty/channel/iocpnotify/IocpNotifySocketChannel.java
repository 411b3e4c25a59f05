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
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A {@link SocketChannel} for TCP. Winsock's socket state notifications tell it when its socket is ready. It needs an
 * event loop of {@link IocpNotifyEventLoopGroup}, or of {@link io.netty.channel.MultiThreadIoEventLoopGroup} with
 * {@link IocpNotifyIoHandler#newFactory()}.
 * <p>
 * When the peer closes the connection, the channel reads what is left and then closes. It does so even if the program
 * does not ask to read. {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE} keeps it open. A reset by the peer is
 * an {@link IOException} in the pipeline, never a clean end of the stream.
 */
public final class IocpNotifySocketChannel extends AbstractIocpNotifyStreamChannel implements SocketChannel {

    private final IocpNotifySocketChannelConfig config;

    /**
     * Makes a channel for IPv6 and IPv4. The channel is for IPv4 only if the system has no IPv6, or if
     * {@code java.net.preferIPv4Stack} is {@code true}.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifySocketChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of a protocol family.
     *
     * @param protocol {@link SocketProtocolFamily#INET6} for IPv6 and IPv4, or {@link SocketProtocolFamily#INET} for
     *         IPv4 only. {@code null} chooses as {@link #IocpNotifySocketChannel()} does
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if {@code protocol} is another family
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifySocketChannel(SocketProtocolFamily protocol) {
        this(null, ChannelSocket.newStream(protocol), null, false);
    }

    /**
     * Makes a channel of a {@code SOCKET} that other code has made. The socket must be for TCP, over IPv6 and IPv4 or
     * over IPv4 only. From now on the channel owns it, and the socket is non-blocking. If it is connected, the channel
     * is active once it is registered. If the socket is of another kind, it stays as it was, and the caller still owns
     * it.
     *
     * @param socket the {@code SOCKET}
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is not such a socket
     */
    public IocpNotifySocketChannel(long socket) {
        this(ChannelSocket.adoptStream(socket));
        config.socketMayChange();
    }

    private IocpNotifySocketChannel(WinSocket socket) {
        this(null, socket, socket.remoteAddress(), false);
        local = askLocalAddress();
    }

    /**
     * {@return the present statistics of TCP for this connection, in a new object: {@code SIO_TCP_INFO}} Any thread.
     *
     * @throws ChannelException if the channel is closed or not connected, or the system has no {@code SIO_TCP_INFO}.
     *         Windows 10 1703 and later versions have it
     */
    public IocpNotifyTcpInfo tcpInfo() {
        return tcpInfo(new IocpNotifyTcpInfo());
    }

    /**
     * As {@link #tcpInfo()}, into an object that is there already. Only one thread at a time may use {@code info}.
     *
     * @param info takes the numbers, never {@code null}
     * @return {@code info}
     */
    public IocpNotifyTcpInfo tcpInfo(IocpNotifyTcpInfo info) {
        try {
            info.readFrom(socket);
            return info;
        } catch (IOException e) {
            throw new ChannelException("cannot read SIO_TCP_INFO", e);
        }
    }

    /** No {@code parent} if other code has made the socket. {@code noDelay} if it has {@code TCP_NODELAY} already. */
    IocpNotifySocketChannel(Channel parent, WinSocket socket, InetSocketAddress remoteAddress, boolean noDelay) {
        super(parent, socket, remoteAddress != null, remoteAddress);
        config = new IocpNotifySocketChannelConfig(this, noDelay);
    }

    @Override
    public IocpNotifySocketChannelConfig config() {
        return config;
    }

    @Override
    public ServerSocketChannel parent() {
        return (ServerSocketChannel) super.parent();
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) super.remoteAddress();
    }

    /** An accepted connection says then what its listener says: few ask so late, and each close is spared a call. */
    @Override
    void keepLocalAddress() {
        InetSocketAddress listening = parent() == null ? null : parent().localAddress();
        if (listening == null) {
            super.keepLocalAddress();
        } else if (local == null) {
            local = listening;
        }
    }

    @Override
    boolean isAllowHalfClosure() {
        return config.isAllowHalfClosure();
    }

    @Override
    int soLinger() {
        return config.tcp.lingerSeconds();
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        local = askLocalAddress();
    }

    @Override
    boolean isForOverlappedReads() {
        return true;
    }

    @Override
    void checkRemote(SocketAddress remoteAddress) throws IOException {
        SocketAddresses.check(remoteAddress, socket.isIpv6());
    }

    @Override
    FastOpenConnect beginFastOpen(SocketAddress remoteAddress) throws IOException {
        InetSocketAddress remote = (InetSocketAddress) remoteAddress;
        config.tcp.limitSynRetransmissions(remote.getAddress());
        ChannelOutboundBuffer first = config.isTcpFastOpenConnect() ? unsafe().outboundBuffer() : null;
        return first == null ? null : FastOpenConnect.begin(this, remote, first);
    }

    @Override
    boolean beginConnect(SocketAddress remoteAddress) throws IOException {
        return socket.connect((InetSocketAddress) remoteAddress);
    }

    @Override
    void connected(SocketAddress remoteAddress) {
        // To be asked for again: connecting turns a wildcard address into a real one.
        local = null;
        InetSocketAddress named = (InetSocketAddress) remoteAddress;
        // The wildcard address means this host. The peer's address is then the one that the system has chosen.
        becomeActive(named.getAddress().isAnyLocalAddress() ? socket.remoteAddress() : named);
    }
}
