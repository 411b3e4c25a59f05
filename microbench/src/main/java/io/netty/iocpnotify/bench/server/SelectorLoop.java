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
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A thread that waits at a selector.
 */
final class SelectorLoop implements Runnable {

    private final Selector selector = Selector.open();
    /** Filled by any thread. */
    private final Queue<Runnable> registrations = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    /** Set by the thread that closes, read by that of the loop. */
    private volatile boolean ended;

    SelectorLoop(String name) throws IOException {
        thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Any thread may call it. */
    void register(SelectableChannel channel, int ops, Handler handler) {
        registrations.add(() -> {
            try {
                channel.register(selector, ops, handler);
            } catch (ClosedChannelException e) {
                throw new UncheckedIOException(e);
            }
        });
        selector.wakeup();
    }

    /** The selector lets go of channels that were closed. */
    void wakeUp() {
        selector.wakeup();
    }

    @Override
    public void run() {
        try (Selector closed = selector) {
            while (!ended) {
                closed.select(SelectorLoop::handle);
                for (Runnable next = registrations.poll(); next != null; next = registrations.poll()) {
                    next.run();
                }
            }
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private static void handle(SelectionKey key) {
        try {
            ((Handler) key.attachment()).ready(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() throws InterruptedException {
        ended = true;
        selector.wakeup();
        thread.join();
    }

    /** Handles what the selector tells, in the thread of the loop. */
    interface Handler {

        void ready(SelectionKey key) throws IOException;
    }
}
