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
import static org.junit.jupiter.api.Assertions.assertThrows;

class WorkloadsTest {

    @Test
    void selectsByNameAndByGroup() {
        assertEquals(Arrays.asList("echo-1", "echo-64", "echo-512", "churn"), names("churn", "echo"));
        assertEquals(Arrays.asList("uneven-burn"), names("uneven-burn"));
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
    }

    private static List<String> names(String... words) {
        return Workloads.select(Arrays.asList(words)).stream().map(Workload::name).collect(Collectors.toList());
    }
}
