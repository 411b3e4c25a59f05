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

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * A proxy, and behind it an echo server on the same event loops.
 */
final class ProxyService implements Service {

    private final NettyHost host;
    private final ConnectionCount connections;
    private final ConnectionCount connectionsBehind = new ConnectionCount();
    private final Channel behind;
    private final SocketAddress address;

    ProxyService(ConnectionCount connections, NettyHost host) throws InterruptedException {
        this.host = host;
        this.connections = connections;
        EchoHandler echo = new EchoHandler(connectionsBehind);
        behind = host.listen(() -> echo);
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(),
                ((InetSocketAddress) behind.localAddress()).getPort());
    }

    @Override
    public ChannelHandler newHandler() {
        return new ProxyHandler(connections, host.socketChannel(), address);
    }

    @Override
    public void close() throws IOException {
        behind.close().syncUninterruptibly();
        connectionsBehind.awaitNone();
    }
}
