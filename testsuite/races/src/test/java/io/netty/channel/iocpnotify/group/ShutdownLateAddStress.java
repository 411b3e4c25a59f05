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
 * Two threads submit tasks, one of them after it terminated the strand: they take each other's tasks from the queue,
 * and still each learns what became of its own.
 */
@JCStressTest
@Outcome(id = {"rejected, run", "rejected, rejected"}, expect = ACCEPTABLE, desc = "the second may have come in time")
@Outcome(id = "run, .*", expect = FORBIDDEN, desc = "a task was run that was submitted after the end")
@Outcome(id = {".*both.*"}, expect = FORBIDDEN, desc = "a task was run, although its submitter was told otherwise")
@Outcome(id = {".*neither.*"}, expect = FORBIDDEN, desc = "a task got lost, and nobody was told")
@Outcome(expect = FORBIDDEN, desc = "a task was run more than once")
@State
public class ShutdownLateAddStress {
    private final StrandShutdown shutdown = new StrandShutdown();
    private final Queue<Runnable> tasks = PlatformDependent.newMpscQueue();
    private final StressTask late = new StressTask();
    private final StressTask other = new StressTask();

    @Actor
    public void strandThenSubmitter() {
        StressTask.runLast(shutdown, tasks);
        late.submit(shutdown, tasks);
    }

    @Actor
    public void submitter() {
        other.submit(shutdown, tasks);
    }

    @Arbiter
    public void outcome(LL_Result r) {
        r.r1 = late.outcome();
        r.r2 = other.outcome();
    }
}
