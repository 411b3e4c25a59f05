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

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * One service, bound to a port of its own.
 */
final class RunningService implements Closeable {

    private static final int BACKLOG = 1024;
    private static final int DATAGRAM_SIZE = 2048;
    private static final int CLOSE_SECONDS = 20;

    private final Service service;
    private final ConnectionCount connections;
    private final Channel bound;

    private RunningService(Service service, ConnectionCount connections, IocpNotifyTransport transport,
                           EventLoopGroup group, int accepts) throws InterruptedException {
        this.service = service;
        this.connections = connections;
        ServerBootstrap bootstrap = new ServerBootstrap();
        if (accepts != 0) {
            bootstrap.option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, accepts);
        }
        bound = bootstrap
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

    private RunningService(Service service, ConnectionCount connections, Bootstrap datagrams)
            throws InterruptedException {
        this.service = service;
        this.connections = connections;
        bound = datagrams.handler(service.newHandler()).bind(0).sync().channel();
    }

    /**
     * Listens on any port that is free.
     *
     * @param accepts how many {@code AcceptEx} are outstanding; 0 for what is usual. NIO does not know of it
     */
    static RunningService start(String name, Parameters parameters, IocpNotifyTransport transport, EventLoopGroup group,
                                int accepts) throws Exception {
        ConnectionCount connections = new ConnectionCount();
        if (!name.equals(Services.DATAGRAM_ECHO)) {
            return new RunningService(Services.create(name, parameters, connections), connections, transport, group,
                    accepts);
        }
        Bootstrap datagrams = new Bootstrap()
                .group(group)
                .channel(transport.datagramChannel())
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DATAGRAM_SIZE));
        return new RunningService(Services.create(name, parameters, connections), connections, datagrams);
    }

    int port() {
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    int connections() {
        return connections.get();
    }

    /**
     * Ends the service, once the clients have closed their connections.
     *
     * @throws IOException if the server does not get to know of it
     */
    @Override
    public void close() throws IOException {
        bound.close().syncUninterruptibly();
        try {
            if (!connections.awaitNone(CLOSE_SECONDS)) {
                throw new IOException(connections.get() + " connections are not closed after " + CLOSE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        service.close();
    }
}
