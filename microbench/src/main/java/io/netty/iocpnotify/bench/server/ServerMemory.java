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

/**
 * What the server needs to keep its connections.
 */
final class ServerMemory {

    /** A buffer or a promise that is only reachable through a reference of the first round goes with the second. */
    private static final int COLLECTIONS = 2;

    private ServerMemory() { }

    /** The heap in use after a collection, and all memory that the process was promised, in bytes. */
    static String afterCollection() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return "heap=" + heap + " committed=" + system.getCommittedVirtualMemorySize();
    }
}
