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
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A {@link SocketChannel} that is told of its socket's readiness by Winsock's socket state notifications. It needs a
 * loop of {@link IocpNotifyEventLoopGroup}, or of {@link io.netty.channel.MultiThreadIoEventLoopGroup} with
 * {@link IocpNotifyIoHandler#newFactory()}.
 */
public final class IocpNotifySocketChannel extends AbstractIocpNotifyStreamChannel implements SocketChannel {

    private final IocpNotifySocketChannelConfig config;

    /** The last attempt to connect that took the first bytes along; {@code null} if there was none. */
    private FastOpenConnect fastOpen;

    /**
     * Makes a channel for IPv6 and IPv4, or for IPv4 only where there is no IPv6 or
     * {@code java.net.preferIPv4Stack} is set.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket to give
     */
    public IocpNotifySocketChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of the given family; {@link SocketProtocolFamily#INET6} reaches IPv4 peers, too. {@code null}
     * chooses as {@link #IocpNotifySocketChannel()} does.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket of that kind to give
     */
    public IocpNotifySocketChannel(SocketProtocolFamily protocol) {
        super(null, ChannelSocket.newStream(protocol), false, null);
        config = new IocpNotifySocketChannelConfig(this);
    }

    /**
     * Makes a channel of a {@code SOCKET} that was made elsewhere, for TCP over IPv6 and IPv4, or IPv4. The channel
     * owns it from now on, and it is non-blocking from now on. If it is connected, the channel is active when it is
     * registered. When this throws, the socket is still the caller's, and as it was.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is no such socket
     */
    public IocpNotifySocketChannel(long socket) {
        this(null, ChannelSocket.adoptStream(socket));
        try {
            config.adoptSoLinger();
        } catch (IOException e) {
            throw new ChannelException("cannot use socket " + socket, e);
        }
    }

    private IocpNotifySocketChannel(Channel parent, WinSocket socket) {
        this(parent, socket, socket.remoteAddress());
        updateLocalAddress();
    }

    /**
     * Returns what TCP knows of this connection.
     *
     * @throws ChannelException as {@link #tcpInfo(IocpNotifyTcpInfo)}
     */
    public IocpNotifyTcpInfo tcpInfo() {
        return tcpInfo(new IocpNotifyTcpInfo());
    }

    /**
     * Puts what TCP knows of this connection into {@code info}, which spares making a new one. Any thread may call it.
     *
     * @return {@code info}
     * @throws ChannelException if the channel is closed or not connected, or the system has no {@code SIO_TCP_INFO},
     *                          which came with Windows 10 1703
     */
    public IocpNotifyTcpInfo tcpInfo(IocpNotifyTcpInfo info) {
        try {
            info.readFrom(socket);
            return info;
        } catch (IOException e) {
            throw new ChannelException("cannot read SIO_TCP_INFO", e);
        }
    }

    /** For a connection to {@code remoteAddress}; {@code null} if there is none yet. */
    IocpNotifySocketChannel(Channel parent, WinSocket socket, InetSocketAddress remoteAddress) {
        super(parent, socket, remoteAddress != null, remoteAddress);
        config = new IocpNotifySocketChannelConfig(this);
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

    @Override
    boolean isAllowHalfClosure() {
        return config.isAllowHalfClosure();
    }

    @Override
    int soLinger() {
        return config.lingerSeconds();
    }

    @Override
    long maxBytesPerWrite() {
        return config.maxBytesPerWrite();
    }

    @Override
    void prepareWrite(long pending) {
        config.prepareWrite(pending);
    }

    @Override
    void setMaxBytesPerWrite(long bytes) {
        config.setMaxBytesPerWrite(bytes);
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        updateLocalAddress();
    }

    @Override
    boolean doConnect(SocketAddress remoteAddress, SocketAddress localAddress) throws Exception {
        // Before anything is done to the socket: a wrong address must leave it as it was.
        SocketAddresses.check(remoteAddress, socket.isIpv6());
        if (localAddress != null) {
            doBind(localAddress);
        }
        boolean begun = false;
        try {
            boolean connected = !connectWithFirstBytes((InetSocketAddress) remoteAddress) &&
                    socket.connect(remoteAddress);
            begun = true;
            return connected;
        } finally {
            if (!begun) {
                // Whatever comes of it, the reason is why it did not begin.
                unsafe().closeForcibly();
            }
        }
    }

    private boolean connectWithFirstBytes(InetSocketAddress remoteAddress) throws IOException {
        ChannelOutboundBuffer first = config.isTcpFastOpenConnect() ? unsafe().outboundBuffer() : null;
        fastOpen = first == null ? null : FastOpenConnect.begin(this, remoteAddress, first);
        return fastOpen != null;
    }

    @Override
    boolean isConnectingByPacket() {
        return fastOpen != null && fastOpen.isUnderWay();
    }

    @Override
    boolean finishConnectByPacket() throws IOException {
        return fastOpen.finish(unsafe().outboundBuffer());
    }

    @Override
    void releaseConnect() {
        if (fastOpen != null) {
            fastOpen.release();
        }
    }

    @Override
    void connected(SocketAddress remoteAddress) {
        forgetLocalAddress();
        InetSocketAddress named = (InetSocketAddress) remoteAddress;
        // The wildcard stands for this host; who asks for the peer wants to know which address that was.
        becomeActive(named.getAddress().isAnyLocalAddress() ? socket.remoteAddress() : named);
    }
}
