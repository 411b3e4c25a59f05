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

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A service on a transport of Netty's.
 */
final class NettyService implements RunningService {

    private final Service service;
    private final ConnectionCount connections;
    private final Channel bound;

    NettyService(Service service, ConnectionCount connections, Channel bound) {
        this.service = service;
        this.connections = connections;
        this.bound = bound;
    }

    @Override
    public int port() {
        return ((InetSocketAddress) bound.localAddress()).getPort();
    }

    @Override
    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        bound.close().syncUninterruptibly();
        connections.awaitNone();
        service.close();
    }
}
