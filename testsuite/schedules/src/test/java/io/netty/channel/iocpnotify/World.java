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
package io.netty.channel.iocpnotify;

import io.netty.channel.iocpnotify.winsock.PlainPort;
import org.pastalab.fray.core.RunContext;
import org.pastalab.fray.runtime.Runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one schedule has instead of an operating system: ports, memory, a clock, and threads that wait. One thread runs
 * at a time, and Fray orders what it does before what the next one does. So nothing here is volatile or locked: that
 * would be one more place where a thread can be stopped.
 */
public final class World {

    private static World current;

    private final String provider;
    private final RunContext context;
    private final PlainMemory memory = new PlainMemory();
    private final List<PlainPort> ports = new ArrayList<PlainPort>();
    private final Map<Thread, Wait> waits = new HashMap<Thread, Wait>();
    private Schedule schedule;

    World(String provider, RunContext context) {
        this.provider = provider;
        this.context = context;
    }

    public static World current() {
        return current;
    }

    static void begin(World world) {
        current = world;
    }

    /** Other threads may run here. */
    public static void step() {
        Runtime.onYield();
    }

    void schedule(Schedule schedule) {
        this.schedule = schedule;
    }

    public String provider() {
        return provider;
    }

    public PlainMemory memory() {
        return memory;
    }

    public PlainPort newPort() {
        PlainPort port = new PlainPort(this, ports.size());
        ports.add(port);
        return port;
    }

    public PlainPort port(long handle) {
        return ports.get((int) handle);
    }

    /** On the clock that the program under test reads. */
    public long nanos() {
        return context.getTimeController().getNanoTime();
    }

    /** The clock moves on by itself with each step, and by this when nobody has anything to do. */
    void nanos(long nanos) {
        context.getTimeController().setNanoTime(nanos);
    }

    // ---- threads that wait ----

    /** Comes back when the wait is over. */
    public void await(Wait wait) {
        waits.put(wait.thread(), wait);
        while (!wait.isOver()) {
            // The schedule does not choose it before.
            World.step();
        }
        waits.remove(wait.thread());
    }

    boolean isWaiting(Thread thread) {
        Wait wait = waits.get(thread);
        return wait != null && !wait.isOver();
    }

    /** Ends the waits whose time has come. */
    void endDueWaits() {
        long now = nanos();
        for (Wait wait : waits.values()) {
            if (wait.deadlineNanos() <= now) {
                wait.end();
            }
        }
    }

    /** Returns when the next wait ends by itself. */
    long nextDeadlineNanos() {
        long next = Wait.NO_DEADLINE;
        for (Wait wait : waits.values()) {
            if (!wait.isOver()) {
                next = Math.min(next, wait.deadlineNanos());
            }
        }
        return next;
    }

    /** Something is not as it must be. Does not come back. */
    public void fail(String what) {
        schedule.fail(what);
    }
}
