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

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.group.RunMeter.Quantum;
import io.netty.channel.iocpnotify.group.Strand.LoopTasks;
import io.netty.channel.iocpnotify.loop.DueReads;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Queue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a run that is cut short leaves for the next one, and what a thread that is stopped leaves for others. */
@Timeout(120)
class StrandRunTest {

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
    void dueReadsAreNotForgotten() throws Exception {
        IocpNotify.ensureAvailability();
        GroupSettings settings = new GroupSettings();
        settings.threads = 1;
        // The carrier is this test.
        CarrierPool pool = new CarrierPool(settings, task -> { });
        try {
            Strand strand = new Strand(ImmediateEventExecutor.INSTANCE, new NoTasks(), null, pool, settings);
            pool.add(strand);
            // What is no registration cuts the run short, as want of memory may.
            DueReads dueReads = strand.registrations().dueReads;
            dueReads.add(null);
            strand.wake(LoopClock.nanos());
            assertSame(strand, pool.takeRunnable());
            assertFalse(strand.run(new Quantum(), new RunMeter(new RunCounters())));
            dueReads.clear();
            assertSame(strand, pool.takeRunnable(), "nobody would run the strand again");
            assertFalse(strand.run(new Quantum(), new RunMeter(new RunCounters())));
            assertNull(pool.takeRunnable());
        } finally {
            pool.close();
        }
    }

    /** A thread that submits a task may be stopped before it has put the strand into the run queue. */
    @Test
    void aPacketHelpsAStrandThatIsQueuedAndNotInTheRunQueue() throws Exception {
        IocpNotify.ensureAvailability();
        GroupSettings settings = new GroupSettings();
        settings.threads = 1;
        CarrierPool pool = new CarrierPool(settings, task -> { });
        try {
            Strand strand = new Strand(ImmediateEventExecutor.INSTANCE, new NoTasks(), null, pool, settings);
            pool.add(strand);
            strand.wake(LoopClock.nanos());
            // As if nobody had added it: the carrier that took it from there is stopped before it begins.
            StrandSet<Strand> runnable = pool.runnable();
            assertSame(strand, runnable.poll());
            assertTrue(runnable.isEmpty());
            strand.wake(LoopClock.nanos());
            assertSame(strand, pool.takeRunnable());
            // The stopped one goes on.
            assertFalse(strand.begin());
        } finally {
            pool.close();
        }
    }
}
