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
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * A {@link io.netty.channel.ServerChannel} for stream sockets of the family {@code AF_UNIX}, which connect the
 * processes of one machine by a path of its file system: {@link IocpNotify#isDomainSocketAvailable()} tells whether
 * there are any.
 * <p>
 * It binds to a {@link DomainSocketAddress}, or a {@code java.net.UnixDomainSocketAddress}. Its path has 107 bytes in
 * UTF-8 at most; there are neither abstract nor empty names. Binding makes the file and closing the channel deletes it,
 * as in Netty's other transports. A file that is there already is never deleted: the bind fails with a
 * {@link java.net.BindException}. So who starts again after a crash deletes the file that was left behind first.
 */
public final class IocpNotifyServerDomainSocketChannel extends AbstractIocpNotifyServerChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(IocpNotifyServerDomainSocketChannel.class);

    private final IocpNotifyServerDomainSocketChannelConfig config;

    /** The file that was made, until it is deleted. Written by the loop, or by any thread while there is none. */
    private volatile DomainSocketAddress bound;

    /**
     * Makes a channel.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if the system {@linkplain IocpNotify#isDomainSocketAvailable() has no} such
     *                                       sockets
     * @throws ChannelException if the system has no socket to give
     */
    public IocpNotifyServerDomainSocketChannel() {
        super(DomainSocket.open(), false);
        config = new IocpNotifyServerDomainSocketChannelConfig(this);
    }

    @Override
    public IocpNotifyServerDomainSocketChannelConfig config() {
        return config;
    }

    @Override
    public DomainSocketAddress localAddress() {
        return (DomainSocketAddress) super.localAddress();
    }

    /** Returns {@code null}: a listener has no peer. */
    @Override
    public DomainSocketAddress remoteAddress() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        DomainSocketAddress local = DomainPath.check(localAddress);
        DomainSocket.bind(socket, local);
        bound = local;
        updateLocalAddress(local);
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
