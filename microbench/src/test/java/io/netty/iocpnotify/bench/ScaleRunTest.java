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
package io.netty.iocpnotify.bench;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class ScaleRunTest {

    @Test
    void threadsDoubleUpToAllProcessors() {
        assertEquals(List.of(1), ScaleRun.threadCounts(1));
        assertEquals(List.of(1, 2), ScaleRun.threadCounts(2));
        assertEquals(List.of(1, 2, 3), ScaleRun.threadCounts(3));
        assertEquals(List.of(1, 2, 4, 8, 12), ScaleRun.threadCounts(12));
        assertEquals(List.of(1, 2, 4, 8, 16), ScaleRun.threadCounts(16));
    }

    @Test
    void eachNumberOfThreadsHasItsWorkload() {
        Workload workload = Workloads.scale(4);
        assertEquals("scale-4", workload.name());
        assertEquals("start work connections=128 size=64 nanos=1000 loads=4", workload.startCommand());
        assertEquals(4, workload.loadThreads());
        assertEquals(128, workload.lastingConnections());
        assertEquals(512, Workloads.scale(64).quick().lastingConnections());
        assertEquals(1, Workloads.WARM_UP.loadThreads());
    }
}
