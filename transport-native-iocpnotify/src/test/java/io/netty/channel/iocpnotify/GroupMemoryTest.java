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

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a group keeps while nothing happens. */
@Timeout(120)
@Tag("one-provider")
class GroupMemoryTest {

    private static final int THREADS = 64;
    private static final long MOST_BYTES = 1_400_000;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    /**
     * Of the objects that are in use. What the heap says is in use has holes in it: the collector does not move all
     * objects each time, and here the holes were as large as half a group.
     */
    private static long usedBytes() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                new Object[] { new String[0] }, new String[] { String[].class.getName() });
        Matcher total = TOTAL.matcher(histogram);
        assertTrue(total.find(), histogram);
        return Long.parseLong(total.group(1));
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

    /** Returns what a group holds. When it returns, nothing of that group is left. */
    private static long bytesOfGroup() throws Exception {
        long before = usedBytes();
        IocpNotifyEventLoopGroup group = newUsedGroup(THREADS);
        Reference<EventLoop> loop = new WeakReference<EventLoop>(group.next());
        long bytes;
        try {
            bytes = usedBytes() - before;
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            group = null;
        }
        // Its threads hold it until they have ended. What they held would be missing in the next measurement.
        while (loop.get() != null) {
            Thread.sleep(10);
            System.gc();
        }
        return bytes;
    }

    /** Of several groups the one in the middle: other tests of this JVM may be about to begin or to end something. */
    @Test
    void aGroupOfManyThreads() throws Exception {
        // What the classes of a group need once.
        bytesOfGroup();
        long[] bytes = new long[5];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytesOfGroup();
        }
        Arrays.sort(bytes);
        assertTrue(bytes[bytes.length / 2] <= MOST_BYTES, "bytes of heap: " + Arrays.toString(bytes));
        assertTrue(bytes[bytes.length / 2] > MOST_BYTES / 2, "not measured: " + Arrays.toString(bytes));
    }
}
