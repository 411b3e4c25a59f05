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
package io.netty.iocpnotify.example;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.util.Locale;

/**
 * What a service swaps to change its transport: the event loop group and the two classes of channels, nothing else.
 */
enum Transport {
    /** The JDK's selectors. */
    NIO(NioServerSocketChannel.class, NioSocketChannel.class) {
        @Override
        EventLoopGroup newGroup(int threads) {
            return new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
        }

        @Override
        String provider() {
            return "jdk";
        }
    },
    /** All threads share one completion port; an event loop is run by whichever thread is free. */
    IOCPNOTIFY(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class) {
        @Override
        EventLoopGroup newGroup(int threads) {
            return threads == 0 ? new IocpNotifyEventLoopGroup() : new IocpNotifyEventLoopGroup(threads);
        }
    },
    /** The same channels on Netty's own group: each event loop is one thread and has a completion port to itself. */
    IOCPHANDLER(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class) {
        @Override
        EventLoopGroup newGroup(int threads) {
            return new MultiThreadIoEventLoopGroup(threads, IocpNotifyIoHandler.newFactory());
        }
    };

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> clientChannel;

    Transport(Class<? extends ServerSocketChannel> serverChannel, Class<? extends SocketChannel> clientChannel) {
        this.serverChannel = serverChannel;
        this.clientChannel = clientChannel;
    }

    /**
     * Makes the group that serves all channels of a program.
     *
     * @param threads the number of threads, 0 for Netty's default
     */
    abstract EventLoopGroup newGroup(int threads);

    Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    Class<? extends SocketChannel> clientChannel() {
        return clientChannel;
    }

    /**
     * Returns what tells this transport that a socket is ready.
     */
    String provider() {
        return IocpNotify.provider();
    }

    /** The name as it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
