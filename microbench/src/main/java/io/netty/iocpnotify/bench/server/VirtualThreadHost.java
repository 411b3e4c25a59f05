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

import io.netty.iocpnotify.bench.load.Tape;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Blocking sockets, each served by a virtual thread of its own. How many threads carry those, the system property
 * {@code jdk.virtualThreadScheduler.parallelism} says.
 */
final class VirtualThreadHost implements Host {

    private static final int BUFFER_SIZE = 16 * 1024;

    private final ExecutorService threads = newThreads();

    /** By reflection, because this is compiled for releases of Java that have no virtual threads. */
    private static ExecutorService newThreads() {
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads take Java 21 or later, this is " +
                    Runtime.version().feature(), e);
        }
    }

    @Override
    public String provider() {
        return "jdk " + Runtime.version().feature();
    }

    @Override
    public RunningService start(String name, Parameters parameters) throws IOException {
        return new VirtualThreadService(threads, conversation(name));
    }

    private static VirtualThreadService.Conversation conversation(String name) {
        switch (name) {
            case "echo":
                return VirtualThreadHost::echo;
            case "stream":
                byte[] tape = new byte[Tape.PERIOD + StreamTape.BYTES_PER_WRITE];
                StreamTape.create().get(tape);
                return socket -> stream(socket, tape);
            default:
                throw new IllegalArgumentException("no service is called " + name);
        }
    }

    /** Sends back what it reads. */
    private static void echo(Socket socket) throws IOException {
        byte[] buffer = new byte[BUFFER_SIZE];
        for (int length = read(socket, buffer); length >= 0; length = read(socket, buffer)) {
            socket.getOutputStream().write(buffer, 0, length);
        }
    }

    private static int read(Socket socket, byte[] buffer) throws IOException {
        return socket.getInputStream().read(buffer);
    }

    /** After the first byte that it reads, sends the tape without end. */
    private static void stream(Socket socket, byte[] tape) throws IOException {
        if (socket.getInputStream().read() < 0) {
            return;
        }
        for (int place = 0;; place = StreamTape.wrap(place + StreamTape.BYTES_PER_WRITE)) {
            socket.getOutputStream().write(tape, place, StreamTape.BYTES_PER_WRITE);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
