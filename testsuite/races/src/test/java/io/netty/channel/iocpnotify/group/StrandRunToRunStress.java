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

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * What a run wrote to plain fields is seen by the next run on another thread, with nothing between the two but the
 * strand's state: no run queue hands the strand over here.
 */
@JCStressTest
@Outcome(id = "1, 2, 3, 3", expect = ACCEPTABLE, desc = "the next run was on the other thread, and saw all")
@Outcome(id = "-1, -1, 3, 3", expect = ACCEPTABLE, desc = "the next run was on the same thread")
@Outcome(expect = FORBIDDEN, desc = "the next run did not see all that the run before it wrote, or they overlapped")
@State
public class StrandRunToRunStress {
    private final StrandState strand = new StrandState();
    private int first;
    private int second;

    public StrandRunToRunStress() {
        strand.offer(2);
        strand.begin();
    }

    @Actor
    public void carrier() {
        first++;
        second += 2;
        if (strand.end(false, 3)) {
            strand.begin();
            nextRun();
        }
    }

    @Actor
    public void submitterThenCarrier(IIII_Result r) {
        r.r1 = -1;
        r.r2 = -1;
        if (strand.offer(2)) {
            strand.begin();
            r.r1 = first;
            r.r2 = second;
            nextRun();
        }
    }

    private void nextRun() {
        first += 2;
        second++;
    }

    @Arbiter
    public void last(IIII_Result r) {
        r.r3 = first;
        r.r4 = second;
    }
}
