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

import io.netty.util.internal.PlatformDependent;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

import java.util.Queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Two threads submit the very same task, one of them after it terminated the strand. Each submission counts for itself:
 * the task is run once for each that was not rejected.
 */
@JCStressTest
@Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "both submitted too late")
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "the second came in time")
@Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "the same, and each was told of the other's")
@Outcome(id = {"true, false, 0", "false, true, 0", "false, false, [01]"}, expect = FORBIDDEN,
        desc = "a submission got lost, and nobody was told")
@Outcome(expect = FORBIDDEN, desc = "run and rejected as well")
@State
public class ShutdownSameTaskStress {
    private final StrandShutdown shutdown = new StrandShutdown();
    private final Queue<Runnable> tasks = PlatformDependent.newMpscQueue();
    private int runs;
    private final Runnable task = () -> runs++;

    @Actor
    public void strandThenSubmitter(ZZI_Result r) {
        for (Runnable last : shutdown.terminate(tasks)) {
            last.run();
        }
        tasks.add(task);
        r.r1 = shutdown.missed(task, tasks);
    }

    @Actor
    public void submitter(ZZI_Result r) {
        tasks.add(task);
        r.r2 = shutdown.missed(task, tasks);
    }

    @Arbiter
    public void runs(ZZI_Result r) {
        r.r3 = runs;
    }
}
