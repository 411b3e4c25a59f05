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
package io.netty.iocpnotify.fuzz;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.iocpnotify.machine.FaultKind;
import io.netty.iocpnotify.machine.Faults;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random programs with each provider, and some while the system's calls fail.
 */
class FuzzTest {

    private static final int SECONDS = Integer.getInteger("iocpnotify.fuzz.seconds", 60);
    private static final int SECONDS_UNDER_FAULTS = 10;
    private static final int SECONDS_OF_NIO = 2;
    private static final List<Lane.Kind> BOTH = Arrays.asList(Lane.Kind.STRANDS, Lane.Kind.HANDLER);

    private static void fuzz(long seed) throws InterruptedException {
        fuzz(seed, new Lanes(BOTH, Lane::new), SECONDS);
    }

    private static void fuzz(long seed, Lanes lanes, int seconds) throws InterruptedException {
        System.out.println("seed " + seed + ", provider " + IocpNotify.provider());
        FuzzSession session = new FuzzSession(seed, null, lanes, 6, 3, 1000, System.out);
        assertEquals(0, session.run(seconds), "findings with seed " + seed + ", see the output");
        assertTrue(session.programs() > 0, "no program has run");
    }

    /** Returns how many faults were injected. */
    private static long fuzzUnderFaults(List<Lane.Kind> tried, int seconds, double rate) throws Exception {
        Faults.install();
        IocpNotify.ensureAvailability();
        Faults.setUnnoticed(FaultKind.unnoticed(), rate);
        Faults.setSeed(1);
        Faults.setEnabled(true);
        try {
            fuzz(1, Lanes.underFaults(tried), seconds);
        } finally {
            Faults.setEnabled(false);
        }
        System.out.print(Faults.report());
        return Faults.injectedTotal();
    }

    @Test
    void programsThatAreAlwaysTheSame() throws InterruptedException {
        fuzz(1);
    }

    @Test
    @Tag("other-provider")
    void programsThatNobodyHasSeen() throws InterruptedException {
        fuzz(ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
    }

    @Test
    @Tag("under-faults")
    void programsUnderFaults() throws Exception {
        assertTrue(fuzzUnderFaults(BOTH, SECONDS_UNDER_FAULTS, 1) > 0, "no fault was injected");
    }

    /** Else both would be hit, and what differs would say nothing. */
    @Test
    @Tag("under-faults")
    void nioHasNoFaults() throws Exception {
        double always = 1000;
        assertEquals(0, fuzzUnderFaults(Collections.emptyList(), SECONDS_OF_NIO, always));
    }
}
