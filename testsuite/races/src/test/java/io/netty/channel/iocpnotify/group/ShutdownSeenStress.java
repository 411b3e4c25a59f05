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
import org.openjdk.jcstress.infra.results.ZZ_Result;

import java.util.concurrent.TimeUnit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * A strand sees that it was asked to shut down: then it sees for how long it must be quiet, too.
 */
@JCStressTest
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "not asked yet")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "asked, and not done before the hour is over")
@Outcome(expect = FORBIDDEN, desc = "ended at once, as the periods were not there yet")
@State
public class ShutdownSeenStress {
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final StrandShutdown shutdown = new StrandShutdown();

    @Actor
    public void submitter() {
        shutdown.request(HOUR_NANOS, HOUR_NANOS, 0);
    }

    @Actor
    public void strand(ZZ_Result r) {
        r.r1 = shutdown.isRequested();
        r.r2 = r.r1 && shutdown.isConfirmed(1, false, false);
    }
}
