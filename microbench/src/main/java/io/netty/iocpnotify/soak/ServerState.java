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
package io.netty.iocpnotify.soak;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetric;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.iocpnotify.group.ReservedKeys;
import io.netty.iocpnotify.machine.ProcessHandles;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the server has of everything that must not grow.
 */
final class ServerState {

    private static final long CLOSE_SECONDS = 30;
    private static final int COLLECTIONS = 3;

    private final ServerContext context;
    private final GroupRounds rounds;

    ServerState(ServerContext context, GroupRounds rounds) {
        this.context = context;
        this.rounds = rounds;
    }

    /**
     * Waits until the server too has seen the end of all connections but so many.
     *
     * @throws IOException if it does not
     */
    String whenOpen(int connections) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        while (context.open.get() != connections) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(context.open + " connections are open on the server, " + connections +
                        " on the client, for " + CLOSE_SECONDS + " s");
            }
            Thread.sleep(5);
        }
        StringBuilder text = new StringBuilder();
        numbers().forEach((name, value) -> text.append(name).append('=').append(value).append(' '));
        return text.toString().trim();
    }

    private Map<String, Long> numbers() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            // What one collection hands to a reference queue is free at the next.
            Thread.sleep(10);
        }
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("bytes", PatternCheck.checkedBytes());
        numbers.put("connected", context.connected.get());
        numbers.put("rounds", rounds.rounds());
        numbers.put("open", (long) context.open.get());
        numbers.put("transmits", context.transmits.get());
        numbers.put("handles", ProcessHandles.count());
        numbers.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
        numbers.put("keys", context.transport == IocpNotifyTransport.NIO ? context.open.get() :
                (long) ReservedKeys.of(context.group) + ReservedKeys.of(context.secondGroup));
        numbers.put("heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        numbers.put("direct", directMemory());
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.NON_HEAP) {
                numbers.merge(pool.getName().startsWith("Code") ? "code" : "classes",
                        pool.getUsage().getCommitted(), Long::sum);
            }
        }
        JvmMemory.committed().forEach((name, bytes) -> numbers.put("jvm." + name, bytes));
        numbers.put("committed", ((com.sun.management.OperatingSystemMXBean) ManagementFactory
                .getOperatingSystemMXBean()).getCommittedVirtualMemorySize());
        return numbers;
    }

    /** What the allocator of all channels has, or what Netty has got from the system. */
    private static long directMemory() {
        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        if (allocator instanceof ByteBufAllocatorMetricProvider) {
            ByteBufAllocatorMetric metric = ((ByteBufAllocatorMetricProvider) allocator).metric();
            return metric.usedDirectMemory();
        }
        return PlatformDependent.usedDirectMemory();
    }
}
