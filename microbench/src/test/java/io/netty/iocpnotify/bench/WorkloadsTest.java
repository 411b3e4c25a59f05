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

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class WorkloadsTest {

    @Test
    void selectsByNameAndByGroup() {
        assertEquals(Arrays.asList("echo-1", "echo-64", "echo-64-at-50", "echo-64-at-80", "echo-512", "churn"),
                names("churn", "echo"));
        assertEquals(Arrays.asList("http", "http-at-50", "http-at-80", "http-pipelined"), names("http"));
        assertEquals(Arrays.asList("uneven-burn"), names("uneven-burn"));
        assertEquals(Arrays.asList("tls", "tls-boringssl"), names("tls"));
        assertEquals(Arrays.asList("idle", "idle-http", "idle-tls"), names("idle"));
        assertEquals(Workloads.all(), Workloads.select(Collections.emptyList()));
        assertThrows(IllegalArgumentException.class, () -> names("ech"));
    }

    @Test
    void takesParameters() {
        Workload echo = Workloads.select(Arrays.asList("echo-64:connections=100,size=9")).get(0);
        assertEquals(100, echo.parameters().get("connections"));
        assertEquals("start echo connections=100 size=9 depth=1", echo.startCommand());
        assertThrows(IllegalArgumentException.class, () -> names("echo-64:colour=1"));
        assertThrows(IllegalArgumentException.class, () -> names("echo-64:size=0"));
        assertThrows(IllegalArgumentException.class, () -> names("file:size=16000"));
    }

    @Test
    void idleConnectionsOfProtocolsAreUsedFirst() {
        for (Workload workload : Workloads.select(Arrays.asList("idle"))) {
            boolean used = !workload.service().equals("echo");
            assertEquals(used ? 1 : 0, workload.idleExchanges(), workload.name());
            assertTrue(workload.restMillis() > 2000 == used, workload.name());
            assertTrue(workload.metrics().contains(Metric.MEMORY), workload.name());
            assertEquals(16, workload.lastingConnections(), workload.name());
        }
    }

    @Test
    void whatIsPacedComesWithWhatItIsAShareOf() {
        List<Workload> both = Workloads.select(Arrays.asList("http-at-80:connections=8"));
        assertEquals(Arrays.asList("http", "http-at-80"),
                both.stream().map(Workload::name).collect(Collectors.toList()));
        for (Workload workload : both) {
            assertEquals(8, workload.parameters().get("connections"), workload.name());
        }
        assertEquals(0.8, both.get(1).pace());
    }

    @Test
    void fewConnectionsAreMeasuredByTurns() {
        assertTrue(Workloads.select(Arrays.asList("echo-64")).get(0).isMeasuredInParts());
        assertFalse(Workloads.select(Arrays.asList("echo-512")).get(0).isMeasuredInParts());
    }

    @Test
    void whoSuits() {
        for (Workload workload : Workloads.all()) {
            String name = workload.name();
            boolean peers = name.matches("echo-.*|pipeline|stream|churn");
            assertTrue(workload.suits(Contender.NIO) && workload.suits(Contender.IOCPNOTIFY), name);
            assertEquals(peers, workload.suits(Contender.AIO), name);
            assertEquals(peers && !name.equals("stream"), workload.suits(Contender.SELECTOR), name);
            assertEquals(peers, workload.suits(Contender.LOOM), name);
            assertEquals(peers, workload.suits(Contender.GO), name);
            assertEquals(name.matches("echo-[0-9]*|pipeline|stream|churn|burst-[0-9]*|reconnect"),
                    workload.suits(Contender.FLOOR), name);
        }
    }

    @Test
    void whatIsShownQuicklyNeedsFewConnections() {
        for (Workload workload : Workloads.all()) {
            assertTrue(workload.quick().lastingConnections() + workload.quick().idleConnections() <= 600,
                    workload.name());
        }
    }

    private static List<String> names(String... words) {
        return Workloads.select(Arrays.asList(words)).stream().map(Workload::name).collect(Collectors.toList());
    }
}
