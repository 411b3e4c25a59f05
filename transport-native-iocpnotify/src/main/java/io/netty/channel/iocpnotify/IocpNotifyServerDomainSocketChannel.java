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
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * A {@link io.netty.channel.ServerChannel} for stream sockets of the family {@code AF_UNIX}. They connect processes of
 * one machine by a path of its file system. {@link IocpNotify#isDomainSocketAvailable()} tells whether the system has
 * them. The channel needs an event loop as {@link IocpNotifyServerSocketChannel} does.
 * <p>
 * It binds to a {@link DomainSocketAddress}, or to a {@code java.net.UnixDomainSocketAddress}. The path has at most 107
 * bytes in UTF-8. It must not be empty, and Windows has no abstract names.
 * <p>
 * The bind makes the file, and the close of the channel deletes it, as in Netty's other transports. The bind never
 * deletes a file. If the file is there already, the bind fails with a {@link java.net.BindException}. A server that
 * crashed has left its file behind. The program must delete this file before it binds again.
 */
public final class IocpNotifyServerDomainSocketChannel extends AbstractIocpNotifyServerChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(IocpNotifyServerDomainSocketChannel.class);

    private final IocpNotifyServerDomainSocketChannelConfig config;

    /** The file that the bind made, until it is deleted. Written by the loop, or by any thread if there is no loop. */
    private volatile DomainSocketAddress bound;

    /**
     * Makes a channel.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if the system {@linkplain IocpNotify#isDomainSocketAvailable() has no} such
     *         sockets
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyServerDomainSocketChannel() {
        super(DomainSocket.open(), false);
        config = new IocpNotifyServerDomainSocketChannelConfig(this);
    }

    @Override
    public IocpNotifyServerDomainSocketChannelConfig config() {
        return config;
    }

    /** {@return the address that the channel is bound to, or {@code null} if it was never bound} */
    @Override
    public DomainSocketAddress localAddress() {
        return (DomainSocketAddress) super.localAddress();
    }

    /** {@return {@code null}, because a listener has no peer} */
    @Override
    public DomainSocketAddress remoteAddress() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        DomainSocketAddress local = DomainSocket.check(localAddress);
        DomainSocket.bind(socket, local);
        bound = local;
        this.local = local;
        socket.listen(config.getBacklog());
        becomeActive(null);
    }

    @Override
    Channel newChildChannel(WinSocket socket, InetSocketAddress localAddress, InetSocketAddress remoteAddress) {
        return new IocpNotifyDomainSocketChannel(this, socket, DomainSocket.remoteAddress(socket));
    }

    @Override
    protected void doClose() throws Exception {
        DomainSocketAddress bound = this.bound;
        this.bound = null;
        try {
            super.doClose();
        } finally {
            if (bound != null) {
                delete(bound);
            }
        }
    }

    private static void delete(DomainSocketAddress bound) {
        try {
            Files.deleteIfExists(Paths.get(bound.path()));
        } catch (IOException | RuntimeException e) {
            logger.debug("Failed to delete the file of a domain socket: {}", bound.path(), e);
        }
    }
}
