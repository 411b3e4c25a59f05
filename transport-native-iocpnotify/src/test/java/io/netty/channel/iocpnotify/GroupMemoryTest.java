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

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a group keeps while nothing happens. */
@Timeout(60)
@Tag("one-provider")
class GroupMemoryTest {

    private static final int THREADS = 64;
    private static final long MOST_BYTES = 2_000_000;

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** All its threads have run: how many a group starts depends on how fast the first ones are. */
    private static IocpNotifyEventLoopGroup newUsedGroup(int threads) throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(threads);
        CyclicBarrier all = new CyclicBarrier(threads);
        List<Future<?>> tasks = new ArrayList<>();
        int loops = 0;
        for (EventExecutor loop : group) {
            tasks.add(loops++ < threads ? loop.submit(() -> all.await()) : loop.submit(() -> { }));
        }
        for (Future<?> task : tasks) {
            task.sync();
        }
        return group;
    }

    /** Of several groups the smallest: other tests of this JVM may still be about to end something. */
    @Test
    void aGroupOfManyThreads() throws Exception {
        // What the classes of a group need once.
        newUsedGroup(THREADS).shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = usedBytes();
            IocpNotifyEventLoopGroup group = newUsedGroup(THREADS);
            try {
                least = Math.min(least, usedBytes() - before);
            } finally {
                group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            }
        }
        assertTrue(least <= MOST_BYTES, "bytes of heap: " + least);
    }
}
