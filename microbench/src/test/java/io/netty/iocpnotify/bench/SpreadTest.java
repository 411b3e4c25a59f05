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
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class SpreadTest {

    @Test
    void medianIsTheMiddle() {
        Spread odd = Spread.of(Arrays.asList(5.0, 1.0, 3.0));
        assertEquals(3, odd.median());
        assertEquals(1, odd.min());
        assertEquals(5, odd.max());
        assertEquals(2.5, Spread.of(Arrays.asList(4.0, 2.0, 1.0, 3.0)).median());
        assertThrows(IllegalArgumentException.class, () -> Spread.of(Collections.emptyList()));
    }

    @Test
    void ratiosAreTakenWithinARound() {
        Workload echo = Workloads.select(Arrays.asList("echo-64")).get(0);
        Results results = new Results(Arrays.asList(echo));
        double[][] rounds = {{100, 110}, {50, 60}, {200, 200}};
        for (double[] round : rounds) {
            results.add(echo, Contender.NIO, Collections.singletonMap(Metric.RATE, round[0]));
            results.add(echo, Contender.IOCPNOTIFY, Collections.singletonMap(Metric.RATE, round[1]));
        }
        Spread ratio = results.ratio(echo, Contender.IOCPNOTIFY, Contender.NIO, Metric.RATE);
        assertEquals(1.1, ratio.median(), 1e-9);
        assertEquals(1, ratio.min(), 1e-9);
        assertEquals(1.2, ratio.max(), 1e-9);
    }

    @Test
    void lastRoundIsReplaced() {
        Workload echo = Workloads.select(Arrays.asList("echo-64")).get(0);
        Results results = new Results(Arrays.asList(echo));
        results.add(echo, Contender.NIO, Map.of(Metric.RATE, 100.0, Metric.STOLEN, 0.01));
        results.add(echo, Contender.IOCPNOTIFY, Map.of(Metric.RATE, 110.0));
        results.add(echo, Contender.NIO, Map.of(Metric.RATE, 10.0, Metric.STOLEN, 0.2));
        results.add(echo, Contender.IOCPNOTIFY, Map.of(Metric.RATE, 90.0));
        results.replaceLast(echo, Contender.NIO, Map.of(Metric.RATE, 50.0, Metric.STOLEN, 0.02));
        results.replaceLast(echo, Contender.IOCPNOTIFY, Map.of(Metric.RATE, 60.0));
        assertEquals(Arrays.asList(100.0, 50.0), results.samples(echo, Contender.NIO, Metric.RATE));
        assertEquals(Arrays.asList(110.0, 60.0), results.samples(echo, Contender.IOCPNOTIFY, Metric.RATE));
        assertEquals(Arrays.asList(0.01, 0.02), results.stolenShares());
    }
}
