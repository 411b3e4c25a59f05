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
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A {@link ServerSocketChannel} for TCP. Winsock's socket state notifications tell it when connections have come. It
 * needs an event loop of {@link IocpNotifyEventLoopGroup}, or of {@link io.netty.channel.MultiThreadIoEventLoopGroup}
 * with {@link IocpNotifyIoHandler#newFactory()}. Each connection is an {@link IocpNotifySocketChannel}.
 * <p>
 * A connection may be reset before it is accepted. This channel passes over such a connection, and accepts the next
 * one. With NIO, Netty stops accepting for a second then.
 */
public final class IocpNotifyServerSocketChannel extends AbstractIocpNotifyServerChannel
        implements ServerSocketChannel {

    private final ReadAgain.FirstReads firstReads = new ReadAgain.FirstReads();
    private final IocpNotifyServerSocketChannelConfig config;

    /**
     * Makes a channel for IPv6 and IPv4. The channel is for IPv4 only if the system has no IPv6, or if
     * {@code java.net.preferIPv4Stack} is {@code true}.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyServerSocketChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of a protocol family.
     *
     * @param protocol {@link SocketProtocolFamily#INET6} for IPv6 and IPv4, or {@link SocketProtocolFamily#INET} for
     *         IPv4 only. {@code null} chooses as {@link #IocpNotifyServerSocketChannel()} does
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if {@code protocol} is another family
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyServerSocketChannel(SocketProtocolFamily protocol) {
        super(ChannelSocket.newStream(protocol), false);
        config = new IocpNotifyServerSocketChannelConfig(this);
    }

    /**
     * Makes a channel of a {@code SOCKET} that other code has made. The socket must be for TCP, over IPv6 and IPv4 or
     * over IPv4 only. From now on the channel owns it, and the socket is non-blocking. If it listens already, the
     * channel is active once it is registered. If the socket is of another kind, it stays as it was, and the caller
     * still owns it.
     *
     * @param socket the {@code SOCKET}
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is not such a socket
     */
    public IocpNotifyServerSocketChannel(long socket) {
        this(ChannelSocket.adoptListener(socket));
        config.mayPassOnLinger = true;
    }

    private IocpNotifyServerSocketChannel(WinSocket socket) {
        super(socket, ChannelSocket.isListening(socket));
        config = new IocpNotifyServerSocketChannelConfig(this);
        local = askLocalAddress();
    }

    @Override
    public IocpNotifyServerSocketChannelConfig config() {
        return config;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    /** {@return {@code null}, because a listener has no peer} */
    @Override
    public InetSocketAddress remoteAddress() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        local = askLocalAddress();
        if (config.getTcpFastopen() > 0 && FastOpenConnect.isAvailable(false)) {
            socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_FASTOPEN, 1);
        }
        config.inheritedNoDelay.passOn(socket);
        socket.listen(config.getBacklog());
        becomeActive(null);
    }

    @Override
    int outstandingAccepts() {
        return config.getOutstandingAccepts();
    }

    @Override
    Channel newChildChannel(WinSocket socket, InetSocketAddress localAddress, InetSocketAddress remoteAddress) {
        // A socket that AcceptEx has filled was made by itself, so nothing is known of it.
        boolean noDelay = localAddress == null && config.inheritedNoDelay.isSetOn(socket);
        IocpNotifySocketChannel child = new IocpNotifySocketChannel(this, socket, remoteAddress, noDelay);
        if (config.mayPassOnLinger) {
            child.config().socketMayChange();
        }
        InetSocketAddress local = localAddress == null ? localAddress() : localAddress;
        if (local != null && !local.getAddress().isAnyLocalAddress()) {
            // The listener has a single address, so the connection has it on this side. The system need not be asked.
            child.local = local;
        }
        if (firstReads.isNextTried()) {
            child.readFirst(firstReads);
        }
        return child;
    }
}
