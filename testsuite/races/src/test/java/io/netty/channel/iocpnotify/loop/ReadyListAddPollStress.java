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

import java.util.concurrent.atomic.AtomicInteger;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * A registration gets into the list while the loop takes it from there: as for packets, whoever makes its events more
 * than none adds it, and the loop takes the events once it has polled it. No event is lost; it is never added twice.
 */
@JCStressTest
@Outcome(id = {"3, 0, 0", "1, 2, 0", "0, 3, 0", "2, 1, 0"}, expect = ACCEPTABLE, desc = "both events, once")
@Outcome(expect = FORBIDDEN, desc = "an event is lost, or the list is damaged")
@State
public class ReadyListAddPollStress {
    private final ReadyList<PortRegistration> list = new ReadyList<PortRegistration>();
    private final StressRegistration registration = new StressRegistration();
    private final AtomicInteger events = new AtomicInteger();
    private int handled;

    private void ready(int event) {
        if (events.getAndAdd(event) == 0) {
            list.add(registration);
        }
    }

    private int handle() {
        return list.poll() == null ? 0 : events.getAndSet(0);
    }

    @Actor
    public void packets() {
        ready(1);
        ready(2);
    }

    @Actor
    public void loop() {
        handled = handle();
    }

    @Arbiter
    public void idle(III_Result r) {
        r.r1 = handled;
        r.r2 = handle();
        r.r3 = handle() + (list.isEmpty() ? 0 : 10);
    }
}
