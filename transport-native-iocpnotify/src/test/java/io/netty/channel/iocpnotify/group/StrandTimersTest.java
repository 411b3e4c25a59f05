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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.iocpnotify.group.StrandTimers.StrandTimer;
import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class StrandTimersTest {

    private static final int STRANDS = 37;

    /** What Windows counts waits by, unless a program asks for a finer clock. */
    private static final long TICK_NANOS = 15_625_000;
    /** How much later the second carrier may wait. */
    private static final long SLACK_NANOS = 2 * TICK_NANOS + TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong clock = new AtomicLong();
    private final Carrier[] carriers = new Carrier[3];
    private final StrandTimer[] strands = new StrandTimer[STRANDS];
    private final int[] woken = new int[STRANDS];
    private StrandTimers timers;
    /** What happens once while a carrier fires. */
    private volatile Runnable meanwhile = () -> { };

    @BeforeEach
    void create() {
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Carrier(null, 1);
        }
        for (int i = 0; i < STRANDS; i++) {
            int strand = i;
            strands[i] = new StrandTimer(nanos -> {
                woken[strand]++;
                Runnable once = meanwhile;
                meanwhile = () -> { };
                once.run();
            });
        }
        timers = newTimers();
    }

    private StrandTimers newTimers() {
        StrandTimers timers = new StrandTimers(STRANDS, carriers, clock::get, TICK_NANOS);
        for (StrandTimer strand : strands) {
            timers.add(strand);
        }
        return timers;
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

    /** The second carrier is this thread, because there is no lock. It waits, for as long as the first is relied on. */
    @Test
    void whoIsStoppedWhileItFiresHoldsUpNobodyForLong() {
        long end = 20 + PostedPacket.RELIED_NANOS;
        meanwhile = () -> {
            timers.fire();
            assertEquals(0, woken[1], "two look at the same time");
            assertEquals(end, timers.waitUntilNanos());
            clock.set(end);
            timers.fire();
            assertEquals(1, woken[1], "nobody fires what is due");
            assertEquals(CompletionPort.NO_DEADLINE, timers.waitUntilNanos());
            // The run that was due begins and ends.
            strands[1].deadlineNanos(CompletionPort.NO_DEADLINE);
            timers.publish(strands[1], end + 50);
        };
        timers.publish(strands[0], 10);
        timers.publish(strands[1], 10);
        clock.set(20);
        timers.fire();
        assertEquals(1, woken[1]);
        assertEquals(end + 50, timers.waitUntilNanos());
    }

    /** It is later than the time at which the next carrier may look. */
    @Test
    void aLateDeadlineIsSeenThatIsPublishedWhileACarrierFires() {
        long next = 20 + PostedPacket.RELIED_NANOS;
        long deadline = 20 + 3 * PostedPacket.RELIED_NANOS;
        meanwhile = () -> timers.publish(strands[0], deadline);
        timers.publish(strands[1], 10);
        clock.set(20);
        timers.fire();
        strands[1].deadlineNanos(CompletionPort.NO_DEADLINE);
        assertEquals(next, timers.waitUntilNanos());
        clock.set(next);
        timers.fire();
        assertEquals(0, woken[0]);
        assertEquals(deadline, timers.waitUntilNanos());
        clock.set(deadline);
        timers.fire();
        assertEquals(1, woken[0]);
    }

    /** Both begin at the same time of the clock. The first ends while the second looks. */
    @Test
    void whoWasStoppedDoesNotEndTheLookOfAnother() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        meanwhile = () -> {
            stopped.countDown();
            try {
                assertTrue(release.await(10, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        timers.publish(strands[0], 10);
        timers.publish(strands[1], TimeUnit.HOURS.toNanos(1));
        clock.set(20);
        FutureTask<Void> first = new FutureTask<Void>(timers::fire, null);
        new Thread(first).start();
        assertTrue(stopped.await(10, TimeUnit.SECONDS));
        timers.publish(strands[0], 15);
        meanwhile = () -> {
            release.countDown();
            try {
                first.get(10, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            // If the second were stopped here for good, another would look then.
            assertEquals(21 + PostedPacket.RELIED_NANOS, timers.waitUntilNanos());
        };
        timers.fire();
        assertEquals(2, woken[0]);
    }

    /** Each strand is looked at once, however many deadlines are published meanwhile. */
    @Test
    void whoFiresDoesNotBeginAgainForEachDeadline() {
        int[] left = { 1000 };
        Runnable[] publish = new Runnable[1];
        publish[0] = () -> {
            if (left[0]-- > 0) {
                timers.publish(strands[0], 1000 + left[0]);
                meanwhile = publish[0];
            }
        };
        meanwhile = publish[0];
        for (int i = 1; i < STRANDS; i++) {
            timers.publish(strands[i], 10);
        }
        clock.set(20);
        timers.fire();
        for (int i = 1; i < STRANDS; i++) {
            assertEquals(1, woken[i]);
            strands[i].deadlineNanos(CompletionPort.NO_DEADLINE);
        }
        // None of them is lost, and the last one was the strand's own word.
        clock.set(strands[0].deadlineNanos());
        timers.fire();
        assertEquals(1, woken[0]);
    }

    /** Its strand comes before those that are still to be looked at. What is due by then is for the next look. */
    @Test
    void aDeadlineIsSeenThatIsPublishedWhileACarrierFires() {
        for (long deadline : new long[] { 15, 50, CompletionPort.NO_DEADLINE }) {
            meanwhile = () -> timers.publish(strands[0], deadline);
            woken[0] = 0;
            timers.publish(strands[1], 10);
            clock.set(20);
            timers.fire();
            timers.fire();
            assertEquals(deadline == 15 ? 1 : 0, woken[0]);
            if (deadline != 15) {
                assertEquals(deadline, timers.waitUntilNanos());
            }
            strands[0].deadlineNanos(CompletionPort.NO_DEADLINE);
            strands[1].deadlineNanos(CompletionPort.NO_DEADLINE);
            clock.set(0);
            timers = newTimers();
        }
    }

    @Test
    void oneWaitsExactlyAndOneMoreALittleLonger() {
        long deadline = TimeUnit.MILLISECONDS.toNanos(50);
        long later = deadline + SLACK_NANOS;
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
        carriers[1].waitsUntilNanos(deadline + SLACK_NANOS + 1);
        assertFalse(timers.areNearlyKept());
    }

    @Test
    void noTickWakesTwoCarriers() {
        long step = TICK_NANOS / 25;
        for (long deadline = 2 * TICK_NANOS; deadline < 4 * TICK_NANOS; deadline += step) {
            timers = new StrandTimers(1, carriers, clock::get, TICK_NANOS);
            timers.publish(new StrandTimer(nanos -> { }), deadline);
            carriers[0].waitsUntilNanos(deadline);
            long later = timers.waitUntilNanos();
            for (long first = 0; first < 2 * TICK_NANOS; first += step) {
                clock.set(first);
                long firstEnd = endOfWait(deadline);
                for (long second = 0; second < 2 * TICK_NANOS; second += step) {
                    clock.set(second);
                    assertTrue(endOfWait(later) > firstEnd, "one waits from " + first + " on, and the other from " +
                            second + " on, for a deadline at " + deadline);
                }
            }
        }
    }

    /** Two carriers and a timer that is due again 5 ms after each run: what of both wakes because its time is over. */
    @Test
    void timersThatAreOftenDueWakeOneCarrierForMostTicks() {
        long[] ends = new long[2];
        int wakeUps = 0;
        timers.publish(strands[0], clock.get() + TimeUnit.MILLISECONDS.toNanos(5));
        for (int i = 0; i < ends.length; i++) {
            carriers[i].waitsUntilNanos(timers.waitUntilNanos());
            ends[i] = endOfWait(carriers[i].waitsUntilNanos());
        }
        while (clock.get() < 1000 * TICK_NANOS) {
            int next = ends[0] <= ends[1] ? 0 : 1;
            clock.set(Math.max(clock.get(), ends[next]));
            wakeUps++;
            carriers[next].waitsUntilNanos(CompletionPort.NO_DEADLINE);
            timers.fire();
            if (woken[0] > 0) {
                woken[0] = 0;
                timers.publish(strands[0], clock.get() + TimeUnit.MILLISECONDS.toNanos(5));
            }
            carriers[next].waitsUntilNanos(timers.waitUntilNanos());
            ends[next] = endOfWait(carriers[next].waitsUntilNanos());
        }
        assertTrue(wakeUps >= 1000, wakeUps + " times in 1000 ticks");
        assertTrue(wakeUps <= 1350, wakeUps + " times in 1000 ticks");
    }

    /** Windows counts a wait from the last tick on, and ends it with the first tick at which its time is over. */
    private long endOfWait(long deadlineNanos) {
        long due = clock.get() / TICK_NANOS * TICK_NANOS +
                TimeUnit.MILLISECONDS.toNanos(timers.timeoutMillis(deadlineNanos));
        return (due + TICK_NANOS - 1) / TICK_NANOS * TICK_NANOS;
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
}
