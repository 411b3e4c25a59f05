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

/**
 * The longest run of an event loop so far. A run normally ends soon after 4 ms. In a longer run a handler or a task
 * took too long. {@link #step()} names it. The object does not change. Any thread may use it.
 */
public final class IocpNotifyLongestRun {

    private final String eventLoop;
    private final long runNanos;
    private final String step;
    private final long stepNanos;

    IocpNotifyLongestRun(String eventLoop, long runNanos, String step, long stepNanos) {
        this.eventLoop = eventLoop;
        this.runNanos = runNanos;
        this.step = step;
        this.stepNanos = stepNanos;
    }

    /** Returns the one that took longer; each may be {@code null}. */
    static IocpNotifyLongestRun longer(IocpNotifyLongestRun one, IocpNotifyLongestRun other) {
        return one == null || other != null && other.runNanos > one.runNanos ? other : one;
    }

    /**
     * Returns which event loop it was.
     *
     * @return the event loop as a string, never {@code null}
     */
    public String eventLoop() {
        return eventLoop;
    }

    /**
     * Returns how long the run took.
     *
     * @return the time in nanoseconds
     */
    public long runNanos() {
        return runNanos;
    }

    /**
     * Returns what took longest in that run.
     *
     * @return the channel with an event, or the class of the task. A task of {@code submit} or {@code schedule} is
     *         wrapped by Netty, and only a periodic one still tells its class when it has run. {@code null} if nothing
     *         was handled in that run
     */
    public String step() {
        return step;
    }

    /**
     * Returns how long {@link #step()} took.
     *
     * @return the time in nanoseconds
     */
    public long stepNanos() {
        return stepNanos;
    }

    @Override
    public String toString() {
        return IocpNotifyDurations.text(runNanos) + " in " + eventLoop +
                (step == null ? "" : ", of it " + IocpNotifyDurations.text(stepNanos) + " for " + step);
    }
}
