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
import org.openjdk.jcstress.infra.results.LL_Result;

import java.util.Queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Tasks come for a strand while it terminates: each is either run or rejected, and none is run that was submitted after
 * one that was rejected.
 */
@JCStressTest
@Outcome(id = "run, run", expect = ACCEPTABLE, desc = "both came in time")
@Outcome(id = "run, rejected", expect = ACCEPTABLE, desc = "terminated between the two")
@Outcome(id = "rejected, rejected", expect = ACCEPTABLE, desc = "both came too late")
@Outcome(id = "rejected, run", expect = FORBIDDEN, desc = "a later task overtook the end")
@Outcome(id = {".*both.*"}, expect = FORBIDDEN, desc = "a task was run, although its submitter was told otherwise")
@Outcome(id = {".*neither.*"}, expect = FORBIDDEN, desc = "a task got lost, and nobody was told")
@Outcome(expect = FORBIDDEN, desc = "a task was run more than once")
@State
public class ShutdownAddStress {
    private final StrandShutdown shutdown = new StrandShutdown();
    private final Queue<Runnable> tasks = PlatformDependent.newMpscQueue();
    private final StressTask task1 = new StressTask();
    private final StressTask task2 = new StressTask();

    @Actor
    public void submitter() {
        task1.submit(shutdown, tasks);
        task2.submit(shutdown, tasks);
    }

    @Actor
    public void strand() {
        StressTask.runLast(shutdown, tasks);
    }

    @Arbiter
    public void outcome(LL_Result r) {
        r.r1 = task1.outcome();
        r.r2 = task2.outcome();
    }
}
