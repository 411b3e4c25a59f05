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

import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The state machine alone: no port, no sockets. Works on any platform.
 */
class StrandStateTest {

    /** The thread that was first may be stopped before it has added the strand, so the second adds it too. */
    @Test
    void whoeverFindsItQueuedAddsItAndOneRunsIt() {
        StrandState state = new StrandState();
        assertTrue(state.offer(5));
        assertTrue(state.offer(7));
        assertTrue(state.isQueued());
        assertEquals(5, state.begin());
        assertFalse(state.isQueued());
        assertEquals(StrandState.NOT_QUEUED, state.begin());
        assertFalse(state.end(false, 8));
        assertEquals(StrandState.NOT_QUEUED, state.begin());
        assertTrue(state.offer());
    }

    @Test
    void anOfferDuringTheRunMakesAnother() {
        StrandState state = new StrandState();
        state.offer(1);
        state.begin();
        assertFalse(state.offer(2));
        assertFalse(state.offer(3));
        assertTrue(state.end(false, 4));
        assertEquals(4, state.begin());
        assertFalse(state.end(false, 5));
    }

    /** Between the two, the carrier calls others, which takes time. */
    @Test
    void anOfferBeforeTheRunLooksForWorkIsForThatRun() {
        StrandState state = new StrandState();
        state.offer(1);
        state.begin();
        assertFalse(state.offer(2));
        state.runBegins();
        assertFalse(state.end(false, 3));
    }

    @Test
    void knownWorkMakesAnotherRun() {
        StrandState state = new StrandState();
        state.offer(1);
        state.begin();
        assertTrue(state.end(true, 2));
        state.begin();
        assertFalse(state.offer(3));
        assertTrue(state.end(true, 4));
    }

    @Test
    void aStrandThatDoesNotRunCannotEnd() {
        StrandState state = new StrandState();
        assertThrows(IllegalStateException.class, () -> state.end(true, 1));
    }

    /**
     * Producers offer pieces of work to a few strands, carriers run them. Every piece must be run, by one carrier at a
     * time, and what a run wrote without any synchronisation must be seen by the next.
     */
    @Test
    @Timeout(120)
    void noWorkIsLostAndNoStrandRunsTwiceAtOnce() throws Exception {
        final int strands = 3;
        final int producers = 3;
        final int carriers = 3;
        final int itemsPerProducer = 60000;
        final Strand[] all = new Strand[strands];
        for (int i = 0; i < strands; i++) {
            all[i] = new Strand();
        }
        final Queue<Strand> runQueue = new ConcurrentLinkedQueue<Strand>();
        final AtomicReference<Throwable> failure = new AtomicReference<Throwable>();
        final AtomicInteger left = new AtomicInteger(producers * itemsPerProducer);
        final CountDownLatch done = new CountDownLatch(producers + carriers);

        for (int i = 0; i < carriers; i++) {
            start(failure, done, () -> {
                while (left.get() > 0 && failure.get() == null) {
                    Strand strand = runQueue.poll();
                    if (strand != null) {
                        left.addAndGet(-strand.run(runQueue));
                    } else {
                        Thread.yield();
                    }
                }
            });
        }
        for (int i = 0; i < producers; i++) {
            final int producer = i;
            start(failure, done, () -> {
                for (int n = 0; n < itemsPerProducer; n++) {
                    Strand strand = all[(n + producer) % strands];
                    strand.work.add(n);
                    if (strand.state.offer()) {
                        runQueue.add(strand);
                    }
                    if ((n & 1023) == 0) {
                        // Lets the strands go idle, where wake-ups get lost if they do.
                        LockSupport.parkNanos(100000);
                    }
                }
            });
        }
        done.await();
        assertNull(failure.get());
        assertEquals(0, left.get());
        long ran = 0;
        for (Strand strand : all) {
            ran += strand.ran;
        }
        assertEquals(producers * itemsPerProducer, ran);
    }

    private static void start(AtomicReference<Throwable> failure, CountDownLatch done, Runnable body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            } finally {
                done.countDown();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static final class Strand {
        final StrandState state = new StrandState();
        final Queue<Integer> work = PlatformDependent.newMpscQueue();
        final AtomicInteger running = new AtomicInteger();
        // Plain on purpose.
        long ran;

        int run(Queue<Strand> runQueue) {
            if (state.begin() == StrandState.NOT_QUEUED) {
                return 0;
            }
            state.runBegins();
            if (running.getAndIncrement() != 0) {
                throw new AssertionError("a strand runs on two threads");
            }
            int count = 0;
            // A small batch, so that the end with known work is tried as well.
            while (count < 16 && work.poll() != null) {
                count++;
                ran++;
            }
            running.decrementAndGet();
            if (state.end(!work.isEmpty(), LoopClock.nanos())) {
                runQueue.add(this);
            }
            return count;
        }
    }
}
