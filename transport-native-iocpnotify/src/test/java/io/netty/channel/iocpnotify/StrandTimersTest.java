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
package io.netty.channel.iocpnotify;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class StrandTimersTest {

    private static final int STRANDS = 37;

    private static final int MANY_STRANDS = 2048;
    /** The way from the root of the heap to a leaf, with three looks at each step, and some before and after. */
    private static final int MOST_LOOKS = 3 * 11 + 12;

    private final AtomicLong clock = new AtomicLong();
    private final Carrier[] carriers = new Carrier[3];
    private final StrandTimer[] strands = new StrandTimer[STRANDS];
    private final int[] woken = new int[STRANDS];
    private StrandTimers timers;
    private int looks;

    @BeforeEach
    void create() {
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Carrier(null, carriers.length, 1);
        }
        timers = new StrandTimers(STRANDS, carriers, clock::get);
        for (int i = 0; i < STRANDS; i++) {
            int strand = i;
            strands[i] = new StrandTimer(nanos -> woken[strand]++);
        }
    }

    @AfterEach
    void free() {
        for (Carrier carrier : carriers) {
            carrier.free();
        }
    }

    @Test
    void wakesWhatIsDueAndNothingElse() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            StrandTimer strand = strands[random.nextInt(STRANDS)];
            long deadline = random.nextInt(8) == 0 ? CompletionPort.NO_DEADLINE :
                    clock.get() + random.nextInt(1000);
            timers.publish(strand, deadline);
            clock.addAndGet(random.nextInt(60));
            timers.fire();
            for (int i = 0; i < STRANDS; i++) {
                boolean isDue = strands[i].deadlineNanos() <= clock.get();
                assertEquals(isDue ? 1 : 0, woken[i], "strand " + i + " in round " + round);
                if (isDue) {
                    // As the strand's run begins.
                    strands[i].deadlineNanos(CompletionPort.NO_DEADLINE);
                    woken[i] = 0;
                }
            }
        }
    }

    @Test
    void aDeadlineThatMovesToALaterTimeIsKept() {
        timers.publish(strands[0], 10);
        timers.publish(strands[0], 30);
        clock.addAndGet(20);
        timers.fire();
        assertEquals(0, woken[0]);
        assertEquals(30, timers.waitUntilNanos());
        clock.addAndGet(10);
        timers.fire();
        assertEquals(1, woken[0]);
        assertEquals(CompletionPort.NO_DEADLINE, timers.waitUntilNanos());
    }

    @Test
    void firingCostsWhatIsDueAndNotWhatThereIs() {
        StrandTimers many = new StrandTimers(MANY_STRANDS, carriers, clock::get);
        int[] runs = new int[1];
        StrandTimer[] filed = new StrandTimer[MANY_STRANDS];
        for (int i = 0; i < MANY_STRANDS; i++) {
            filed[i] = new CountedTimer(nanos -> runs[0]++);
            many.publish(filed[i], 1000 + i);
        }
        looks = 0;
        many.fire();
        assertEquals(0, looks, "looks when none is due");
        for (int i = 0; i < 100; i++) {
            clock.set(1000 + i);
            looks = 0;
            many.fire();
            assertEquals(i + 1, runs[0]);
            assertTrue(looks <= MOST_LOOKS, looks + " looks for one that is due");
        }
        // Due by what it is filed for, but its deadline has moved: it goes back among those that wait.
        many.publish(filed[100], Long.MAX_VALUE / 2);
        clock.set(1100);
        looks = 0;
        many.fire();
        assertEquals(100, runs[0]);
        assertTrue(looks <= MOST_LOOKS, looks + " looks for one that has moved");
        looks = 0;
        many.publish(filed[0], 0);
        assertTrue(looks <= MOST_LOOKS, looks + " looks for a new one");
    }

    @Test
    void oneWaitsExactlyAndOneMoreALittleLonger() {
        long deadline = TimeUnit.MILLISECONDS.toNanos(50);
        long later = deadline + TimeUnit.MILLISECONDS.toNanos(2);
        timers.publish(strands[0], deadline);
        assertFalse(timers.areKept());
        for (long until : new long[] { deadline, later, CompletionPort.NO_DEADLINE }) {
            assertEquals(until, timers.waitUntilNanos());
            for (Carrier carrier : carriers) {
                if (carrier.waitsUntilNanos() == CompletionPort.NO_DEADLINE) {
                    carrier.waitsUntilNanos(until);
                    break;
                }
            }
            assertTrue(timers.areKept());
        }
    }

    @Test
    void whoWaitsALittleLongerDoesNotKeepIt() {
        long deadline = TimeUnit.MILLISECONDS.toNanos(50);
        timers.publish(strands[0], deadline);
        carriers[1].waitsUntilNanos(deadline + 1);
        assertFalse(timers.areKept());
        assertTrue(timers.areNearlyKept());
        assertEquals(deadline, timers.waitUntilNanos());
        carriers[1].waitsUntilNanos(deadline + TimeUnit.MILLISECONDS.toNanos(3));
        assertFalse(timers.areNearlyKept());
    }

    @Test
    void aDeadlineAtTheEndOfTimeIsNoReasonToWake() {
        timers.publish(strands[0], CompletionPort.NO_DEADLINE - 1);
        carriers[0].waitsUntilNanos(timers.waitUntilNanos());
        assertEquals(CompletionPort.NO_DEADLINE - 1, carriers[0].waitsUntilNanos());
        assertEquals(CompletionPort.NO_DEADLINE, timers.waitUntilNanos());
        assertTrue(timers.areKept());
        assertTrue(timers.areNearlyKept());
    }

    /** Counts how often somebody asks when it is filed for, or when it wants to run. */
    private final class CountedTimer extends StrandTimer {

        CountedTimer(LongConsumer whenDue) {
            super(whenDue);
        }

        @Override
        long deadlineNanos() {
            looks++;
            return super.deadlineNanos();
        }

        @Override
        long filedNanos() {
            looks++;
            return super.filedNanos();
        }
    }
}
