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
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The selectors of the JDK without Netty, one for each thread. What NIO reaches with Netty is this less what Netty's
 * pipeline takes.
 */
final class SelectorHost implements Host {

    private static final int BACKLOG = 1024;

    private final List<SelectorLoop> loops = new ArrayList<>();

    SelectorHost(int threads) throws IOException {
        for (int i = 0; i < threads; i++) {
            loops.add(new SelectorLoop("selector-" + i));
        }
    }

    @Override
    public String provider() {
        return "jdk";
    }

    @Override
    public RunningService start(String name, Parameters parameters) throws IOException {
        if (!name.equals("echo")) {
            throw new IllegalArgumentException("no service is called " + name);
        }
        return new Echo();
    }

    @Override
    public void close() throws IOException {
        for (SelectorLoop loop : loops) {
            try {
                loop.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("while threads end").initCause(e);
            }
        }
    }

    /** Accepts in the first loop. The loops get connections by turns. */
    private final class Echo implements RunningService, SelectorLoop.Handler {

        private final ConnectionCount connections = new ConnectionCount();
        private final ServerSocketChannel listener = ServerSocketChannel.open();
        private int accepted;

        Echo() throws IOException {
            listener.configureBlocking(false);
            listener.bind(new InetSocketAddress(0), BACKLOG);
            loops.get(0).register(listener, SelectionKey.OP_ACCEPT, this);
        }

        @Override
        public void ready(SelectionKey key) throws IOException {
            for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                connections.opened();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                loops.get(accepted++ % loops.size()).register(channel, SelectionKey.OP_READ,
                        new SelectorEcho(channel, connections));
            }
        }

        @Override
        public int port() {
            return listener.socket().getLocalPort();
        }

        @Override
        public int connections() {
            return connections.get();
        }

        @Override
        public void close() throws IOException {
            listener.close();
            loops.get(0).wakeUp();
            connections.awaitNone();
        }
    }
}
