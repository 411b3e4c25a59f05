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
 * Work comes for a strand that is in the run queue, while a carrier takes it from there and runs it: either this run
 * sees the work, or there is another one. The submitter writes the work plainly, and may find the state QUEUED already:
 * then nothing but its write of that same state keeps the work from becoming visible after the run looked for it.
 */
@JCStressTest
@Outcome(id = "1, 1, 0, -1", expect = ACCEPTABLE, desc = "offered before the run, which saw it")
@Outcome(id = "0, 1, 0, -1", expect = ACCEPTABLE, desc = "offered before the run has looked for work: it saw it")
@Outcome(id = "0, [01], 1, 1", expect = ACCEPTABLE, desc = "offered during the run: another one saw it")
@Outcome(id = "1, [01], 0, 1", expect = ACCEPTABLE, desc = "offered after the run: the submitter's carrier saw it")
@Outcome(id = ".*, 0, 0, -1", expect = FORBIDDEN, desc = "the work is left behind on an idle strand")
@Outcome(expect = FORBIDDEN, desc = "two runs at once, or the second run did not see the work that it was for")
@State
public class StrandOfferBeginStress {
    private final StrandState strand = new StrandState();
    private int work;

    public StrandOfferBeginStress() {
        strand.offer(1);
    }

    @Actor
    public void submitter(IIII_Result r) {
        work = 1;
        r.r1 = strand.offer(2) ? 1 : 0;
    }

    @Actor
    public void carrier(IIII_Result r) {
        strand.begin();
        strand.runBegins();
        r.r2 = work;
        if (strand.end(false, 3)) {
            r.r3 = 1;
        }
    }

    /** The carrier that has found the strand in the run queue. */
    @Arbiter
    public void next(IIII_Result r) {
        r.r4 = -1;
        if (r.r1 + r.r3 > 0 && strand.begin() != StrandState.NOT_QUEUED) {
            r.r4 = work;
        }
    }
}
