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
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Work comes for a strand whose run ends without having seen it. This is where a wake-up gets lost if it can get lost
 * anywhere: exactly one of the two must put the strand into the run queue.
 */
@JCStressTest
@Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "offered during the run, which enqueues at its end")
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "offered after the run: the submitter enqueues")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "the work is left behind on an idle strand")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "enqueued twice: two carriers may run it at once")
@Outcome(expect = FORBIDDEN, desc = "the next run did not see the work that it was for")
@State
public class StrandOfferEndStress {
    private final StrandState strand = new StrandState();
    private int work;

    public StrandOfferEndStress() {
        strand.offer(2);
        strand.begin();
    }

    @Actor
    public void submitter(ZZI_Result r) {
        work = 1;
        r.r1 = strand.offer(2);
        if (r.r1) {
            strand.begin();
            r.r3 = work;
        }
    }

    @Actor
    public void carrier(ZZI_Result r) {
        r.r2 = strand.end(false, 3);
        if (r.r2) {
            strand.begin();
            r.r3 = work;
        }
    }
}
