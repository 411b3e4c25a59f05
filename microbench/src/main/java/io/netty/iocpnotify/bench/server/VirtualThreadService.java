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
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;

/**
 * A service on blocking sockets: one thread accepts, and each connection has a thread of its own.
 */
final class VirtualThreadService implements RunningService {

    private static final int BACKLOG = 1024;

    private final ConnectionCount connections = new ConnectionCount();
    private final ExecutorService threads;
    private final Conversation conversation;
    private final ServerSocket listener;

    VirtualThreadService(ExecutorService threads, Conversation conversation) throws IOException {
        this.threads = threads;
        this.conversation = conversation;
        listener = new ServerSocket(0, BACKLOG);
        threads.execute(this::accept);
    }

    private void accept() {
        try {
            for (;;) {
                Socket socket = listener.accept();
                connections.opened();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                e.printStackTrace();
            }
        }
    }

    private void serve(Socket socket) {
        try (Socket closed = socket) {
            closed.setTcpNoDelay(true);
            conversation.hold(closed);
        } catch (IOException e) {
            // A client that is through with its workload may leave while an answer is on its way.
        } finally {
            connections.closed();
        }
    }

    @Override
    public int port() {
        return listener.getLocalPort();
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

    /** What a connection is for. */
    interface Conversation {

        /** Returns when the client has closed it. */
        void hold(Socket socket) throws IOException;
    }
}
