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
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.concurrent.atomic.AtomicInteger;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

/**
 * Packets of a completion handle come while the loop handles one: as in {@link CompletionRegistration}, whoever raises
 * their number from none tells the loop, and so does the loop while some are left. Each is handled once.
 */
@JCStressTest
@Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "all packets, and the loop knows of them once")
@Outcome(expect = FORBIDDEN, desc = "a packet is lost, or the loop was told twice or of nothing")
@State
public class CompletionPacketsStress {
    private final ReadyList<StressRegistration> packets = new ReadyList<StressRegistration>();
    private final AtomicInteger unhandled = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private int handled;

    private void take() {
        packets.add(new StressRegistration());
        if (unhandled.getAndIncrement() == 0) {
            tell();
        }
    }

    private void tell() {
        if (told.getAndIncrement() != 0) {
            faults.incrementAndGet();
        }
    }

    private void handle() {
        if (told.get() == 0) {
            return;
        }
        told.decrementAndGet();
        if (packets.poll() == null) {
            faults.incrementAndGet();
        }
        handled++;
        if (unhandled.decrementAndGet() > 0) {
            tell();
        }
    }

    @Actor
    public void carrier() {
        take();
        take();
        take();
    }

    @Actor
    public void loop() {
        handle();
        handle();
    }

    @Arbiter
    public void idle(II_Result r) {
        for (int i = 0; i < 4; i++) {
            handle();
        }
        r.r1 = handled;
        r.r2 = faults.get();
    }
}
