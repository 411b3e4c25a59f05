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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroupBuilder;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * What is compared.
 */
public enum ServerTransport {
    /** The JDK's selectors. */
    NIO(NioServerSocketChannel.class, NioSocketChannel.class, NioDatagramChannel.class) {
        @Override
        public EventLoopGroup newGroup(int threads, IocpNotifyEventLoopGroupBuilder options) {
            return new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
        }

        @Override
        public String provider() {
            return "jdk";
        }
    },
    /** All threads share one completion port. */
    IOCPNOTIFY(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class, IocpNotifyDatagramChannel.class) {
        @Override
        public EventLoopGroup newGroup(int threads, IocpNotifyEventLoopGroupBuilder options) {
            return options.threads(threads).build();
        }
    },
    /** Each event loop is one thread with a completion port to itself. */
    IOCPHANDLER(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class, IocpNotifyDatagramChannel.class) {
        @Override
        public EventLoopGroup newGroup(int threads, IocpNotifyEventLoopGroupBuilder options) {
            return new MultiThreadIoEventLoopGroup(threads, IocpNotifyIoHandler.newFactory());
        }
    };

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> socketChannel;
    private final Class<? extends DatagramChannel> datagramChannel;

    ServerTransport(Class<? extends ServerSocketChannel> serverChannel,
                    Class<? extends SocketChannel> socketChannel,
                    Class<? extends DatagramChannel> datagramChannel) {
        this.serverChannel = serverChannel;
        this.socketChannel = socketChannel;
        this.datagramChannel = datagramChannel;
    }

    /**
     * @param options what {@link #IOCPNOTIFY} is made of
     */
    public abstract EventLoopGroup newGroup(int threads, IocpNotifyEventLoopGroupBuilder options);

    public Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    public Class<? extends SocketChannel> socketChannel() {
        return socketChannel;
    }

    public Class<? extends DatagramChannel> datagramChannel() {
        return datagramChannel;
    }

    /** What tells the transport that a socket is ready. */
    public String provider() {
        return IocpNotify.provider();
    }
}
