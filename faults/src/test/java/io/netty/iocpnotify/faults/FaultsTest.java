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
package io.netty.iocpnotify.faults;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Traffic on both kinds of loop while the system refuses, delays and cuts short what it is asked for, and while memory
 * runs out. {@code ./run-faults} does the same for longer.
 */
@Timeout(600)
class FaultsTest {

    private static final List<String> NOTHING = Collections.emptyList();
    private static final long MILLIS = Long.getLong("iocpnotify.faults.millis", 10000);

    private static FaultRun run;

    @BeforeAll
    static void install() throws Exception {
        run = new FaultRun(1, 1);
    }

    @AfterEach
    void off() {
        Faults.setEnabled(false);
    }

    @Test
    void trafficWithAKnownSeed() throws Exception {
        assertSurvives(run);
    }

    @Test
    void trafficWithANewSeed() throws Exception {
        assertSurvives(new FaultRun(System.nanoTime(), 1));
    }

    @Test
    void memoryAtEachPlace() throws Exception {
        FaultRun run = new FaultRun(1, 1);
        assertEquals(NOTHING, run.failAllocations());
        assertTrue(run.faults() > 0, "no allocation has failed");
    }

    /** One that comes is whole: no other is taken for it, and none without its content. */
    @Test
    void datagramsWhoseControlMessagesAreCut() throws Exception {
        for (FaultKind kind : FaultKind.values()) {
            Faults.setRate(kind, kind == FaultKind.CONTROL_CUT ? 0.3 : 0);
        }
        Faults.setSeed(1);
        for (LoopKind kind : LoopKind.values()) {
            Ledger ledger = new Ledger(true);
            Traffic traffic = new Traffic(kind, 1, 0, 1, ledger, null);
            Faults.setEnabled(true);
            traffic.runOne(new DatagramFlow(traffic, new Random(1)));
            Faults.setEnabled(false);
            traffic.close();
            assertEquals(NOTHING, new ArrayList<String>(ledger.violations()));
        }
        assertTrue(Faults.injected(FaultKind.CONTROL_CUT) > 0, "no fault was injected");
    }

    private static void assertSurvives(FaultRun run) throws Exception {
        List<String> wrong = run.run(MILLIS);
        run.summary();
        assertEquals(NOTHING, wrong);
        assertTrue(run.faults() > 0, "no fault was injected");
        assertTrue(run.completed() > 0, "nothing was done");
    }
}
