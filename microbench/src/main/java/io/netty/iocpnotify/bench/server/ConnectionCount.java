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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections the server has. A number and no collection of them: what is kept for each connection here would
 * be measured as the transport's.
 */
final class ConnectionCount {

    private static final long POLL_MILLIS = 5;

    /** Written by event loops, read by the thread that obeys commands. */
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

    /** Waits until the last connection is closed; returns whether it was within that time. */
    boolean awaitNone(long seconds) throws InterruptedException {
        long begin = System.nanoTime();
        while (get() != 0) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(seconds)) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }
}
