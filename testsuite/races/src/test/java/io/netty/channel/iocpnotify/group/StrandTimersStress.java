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
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.concurrent.atomic.AtomicInteger;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * The end of a run publishes a deadline that is due while a carrier looks at all strands, for an earlier deadline.
 * Whatever the order, the strand is woken for the deadline of the run's end, if not at once then by the next look.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "woken, and nothing left")
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "seen by one who fires, and once more: one empty run more")
@Outcome(expect = FORBIDDEN, desc = "the deadline is lost, or fires for ever")
@State
public class StrandTimersStress {
    private final StrandTimers timers = new StrandTimers(1, new Carrier[0], LoopClock::nanos, 0);
    private final AtomicInteger woken = new AtomicInteger();
    private final StrandTimer strand = new StrandTimer(nanos -> woken.incrementAndGet());

    public StrandTimersStress() {
        timers.add(strand);
        timers.publish(strand, 0);
        strand.deadlineNanos(CompletionPort.NO_DEADLINE);
    }

    @Actor
    public void endOfRun() {
        timers.publish(strand, 1);
    }

    @Actor
    public void carrier() {
        timers.fire();
    }

    @Arbiter
    public void nextLook(II_Result r) {
        timers.fire();
        r.r1 = woken.get();
        // As the strand's run begins.
        strand.deadlineNanos(CompletionPort.NO_DEADLINE);
        timers.fire();
        r.r2 = woken.get() - r.r1;
    }
}
