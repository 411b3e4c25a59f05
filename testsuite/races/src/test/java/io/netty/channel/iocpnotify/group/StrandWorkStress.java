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
import org.openjdk.jcstress.infra.results.III_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * The whole of it: two threads make work, offer the strand, and run it whenever the state tells them to, until it is
 * idle. All work is run, each run sees what the runs before it wrote, no two overlap, and none is without a reason.
 */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "one run did the work of both")
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "two runs, one after the other")
@Outcome(id = {"0, .*", "1, 0, .*"}, expect = FORBIDDEN, desc = "work is left behind on an idle strand")
@Outcome(expect = FORBIDDEN, desc = "runs overlapped, or one came from nowhere")
@State
public class StrandWorkStress {
    private final StrandState strand = new StrandState();
    private int work1;
    private int work2;
    private int done1;
    private int done2;
    private int runs;

    @Actor
    public void thread1() {
        work1 = 1;
        offerAndRun();
    }

    @Actor
    public void thread2() {
        work2 = 1;
        offerAndRun();
    }

    private void offerAndRun() {
        if (strand.offer(2)) {
            boolean isQueued = true;
            while (isQueued && strand.begin() != StrandState.NOT_QUEUED) {
                runs++;
                done1 = work1;
                done2 = work2;
                isQueued = strand.end(false, 3);
            }
        }
    }

    @Arbiter
    public void idle(III_Result r) {
        r.r1 = done1;
        r.r2 = done2;
        r.r3 = runs;
    }
}
