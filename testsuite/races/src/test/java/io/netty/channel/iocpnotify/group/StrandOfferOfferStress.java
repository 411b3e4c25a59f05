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
 * Two threads have work for an idle strand. Both may add it to the run queue, because either may be stopped before. It
 * runs once, and that run sees the work of both.
 */
@JCStressTest
@Outcome(id = "1, 1, 1, 1", expect = ACCEPTABLE, desc = "one run for both")
@Outcome(id = {"0, .*", ".*, 0, .*, .*"}, expect = FORBIDDEN, desc = "one relies on the other, who may be stopped")
@Outcome(id = ".*, -1", expect = FORBIDDEN, desc = "two carriers may run it at once")
@Outcome(expect = FORBIDDEN, desc = "the run did not see the work that it was for")
@State
public class StrandOfferOfferStress {
    private final StrandState strand = new StrandState();
    private int work1;
    private int work2;

    @Actor
    public void submitter1(IIII_Result r) {
        work1 = 1;
        r.r1 = strand.offer(2) ? 1 : 0;
    }

    @Actor
    public void submitter2(IIII_Result r) {
        work2 = 1;
        r.r2 = strand.offer(2) ? 1 : 0;
    }

    @Arbiter
    public void carrier(IIII_Result r) {
        if (strand.begin() != StrandState.NOT_QUEUED) {
            r.r3 = work1;
            r.r4 = work2;
        }
        if (strand.begin() != StrandState.NOT_QUEUED) {
            r.r4 = -1;
        }
    }
}
