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
package io.netty.iocpnotify.bench.server;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * What the server needs to keep its connections.
 */
final class ServerMemory {

    /** What one collection hands to a reference queue, or to an event loop, is free at a later one. */
    private static final int MAX_COLLECTIONS = 12;
    private static final int CALM_COLLECTIONS = 3;
    private static final long PAUSE_MILLIS = 50;
    private static final long CALM_BYTES = 4096;

    private ServerMemory() { }

    /** The heap in use when collections free no more, and all memory that the process was promised, in bytes. */
    static String afterCollection() throws InterruptedException {
        long heap = Long.MAX_VALUE;
        int calm = 0;
        for (int i = 0; i < MAX_COLLECTIONS && calm < CALM_COLLECTIONS; i++) {
            System.gc();
            long used = keptByLastCollection();
            calm = heap - used < CALM_BYTES ? calm + 1 : 0;
            heap = Math.min(heap, used);
            Thread.sleep(PAUSE_MILLIS);
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return "heap=" + heap + " committed=" + system.getCommittedVirtualMemorySize();
    }

    /**
     * Not what is in use at this moment: that counts the whole piece of the heap that a thread has taken to allocate
     * from. Any thread that does something after the collection takes one.
     */
    private static long keptByLastCollection() {
        long kept = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            if (usage != null) {
                kept += usage.getUsed();
            }
        }
        return kept;
    }
}
