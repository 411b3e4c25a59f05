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
 * Work comes for a strand whose run ends and knows of work that is left: the end enqueues. The work is seen by the run
 * that follows, or by another one.
 */
@JCStressTest
@Outcome(id = "[01], 1, 0, -1", expect = ACCEPTABLE, desc = "offered before the next run, which saw it")
@Outcome(id = "0, [01], 1, 1", expect = ACCEPTABLE, desc = "offered during the next run: the one after it saw it")
@Outcome(id = "1, [01], 0, 1", expect = ACCEPTABLE, desc = "offered after the next run: the submitter's carrier saw it")
@Outcome(id = ".*, 0, 0, -1", expect = FORBIDDEN, desc = "the work is left behind on an idle strand")
@Outcome(id = ".*, -2", expect = FORBIDDEN, desc = "a run that knew of work did not enqueue")
@Outcome(expect = FORBIDDEN, desc = "two runs at once, or the last run did not see the work that it was for")
@State
public class StrandOfferEndMoreStress {
    private final StrandState strand = new StrandState();
    private int work;

    public StrandOfferEndMoreStress() {
        strand.offer(1);
        strand.begin();
    }

    @Actor
    public void submitter(IIII_Result r) {
        work = 1;
        r.r1 = strand.offer(2) ? 1 : 0;
    }

    @Actor
    public void carrier(IIII_Result r) {
        if (!strand.end(true, 3)) {
            r.r4 = -2;
            return;
        }
        strand.begin();
        r.r2 = work;
        if (strand.end(false, 4)) {
            r.r3 = 1;
        }
    }

    /** The carrier that has found the strand in the run queue. */
    @Arbiter
    public void next(IIII_Result r) {
        if (r.r4 == 0) {
            r.r4 = r.r1 + r.r3 > 0 && strand.begin() != StrandState.NOT_QUEUED ? work : -1;
        }
    }
}
