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
package io.netty.iocpnotify.vertx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.DomainSocketAddress;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;

import java.net.SocketAddress;

/**
 * The transport as Vert.x wants it. {@link IocpNotifyVertxProvider} gives it to Vert.x. Each event loop is one thread,
 * with an {@link IocpNotifyIoHandler}, because Vert.x promises its users one thread for each context.
 * <p>
 * Vert.x calls all methods, in any thread. An option that Windows lacks has no effect, as with Vert.x on NIO:
 * {@code SO_REUSEPORT}, {@code TCP_CORK} and {@code TCP_QUICKACK}.
 */
public final class IocpNotifyVertxTransport implements Transport {

    /** Makes the transport, whether it can be used or not. */
    public IocpNotifyVertxTransport() { }

    /**
     * Tells whether the transport can be used. If it cannot, Vert.x takes NIO.
     *
     * @return {@code true} if it can be used
     */
    @Override
    public boolean isAvailable() {
        return unavailabilityCause() == null;
    }

    /**
     * Tells why the transport cannot be used. {@link io.vertx.core.Vertx#unavailableNativeTransportCause()} returns
     * the same. The cause is {@link IocpNotify#unavailabilityCause()}, or an {@link UnsupportedOperationException} that
     * names the release of Vert.x that is needed.
     *
     * @return the reason, or {@code null} if the transport can be used
     */
    @Override
    public Throwable unavailabilityCause() {
        Throwable cause = VertxRelease.cause();
        return cause != null ? cause : IocpNotify.unavailabilityCause();
    }

    /**
     * Tells whether Vert.x may use domain sockets.
     *
     * @return {@link IocpNotify#isDomainSocketAvailable()}
     */
    @Override
    public boolean supportsDomainSockets() {
        return IocpNotify.isDomainSocketAvailable();
    }

    @Override
    public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
        return address.isDomainSocket() ? new DomainSocketAddress(address.path()) : Transport.super.convert(address);
    }

    @Override
    public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
        if (address instanceof DomainSocketAddress) {
            return io.vertx.core.net.SocketAddress.domainSocketAddress(((DomainSocketAddress) address).path());
        }
        return Transport.super.convert(address);
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return IocpNotifyIoHandler.newFactory();
    }

    @Override
    @SuppressWarnings("deprecation")
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return new IocpNotifyDatagramChannel(
                family == InternetProtocolFamily.IPv6 ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return IocpNotifyDatagramChannel::new;
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return domainSocket ? IocpNotifyDomainSocketChannel::new : IocpNotifySocketChannel::new;
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return domainSocket ? IocpNotifyServerDomainSocketChannel::new : IocpNotifyServerSocketChannel::new;
    }

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
        Transport.super.configure(channel, options);
        VertxOptionMapping.multicast(channel.config(), options);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        Transport.super.configure(config, domainSocket, bootstrap);
        if (!domainSocket) {
            VertxOptionMapping.client(config, bootstrap);
        }
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
        Transport.super.configure(config, domainSocket, bootstrap);
        if (!domainSocket) {
            VertxOptionMapping.server(config, bootstrap);
        }
    }
}
