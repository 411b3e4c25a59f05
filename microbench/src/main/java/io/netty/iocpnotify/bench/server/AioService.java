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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.CompletionHandler;
import java.util.function.BiFunction;

/**
 * A service on asynchronous channels: accepts the next connection, then begins with the one it has.
 */
final class AioService implements RunningService, CompletionHandler<AsynchronousSocketChannel, Void> {

    private static final int BACKLOG = 1024;

    private final ConnectionCount connections = new ConnectionCount();
    private final BiFunction<AsynchronousSocketChannel, ConnectionCount, AioConnection> newConnection;
    private final AsynchronousServerSocketChannel listener;

    AioService(AsynchronousChannelGroup group,
               BiFunction<AsynchronousSocketChannel, ConnectionCount, AioConnection> newConnection)
            throws IOException {
        this.newConnection = newConnection;
        listener = AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(0), BACKLOG);
        listener.accept(null, this);
    }

    @Override
    public void completed(AsynchronousSocketChannel channel, Void attachment) {
        if (listener.isOpen()) {
            listener.accept(null, this);
        }
        connections.opened();
        AioConnection connection = newConnection.apply(channel, connections);
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.begin();
        } catch (IOException e) {
            connection.failed(e, null);
        }
    }

    @Override
    public void failed(Throwable cause, Void attachment) {
        // Ended, unless it is the failure of one connection.
        if (!(cause instanceof ClosedChannelException)) {
            cause.printStackTrace();
            listener.accept(null, this);
        }
    }

    @Override
    public int port() {
        try {
            return ((InetSocketAddress) listener.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        connections.awaitNone();
    }
}
