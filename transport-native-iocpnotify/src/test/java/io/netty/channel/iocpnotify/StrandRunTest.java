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
package io.netty.channel.iocpnotify;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Queue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

/** What a run that is cut short leaves for the next one. */
@Timeout(120)
class StrandRunTest {

    /** There is no memory for its name once, which the flight recorder asks for as the run begins. */
    private static final class NamelessLoop extends SingleThreadEventExecutor {
        private boolean fails = true;

        NamelessLoop() {
            super(null, new DefaultThreadFactory(NamelessLoop.class), true);
        }

        @Override
        protected void run() {
            throw new AssertionError("it needs no thread");
        }

        @Override
        public String toString() {
            if (fails) {
                fails = false;
                throw new OutOfMemoryError("expected in this test");
            }
            return "loop";
        }
    }

    private static final class NoTasks implements LoopTasks {
        @Override
        public void run(Runnable task) {
            task.run();
        }

        @Override
        public void fetchDue(Queue<Runnable> tasks) { }

        @Override
        public long nextDueNanos() {
            return CompletionPort.NO_DEADLINE;
        }

        @Override
        public void cancelScheduled() { }
    }

    @Test
    void theTurnToReadAgainIsNotForgotten() throws Exception {
        IocpNotify.ensureAvailability();
        GroupSettings settings = IocpNotifyEventLoopGroup.newBuilder().threads(1).settings();
        NamelessLoop loop = new NamelessLoop();
        // The carrier is this test.
        CarrierPool pool = new CarrierPool(settings, task -> { });
        try (Recording recording = new Recording()) {
            recording.enable("io.netty.iocpnotify.QueueDelay").withThreshold(Duration.ZERO);
            recording.start();
            Strand strand = new Strand(loop, new NoTasks(), pool, settings);
            pool.add(strand);
            strand.readAgain(LoopClock.nanos());
            assertSame(strand, pool.takeRunnable());
            // Long enough to be recorded.
            Thread.sleep(50);
            assertFalse(strand.run(new Quantum(), new RunMeter(new RunCounters())));
            assertFalse(loop.fails, "the run was not cut short");
            assertSame(strand, pool.takeRunnable(), "nobody would run the strand again");
            assertFalse(strand.run(new Quantum(), new RunMeter(new RunCounters())));
            assertNull(pool.takeRunnable());
        } finally {
            pool.close();
        }
    }
}
