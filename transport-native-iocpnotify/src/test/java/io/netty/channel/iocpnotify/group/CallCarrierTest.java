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
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.LongWork;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A carrier that is about to look for work is not called for it, and no other one is. It may begin a long run next:
 * then it has to call for what it does not take itself.
 */
@Timeout(300)
@Tag("races")
class CallCarrierTest {

    private static final int ROUNDS = 4000;
    /** Longer than it takes a carrier to wake up, to look for work and to begin a run. */
    private static final int LONGEST_OFFSET_MICROS = 200;

    /** The second task is added at each point of the way of the carrier that takes the first, which waits for it. */
    @Test
    void workThatComesBeforeALongRun() throws Exception {
        runPairs(false);
    }

    /** The same while the carrier comes from a short run. */
    @Test
    void workThatComesBetweenTwoRuns() throws Exception {
        runPairs(true);
    }

    private static void runPairs(boolean afterARun) throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(3);
        try {
            EventExecutor first = group.next();
            EventExecutor second = group.next();
            EventExecutor third = group.next();
            for (int i = 0; i < ROUNDS; i++) {
                CountDownLatch other = new CountDownLatch(1);
                if (afterARun) {
                    third.execute(() -> { });
                }
                Future<Boolean> waited = first.submit(() -> other.await(20, TimeUnit.SECONDS));
                LongWork.COMPUTES.during(TimeUnit.MICROSECONDS.toNanos(i % LONGEST_OFFSET_MICROS));
                second.execute(other::countDown);
                assertTrue(waited.get(), "round " + i + ": nobody was called for the second task");
                if (i % 8 == 0) {
                    // All carriers wait again.
                    LongWork.BLOCKS.pause();
                }
            }
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    /** One that is about to look takes one strand. If it is stopped, it takes none. */
    @Test
    void whoIsAboutToLookIsReliedOnForOneStrandAndNotForLong() throws Exception {
        IocpNotify.ensureAvailability();
        GroupSettings settings = new GroupSettings();
        settings.threads = 2;
        // The carriers are this test: one waits, and the other one is about to look.
        CarrierPool pool = new CarrierPool(settings, task -> { });
        PacketArray packets = new PacketArray(4);
        try {
            Strand[] strands = new Strand[2];
            for (int i = 0; i < strands.length; i++) {
                strands[i] = new Strand(ImmediateEventExecutor.INSTANCE, null, null, pool, settings);
                pool.add(strands[i]);
            }
            pool.waitBegins();
            looks(pool, LoopClock.nanos() + TimeUnit.MINUTES.toNanos(1));
            strands[0].execute(() -> { });
            strands[0].execute(() -> { });
            assertEquals(0, pool.port().dequeue(0, packets), "nobody need be woken");
            strands[1].execute(() -> { });
            assertEquals(1, pool.port().dequeue(0, packets), "one cannot take two strands");
            pool.route(packets, 1);
            assertSame(strands[0], pool.takeRunnable());
            looks(pool, LoopClock.nanos() - PostedPacket.RELIED_NANOS);
            // It is queued already, so this thread could rely on the one before it.
            strands[1].execute(() -> { });
            assertEquals(1, pool.port().dequeue(0, packets), "the carrier is stopped");
            pool.route(packets, 1);
        } finally {
            pool.waitEnds();
            pool.close();
            packets.free();
        }
    }

    private static void looks(CarrierPool pool, long sinceNanos) throws Exception {
        Field carriers = CarrierPool.class.getDeclaredField("carriers");
        carriers.setAccessible(true);
        Field looks = Carrier.class.getDeclaredField("searchesSinceNanos");
        looks.setAccessible(true);
        looks.setLong(((Carrier[]) carriers.get(pool))[0], sinceNanos);
    }
}
