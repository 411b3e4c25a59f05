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
import io.netty.channel.iocpnotify.winsock.DomainSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.unix.DomainSocketAddress;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * A {@link io.netty.channel.socket.DuplexChannel} for stream sockets of the family {@code AF_UNIX}. They connect
 * processes of one machine by a path of its file system. {@link IocpNotify#isDomainSocketAvailable()} tells whether the
 * system has them. The channel needs an event loop as {@link IocpNotifySocketChannel} does.
 * <p>
 * It connects to a {@link DomainSocketAddress}, or to a {@code java.net.UnixDomainSocketAddress}.
 * {@link IocpNotifyServerDomainSocketChannel} tells the rules for paths. A socket that was not bound, as that of most
 * clients, has an address with an empty path. The file of a client that was bound stays there after the close, as in
 * Netty's other transports. The channel cannot send file descriptors, because Windows has none.
 */
public final class IocpNotifyDomainSocketChannel extends AbstractIocpNotifyStreamChannel {

    private final IocpNotifyDomainSocketChannelConfig config;

    /**
     * Makes a channel.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if the system {@linkplain IocpNotify#isDomainSocketAvailable() has no} such
     *         sockets
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyDomainSocketChannel() {
        super(null, DomainSocket.open(), false, null);
        config = new IocpNotifyDomainSocketChannelConfig(this);
    }

    IocpNotifyDomainSocketChannel(Channel parent, WinSocket socket, DomainSocketAddress remoteAddress) {
        super(parent, socket, true, remoteAddress);
        config = new IocpNotifyDomainSocketChannelConfig(this);
    }

    @Override
    public IocpNotifyDomainSocketChannelConfig config() {
        return config;
    }

    @Override
    public IocpNotifyServerDomainSocketChannel parent() {
        return (IocpNotifyServerDomainSocketChannel) super.parent();
    }

    /**
     * {@return the address of this side, or {@code null} if there is none yet} Its path is empty if the channel is
     * connected and was not bound.
     */
    @Override
    public DomainSocketAddress localAddress() {
        return (DomainSocketAddress) super.localAddress();
    }

    /**
     * {@return the address of the peer, or {@code null} if the channel was never connected} Its path is empty if the
     * peer was not bound.
     */
    @Override
    public DomainSocketAddress remoteAddress() {
        return (DomainSocketAddress) super.remoteAddress();
    }

    /**
     * {@return the id of the process at the other end: {@code SIO_AF_UNIX_GETPEERPID}} Any thread may call this method.
     *
     * @throws IOException if the channel is closed or not connected, or the system does not tell the id
     */
    public long peerProcessId() throws IOException {
        return DomainSocket.peerProcessId(socket);
    }

    @Override
    SocketAddress askLocalAddress() {
        return DomainSocket.localAddress(socket);
    }

    @Override
    boolean isAllowHalfClosure() {
        return config.isAllowHalfClosure();
    }

    @Override
    int soLinger() {
        // Not an option of these sockets.
        return -1;
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        DomainSocketAddress local = DomainSocket.check(localAddress);
        DomainSocket.bind(socket, local);
        this.local = local;
    }

    @Override
    void checkRemote(SocketAddress remoteAddress) throws IOException {
        DomainSocket.check(remoteAddress);
    }

    @Override
    boolean beginConnect(SocketAddress remoteAddress) throws IOException {
        return DomainSocket.connect(socket, DomainSocket.check(remoteAddress));
    }

    @Override
    void connected(SocketAddress remoteAddress) {
        becomeActive(DomainSocket.convert(remoteAddress));
    }
}
