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
package io.netty.iocpnotify.bench.simulation;

import io.netty.iocpnotify.bench.simulation.ClosedLoop.Costs;
import io.netty.iocpnotify.bench.simulation.ClosedLoop.Slow;
import io.netty.iocpnotify.bench.simulation.SimulatedQueue.Order;
import io.netty.iocpnotify.bench.simulation.SimulatedQueue.Strand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClosedLoopTest {

    private static final int CARRIERS = 4;
    private static final Costs COSTS = new Costs(2, CARRIERS, 60, 90, 30, 0);

    @Test
    void theSlowestPartGivesTheRate() {
        Costs costs = new Costs(2, CARRIERS, 60, 90, 500, 0);
        ClosedLoop loop = new ClosedLoop(costs, new Slow(0, 0, false, 0, 0), 64, Order.ONE_QUEUE).run();
        assertEquals(2000, loop.rate(), 40);
        assertEquals(64 * 1000 / loop.rate(), loop.meanMillis(), 1);
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void noOrderForgetsAnyone(Order order) {
        ClosedLoop loop = new ClosedLoop(COSTS, new Slow(1, 20000, false, 0, 0), 64, order).run();
        assertTrue(loop.slowRate() > 5 && loop.slowRate() < 50, () -> "slow ones a second: " + loop.slowRate());
        assertTrue(loop.rate() > 1000, () -> "others a second: " + loop.rate());
        assertTrue(loop.longestQueueDelayMillis() < 100, () -> "ms: " + loop.longestQueueDelayMillis());
    }

    @Test
    void longRunsLeaveHalfOfTheCarriers() {
        SimulatedQueue queue = new SimulatedQueue(Order.FEW_LONG, CARRIERS);
        Strand[] strands = new Strand[3];
        for (int i = 0; i < strands.length; i++) {
            strands[i] = new Strand(true);
            queue.ended(strands[i], false, 1e6);
            assertTrue(strands[i].isLong());
            queue.add(strands[i], i);
        }
        assertSame(strands[0], queue.take(3));
        assertSame(strands[1], queue.take(3));
        assertNull(queue.take(3));
        queue.ended(strands[0], true, 1);
        assertSame(strands[2], queue.take(4));
    }
}
