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
package io.netty.iocpnotify.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A measure of what the machine gets done: two threads pass a byte to and fro over a connection of their own, with a
 * pause in between. A program that stands still while this goes on and on is stuck. A clock would say so as well of one
 * that a busy machine has not come to.
 */
final class Pulse {

    /** The shortest time from beat to beat. */
    static final int BEAT_MILLIS = 20;

    private static final Pulse INSTANCE = new Pulse();

    private volatile long beats;

    private Pulse() {
        Socket near;
        Socket far;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(listener.getInetAddress(), listener.getLocalPort());
            far = listener.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("fuzz-pulse", () -> beat(near));
        start("fuzz-echo", () -> echo(far));
    }

    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    private static void start(String name, Part part) {
        Thread thread = new Thread(() -> {
            try {
                part.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void send(OutputStream out) throws IOException {
        out.write(0);
        out.flush();
    }

    private static void receive(InputStream in) throws IOException {
        if (in.read() < 0) {
            throw new IOException("the connection that beats has ended");
        }
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    private void beat(Socket socket) throws IOException, InterruptedException {
        while (true) {
            send(socket.getOutputStream());
            receive(socket.getInputStream());
            beats++;
            Thread.sleep(BEAT_MILLIS);
        }
    }

    private static void echo(Socket socket) throws IOException {
        while (true) {
            receive(socket.getInputStream());
            send(socket.getOutputStream());
        }
    }

    /** How often it has beaten since its first call, which starts it. */
    static long beats() {
        return INSTANCE.beats;
    }
}
