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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.Version;

import java.util.concurrent.Executor;

/**
 * NIO, and this transport on both kinds of loops: for tests that do the same to all three.
 */
enum AnyTransport {

    NIO {
        @Override
        EventLoopGroup newGroup(int threads, Executor executor) {
            return group(threads, executor, NioIoHandler.newFactory());
        }
    },

    STRANDS {
        @Override
        EventLoopGroup newGroup(int threads, Executor executor) {
            return new IocpNotifyEventLoopGroup(threads, executor);
        }
    },

    HANDLER {
        @Override
        EventLoopGroup newGroup(int threads, Executor executor) {
            return group(threads, executor, IocpNotifyIoHandler.newFactory());
        }
    };

    /**
     * @param executor {@code null} for the default
     */
    abstract EventLoopGroup newGroup(int threads, Executor executor);

    final EventLoopGroup newGroup(int threads) {
        return newGroup(threads, null);
    }

    final SocketChannel newSocket() {
        return this == NIO ? new NioSocketChannel() : new IocpNotifySocketChannel();
    }

    final ServerChannel newServer() {
        return this == NIO ? new NioServerSocketChannel() : new IocpNotifyServerSocketChannel();
    }

    final DatagramChannel newDatagram() {
        return this == NIO ? new NioDatagramChannel() : new IocpNotifyDatagramChannel();
    }

    private static EventLoopGroup group(int threads, Executor executor, IoHandlerFactory factory) {
        return new MultiThreadIoEventLoopGroup(threads, executor, factory);
    }

    /** Whether NIO is that of Netty 4.2.{@code patch} or a later release. */
    static boolean isNioFrom(int patch) {
        String[] release = Version.identify().get("netty-transport").artifactVersion().split("\\.");
        return Integer.parseInt(release[2]) >= patch;
    }
}
