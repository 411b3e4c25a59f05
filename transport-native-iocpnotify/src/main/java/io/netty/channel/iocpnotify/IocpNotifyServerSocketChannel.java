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
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A {@link ServerSocketChannel} that is told of new connections by Winsock's socket state notifications. It needs a
 * loop of {@link IocpNotifyEventLoopGroup}, or of {@link io.netty.channel.MultiThreadIoEventLoopGroup} with
 * {@link IocpNotifyIoHandler#newFactory()}.
 * <p>
 * Unlike NIO's it passes over connections that were reset before they were accepted.
 */
public final class IocpNotifyServerSocketChannel extends AbstractIocpNotifyServerChannel
        implements ServerSocketChannel {

    private final IocpNotifyServerSocketChannelConfig config;

    /**
     * Makes a channel for IPv6 and IPv4, or for IPv4 only where there is no IPv6 or
     * {@code java.net.preferIPv4Stack} is set.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket to give
     */
    public IocpNotifyServerSocketChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of the given family; {@link SocketProtocolFamily#INET6} serves IPv4, too. {@code null} chooses as
     * {@link #IocpNotifyServerSocketChannel()} does.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket of that kind to give
     */
    public IocpNotifyServerSocketChannel(SocketProtocolFamily protocol) {
        super(ChannelSocket.newStream(protocol), false);
        config = new IocpNotifyServerSocketChannelConfig(this);
    }

    /**
     * Makes a channel of a {@code SOCKET} that was made elsewhere, for TCP over IPv6 and IPv4, or IPv4. The channel
     * owns it from now on, and it is non-blocking from now on. If it listens already, the channel is active when it is
     * registered. When this throws, the socket is still the caller's, and as it was.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is no such socket
     */
    public IocpNotifyServerSocketChannel(long socket) {
        this(ChannelSocket.adoptListener(socket));
    }

    private IocpNotifyServerSocketChannel(WinSocket socket) {
        super(socket, ChannelSocket.isListening(socket));
        config = new IocpNotifyServerSocketChannelConfig(this);
        updateLocalAddress();
    }

    @Override
    public IocpNotifyServerSocketChannelConfig config() {
        return config;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    /** Returns {@code null}: a listener has no peer. */
    @Override
    public InetSocketAddress remoteAddress() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        updateLocalAddress();
        if (config.getTcpFastopen() > 0 && FastOpenConnect.isAvailable(false)) {
            socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_FASTOPEN, 1);
        }
        socket.listen(config.getBacklog());
        becomeActive(null);
    }

    @Override
    int outstandingAccepts() {
        return config.getOutstandingAccepts();
    }

    @Override
    Channel newChildChannel(WinSocket socket, InetSocketAddress localAddress, InetSocketAddress remoteAddress) {
        IocpNotifySocketChannel child = new IocpNotifySocketChannel(this, socket, remoteAddress);
        InetSocketAddress local = localAddress == null ? localAddress() : localAddress;
        if (local != null && !local.getAddress().isAnyLocalAddress()) {
            // Who reached a listener at one address has that address on this side: the system need not be asked.
            child.rememberLocalAddress(local);
        }
        return child;
    }
}
