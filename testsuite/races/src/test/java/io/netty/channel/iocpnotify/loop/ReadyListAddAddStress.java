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
package io.netty.channel.iocpnotify.loop;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Two threads that have dequeued packets tell a loop, one of them of two registrations: all are there, once.
 */
@JCStressTest
@Outcome(id = {"1, 2, 3", "1, 3, 2", "3, 1, 2"}, expect = ACCEPTABLE, desc = "all, those of one thread in their order")
@Outcome(expect = FORBIDDEN, desc = "one is missing, or there twice, or before its time")
@State
public class ReadyListAddAddStress {
    private final ReadyList<PortRegistration> list = new ReadyList<PortRegistration>();
    private final StressRegistration first = new StressRegistration();
    private final StressRegistration second = new StressRegistration();
    private final StressRegistration third = new StressRegistration();

    @Actor
    public void thread1() {
        list.add(first);
        list.add(second);
    }

    @Actor
    public void thread2() {
        list.add(third);
    }

    private int next() {
        PortRegistration registration = list.poll();
        return registration == first ? 1 : registration == second ? 2 : registration == third ? 3 : 0;
    }

    @Arbiter
    public void loop(III_Result r) {
        r.r1 = next();
        r.r2 = next();
        r.r3 = next();
        if (list.poll() != null || !list.isEmpty()) {
            r.r1 = -1;
        }
    }
}
