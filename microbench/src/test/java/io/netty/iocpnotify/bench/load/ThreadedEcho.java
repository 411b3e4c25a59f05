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
package io.netty.iocpnotify.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * An echo server with a thread for each connection, for what loads make of servers that are slow or wrong.
 */
final class ThreadedEcho implements Closeable {

    private static final int BACKLOG = 100;

    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final Behaviour behaviour;

    ThreadedEcho(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        startDaemon(this::accept);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void accept() {
        try {
            for (;;) {
                Socket socket = listener.accept();
                startDaemon(() -> echo(socket));
            }
        } catch (IOException e) {
            // Closed: that is the end of the test.
        }
    }

    private void echo(Socket socket) {
        try (Socket closed = socket) {
            closed.setTcpNoDelay(true);
            byte[] buffer = new byte[64 * 1024];
            for (int length = closed.getInputStream().read(buffer); length >= 0;
                 length = closed.getInputStream().read(buffer)) {
                behaviour.beforeEcho(buffer, length);
                closed.getOutputStream().write(buffer, 0, length);
            }
        } catch (IOException | InterruptedException e) {
            // The client has gone.
        }
    }

    private static void startDaemon(Runnable task) {
        Thread thread = new Thread(task, "threaded-echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** What it does with a message before it sends it back. */
    interface Behaviour {
        void beforeEcho(byte[] message, int length) throws InterruptedException;
    }
}
