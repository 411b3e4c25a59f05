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
import org.openjdk.jcstress.infra.results.ZZZ_Result;

import java.util.concurrent.TimeUnit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Two threads ask a strand to shut down: one of them is the first, and its quiet period and timeout are what counts.
 */
@JCStressTest
@Outcome(id = "true, false, true", expect = ACCEPTABLE, desc = "asked to end at once")
@Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "asked to be quiet for an hour first")
@Outcome(id = {"true, true, .*", "false, false, .*"}, expect = FORBIDDEN, desc = "not exactly one was the first")
@Outcome(expect = FORBIDDEN, desc = "the periods are not those of the first")
@State
public class ShutdownRequestStress {
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final StrandShutdown shutdown = new StrandShutdown();

    @Actor
    public void hasty(ZZZ_Result r) {
        r.r1 = shutdown.request(0, 0, 0);
    }

    @Actor
    public void patient(ZZZ_Result r) {
        r.r2 = shutdown.request(HOUR_NANOS, HOUR_NANOS, 0);
    }

    @Arbiter
    public void strand(ZZZ_Result r) {
        r.r3 = shutdown.isConfirmed(1, false, false);
    }
}
