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

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.IdleHandle;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyIoOps;
import io.netty.channel.iocpnotify.LoopInternals;
import io.netty.channel.iocpnotify.group.RunMeter.Quantum;
import io.netty.channel.iocpnotify.loop.HandOverTest;
import io.netty.channel.iocpnotify.loop.PacketReceiver;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What {@link HandOverTest} says of a packet holds for a strand and its arms.
 */
@Timeout(120)
@Tag("races")
class StrandHandOverTest {

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    /** As with {@link HandOverTest#aPacketThatThereIsNoMemoryForIsRoutedAgain()}, while the strand goes on. */
    @Test
    void aCarrierGoesOnWhileThereIsNoMemoryForAPacket() throws Exception {
        GroupSettings settings = new GroupSettings();
        settings.threads = 1;
        CarrierPool pool = new CarrierPool(settings, new ThreadPerTaskExecutor(Thread::new));
        IocpNotifyEventLoop loop = LoopInternals.newLoop(pool, settings);
        pool.add(LoopInternals.strand(loop));
        try {
            PacketReceiver receiver = new PacketReceiver(pool.table(), new OutOfMemoryError("for a while"), 20);
            loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            assertEquals(0, NativePort.post(pool.port().handle, receiver.key(), 7, 0));
            for (int i = 0; i < 5; i++) {
                loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            assertEquals(7, receiver.received.poll(10, TimeUnit.SECONDS));
            assertNull(receiver.received.poll());
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(pool.terminationFuture().await(10, TimeUnit.SECONDS), "the carrier does not end");
        }
    }

    private static List<PendingArms> takeAll(CarrierPool pool) {
        List<PendingArms> taken = new ArrayList<PendingArms>();
        assertThrows(IllegalStateException.class, () -> {
            for (;;) {
                taken.add(pool.pendingArms().take());
            }
        });
        return taken;
    }

    /** It has nowhere to note the arms of a run. The strand runs again, and the arms are made up for. */
    @Test
    void aCarrierReleasesAStrandWhoseArmsItCannotNote() throws Exception {
        GroupSettings settings = new GroupSettings();
        settings.threads = 1;
        CarrierPool pool = new CarrierPool(settings, new ThreadPerTaskExecutor(Thread::new));
        List<PendingArms> taken = takeAll(pool);
        IocpNotifyEventLoop loop = LoopInternals.newLoop(pool, settings);
        pool.add(LoopInternals.strand(loop));
        try {
            CountDownLatch told = new CountDownLatch(1);
            // It has no socket, so its arm is refused as soon as it is with the port.
            IoRegistration registration = loop.register(new IdleHandle() {
                @Override
                public void handle(IoRegistration source, IoEvent event) {
                    told.countDown();
                }
            }).get(10, TimeUnit.SECONDS);
            registration.submit(IocpNotifyIoOps.IN);
            for (int i = 0; i < 5; i++) {
                loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            assertFalse(told.await(100, TimeUnit.MILLISECONDS), "the arm was noted");
            taken.forEach(pool.pendingArms()::giveBack);
            assertTrue(told.await(10, TimeUnit.SECONDS), "the strand was not released");
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(pool.terminationFuture().await(10, TimeUnit.SECONDS), "the carrier does not end");
        }
    }

    /** Nobody else can run a strand whose arms were handed over: it must be released whatever happens then. */
    @Test
    void everyStrandOfPendingArmsIsReleased() throws Exception {
        GroupSettings settings = new GroupSettings();
        settings.threads = 2;
        settings.strands = 2;
        // The carrier is this test.
        CarrierPool pool = new CarrierPool(settings, task -> { });
        PendingArms pending = new PendingArms(0, 8, 2);
        IocpNotifyEventLoop[] loops = new IocpNotifyEventLoop[2];
        for (int i = 0; i < loops.length; i++) {
            loops[i] = LoopInternals.newLoop(pool, settings);
            pool.add(LoopInternals.strand(loops[i]));
        }
        for (IocpNotifyEventLoop loop : loops) {
            Strand strand = LoopInternals.strand(loop);
            loop.register(new IdleHandle()).addListener(future ->
                    ((IoRegistration) future.getNow()).submit(IocpNotifyIoOps.IN));
            assertSame(strand, pool.takeRunnable());
            assertTrue(strand.run(new Quantum(), new RunMeter(new RunCounters())), "it has no pending arm");
            if (loop == loops[0]) {
                // An arm that is refused, and has nobody to be told: what looks at the results throws.
                pending.arms().enable(0, 0, 0);
            }
            strand.addArms(pending);
        }
        pending.submit(pool.port(), new RunCounters());
        assertTrue(pending.isEmpty());
        assertEquals(0, pending.arms().count());
        for (IocpNotifyEventLoop loop : loops) {
            CountDownLatch ran = new CountDownLatch(1);
            loop.execute(ran::countDown);
            for (Strand next = pool.takeRunnable(); next != null; next = pool.takeRunnable()) {
                if (next.run(new Quantum(), new RunMeter(new RunCounters()))) {
                    next.addArms(pending);
                    pending.submit(pool.port(), new RunCounters());
                }
            }
            assertEquals(0, ran.getCount(), "the strand was not released");
        }
        pending.free();
        for (IocpNotifyEventLoop loop : loops) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            Strand next = pool.takeRunnable();
            assertNotNull(next);
            next.run(new Quantum(), new RunMeter(new RunCounters()));
            assertTrue(next.shutdown().isTerminated());
        }
        pool.close();
    }
}
