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

import io.netty.channel.iocpnotify.group.RunMeter;
import io.netty.channel.iocpnotify.loop.DurationHistogram;

/**
 * The longest run of an event loop so far. A run normally ends soon after 4 ms. In a longer run a handler or a task
 * took too long. {@link #step()} names it. The object does not change. Any thread may use it.
 */
public final class IocpNotifyLongestRun {

    private final RunMeter.LongRun run;

    IocpNotifyLongestRun(RunMeter.LongRun run) {
        this.run = run;
    }

    /**
     * Returns which event loop it was.
     *
     * @return the event loop as a string, never {@code null}
     */
    public String eventLoop() {
        return run.eventLoop;
    }

    /**
     * Returns how long the run took.
     *
     * @return the time in nanoseconds
     */
    public long runNanos() {
        return run.nanos;
    }

    /**
     * Returns what took longest in that run.
     *
     * @return the channel with an event, or the class of the task. A task of {@code submit} or {@code schedule} is
     *         wrapped by Netty, and only a periodic one still tells its class when it has run. {@code null} if nothing
     *         was handled in that run
     */
    public String step() {
        return run.step;
    }

    /**
     * Returns how long {@link #step()} took.
     *
     * @return the time in nanoseconds
     */
    public long stepNanos() {
        return run.stepNanos;
    }

    @Override
    public String toString() {
        return DurationHistogram.text(run.nanos) + " in " + run.eventLoop +
                (run.step == null ? "" : ", of it " + DurationHistogram.text(run.stepNanos) + " for " + run.step);
    }
}
