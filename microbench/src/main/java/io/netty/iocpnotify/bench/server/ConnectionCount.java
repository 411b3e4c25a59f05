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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections the server has. A number and no collection of them: what is kept for each connection here would
 * be measured as the transport's.
 */
final class ConnectionCount {

    private static final int CLOSE_SECONDS = 20;
    private static final long POLL_MILLIS = 5;

    /** Written by the threads that serve connections, read by the thread that obeys commands. */
    private final AtomicInteger count = new AtomicInteger();

    void opened() {
        count.incrementAndGet();
    }

    void closed() {
        count.decrementAndGet();
    }

    int get() {
        return count.get();
    }

    /**
     * Waits until the last connection is closed.
     *
     * @throws IOException if that takes too long
     */
    void awaitNone() throws IOException {
        long begin = System.nanoTime();
        while (get() != 0) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(CLOSE_SECONDS)) {
                throw new IOException(get() + " connections are not closed after " + CLOSE_SECONDS + " s");
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("while connections close").initCause(e);
            }
        }
    }
}
