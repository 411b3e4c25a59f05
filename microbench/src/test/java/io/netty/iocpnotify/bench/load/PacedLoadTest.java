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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A server that stalls must not slow down the requests that it is measured by.
 */
@Timeout(120)
class PacedLoadTest {

    private static final int PER_SECOND = 500;
    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long STALL_MILLIS = 1000;

    private final AtomicBoolean stall = new AtomicBoolean();

    @Test
    void sendsAtItsRate() throws Exception {
        assertEquals(PER_SECOND, measure(4).rate(), 0.2 * PER_SECOND);
    }

    /**
     * With one connection, half of the window's requests are due while the server stalls, and half of these for more
     * than half of the stall. A closed loop would have one late answer.
     */
    @Test
    void chargesAStallToAllThatWereDue() throws Exception {
        stall.set(true);
        LoadResult result = measure(1);
        double late = TimeUnit.MILLISECONDS.toMicros(STALL_MILLIS) / 2.0;
        assertTrue(result.latencyMicros(85) > late, "85 % within " + result.latencyMicros(85) + " µs");
    }

    /** What was due in the window is waited for, though the window ends while the server stalls. */
    @Test
    void chargesAStallAtTheEndToo() throws Exception {
        try (ThreadedEcho server = newServer(); Load load = PacedLoad.ofEcho(server.address(), 1, PER_SECOND, 64)) {
            load.open();
            load.start();
            load.run(WINDOW_NANOS / 4);
            load.beginWindow();
            load.run(WINDOW_NANOS / 4);
            stall.set(true);
            load.run(TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS / 2));
            load.settle();
            LoadResult result = load.result();
            double late = TimeUnit.MILLISECONDS.toMicros(STALL_MILLIS) / 2.0;
            assertTrue(result.latencyMicros(75) > late, "75 % within " + result.latencyMicros(75) + " µs");
        }
    }

    private LoadResult measure(int connections) throws Exception {
        try (ThreadedEcho server = newServer();
             Load load = PacedLoad.ofEcho(server.address(), connections, PER_SECOND, 64)) {
            load.open();
            load.start();
            load.beginWindow();
            load.run(WINDOW_NANOS);
            load.settle();
            return load.result();
        }
    }

    private ThreadedEcho newServer() throws Exception {
        return new ThreadedEcho((message, length) -> {
            if (stall.compareAndSet(true, false)) {
                Thread.sleep(STALL_MILLIS);
            }
        });
    }
}
