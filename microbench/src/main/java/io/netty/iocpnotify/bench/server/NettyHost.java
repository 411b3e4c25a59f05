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
package io.netty.iocpnotify.bench.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.iocpnotify.IocpNotifyChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyTransport;

import java.util.concurrent.TimeUnit;

/**
 * A transport of Netty's with one group of event loops for all.
 */
final class NettyHost implements Host {

    private static final int BACKLOG = 1024;
    private static final int DATAGRAM_SIZE = 2048;
    private static final int END_SECONDS = 10;

    private final IocpNotifyTransport transport;
    private final EventLoopGroup group;
    private final int accepts;

    /**
     * @param group of that transport; ended by {@link #close()}
     * @param accepts how many {@code AcceptEx} are outstanding; 0 for what is usual. NIO does not know of it
     */
    NettyHost(IocpNotifyTransport transport, EventLoopGroup group, int accepts) {
        this.transport = transport;
        this.group = group;
        this.accepts = accepts;
    }

    @Override
    public String provider() {
        return transport.provider();
    }

    @Override
    public RunningService start(String name, Parameters parameters) throws Exception {
        ConnectionCount connections = new ConnectionCount();
        Service service = new Services(this).create(name, parameters, connections);
        Channel bound = name.equals(Services.DATAGRAM_ECHO) ? bindDatagrams(service) : listen(service);
        return new NettyService(service, connections, bound);
    }

    /** Listens for connections to a service. */
    Channel listen(Service service) throws InterruptedException {
        ServerBootstrap bootstrap = new ServerBootstrap();
        if (accepts != 0) {
            bootstrap.option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, accepts);
        }
        return bootstrap
                .group(group)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ch.pipeline().addLast(service.newHandler());
                    }
                })
                .bind(0).sync().channel();
    }

    /** The class of channels that connect, for services that are clients too. */
    Class<? extends Channel> socketChannel() {
        return transport.socketChannel();
    }

    private Channel bindDatagrams(Service service) throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(transport.datagramChannel())
                // 16 is the default of a channel that is given no allocator.
                .option(ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(DATAGRAM_SIZE).maxMessagesPerRead(16))
                .handler(service.newHandler())
                .bind(0).sync().channel();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
