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
package io.netty.channel.iocpnotify.group;

import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Queue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The end of a strand alone: no port, no clock. Works on any platform.
 */
@Tag("races")
class StrandShutdownTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void onlyTheFirstRequestCounts() {
        StrandShutdown shutdown = new StrandShutdown();
        assertFalse(shutdown.isRequested());
        assertTrue(shutdown.request(0, 0, 0));
        assertFalse(shutdown.request(5, 5, 5));
        assertTrue(shutdown.isRequested());
        assertFalse(shutdown.isRejecting());
    }

    @Test
    void tasksAreRefusedAtOnceIfThatWasAskedFor() {
        StrandShutdown shutdown = new StrandShutdown();
        assertTrue(shutdown.requestAndReject(0));
        assertTrue(shutdown.isRequested());
        assertTrue(shutdown.isRejecting());
        assertFalse(shutdown.isTerminated());
        assertFalse(shutdown.requestAndReject(0));
        assertFalse(shutdown.request(5, 5, 5));
        assertTrue(shutdown.isConfirmed(0, true, false));
        StrandShutdown graceful = new StrandShutdown();
        graceful.request(0, 0, 0);
        assertFalse(graceful.requestAndReject(0));
        assertFalse(graceful.isRejecting());
    }

    @Test
    void noQuietPeriodEndsAtOnce() {
        StrandShutdown shutdown = new StrandShutdown();
        shutdown.request(0, 1000 * MILLI, 0);
        assertTrue(shutdown.isConfirmed(0, true, false));
    }

    @Test
    void theQuietPeriodStartsAgainWithEachTask() {
        StrandShutdown shutdown = new StrandShutdown();
        shutdown.request(200 * MILLI, 3000 * MILLI, 0);
        assertFalse(shutdown.isConfirmed(0, false, false));
        assertEquals(100 * MILLI, shutdown.nextCheckNanos());
        shutdown.ranTasks(150 * MILLI);
        assertFalse(shutdown.isConfirmed(200 * MILLI, false, false));
        assertFalse(shutdown.isConfirmed(349 * MILLI, false, false));
        assertTrue(shutdown.isConfirmed(350 * MILLI, false, false));
    }

    @Test
    void theTimeoutEndsAnUnquietStrand() {
        StrandShutdown shutdown = new StrandShutdown();
        shutdown.request(200 * MILLI, 1000 * MILLI, 0);
        shutdown.ranTasks(999 * MILLI);
        assertFalse(shutdown.isConfirmed(999 * MILLI, true, false));
        assertTrue(shutdown.isConfirmed(1000 * MILLI, true, false));
    }

    @Test
    void anAnswerThatThePortOwesIsWaitedForUpToTheTimeout() {
        StrandShutdown shutdown = new StrandShutdown();
        shutdown.request(0, 1000 * MILLI, 0);
        assertFalse(shutdown.isConfirmed(0, false, true));
        assertTrue(shutdown.nextCheckNanos() > 0);
        assertTrue(shutdown.isConfirmed(1000 * MILLI, false, true));
    }

    /** A task is run or its submitter is told that it is not: never both, never neither. */
    @Test
    @Timeout(120)
    void aTaskThatRacesWithTheEndIsRunOrRejected() throws Exception {
        final int submitters = 3;
        final int rounds = 500;
        final AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < rounds; round++) {
            final StrandShutdown shutdown = new StrandShutdown();
            final Queue<Runnable> tasks = PlatformDependent.newMpscQueue();
            final CyclicBarrier start = new CyclicBarrier(submitters + 1);
            final AtomicInteger ran = new AtomicInteger();
            final AtomicInteger rejected = new AtomicInteger();
            shutdown.request(0, 0, 0);
            Thread[] threads = new Thread[submitters];
            for (int i = 0; i < submitters; i++) {
                threads[i] = new Thread(() -> {
                    Runnable task = ran::incrementAndGet;
                    try {
                        start.await();
                    } catch (Exception e) {
                        wrong.incrementAndGet();
                    }
                    if (shutdown.isRejecting()) {
                        rejected.incrementAndGet();
                        return;
                    }
                    tasks.add(task);
                    if (shutdown.missed(task, tasks)) {
                        rejected.incrementAndGet();
                    }
                });
                threads[i].start();
            }
            start.await();
            shutdown.rejectTasks();
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            for (Runnable task : shutdown.terminate(tasks)) {
                task.run();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(submitters, ran.get() + rejected.get(), "round " + round);
        }
        assertEquals(0, wrong.get());
    }
}
