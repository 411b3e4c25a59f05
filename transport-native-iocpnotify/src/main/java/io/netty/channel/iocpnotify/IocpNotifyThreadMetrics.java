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
import io.netty.util.concurrent.EventExecutor;

/**
 * What one thread of an {@link IocpNotifyEventLoopGroup} does, and what it has counted. The object does not change any
 * more. Any thread may use it.
 */
public final class IocpNotifyThreadMetrics {

    private final String name;
    private final boolean waiting;
    private final String eventLoop;
    private final long runningNanos;
    private final IocpNotifyCounts counts;

    /**
     * @param thread the carrier's that the meter belongs to
     */
    IocpNotifyThreadMetrics(Thread thread, RunMeter meter, long nowNanos) {
        name = thread.getName();
        counts = new IocpNotifyCounts(meter.counters().snapshot(nowNanos));
        // After the counters.
        waiting = meter.counters().isWaiting();
        EventExecutor loop = meter.running();
        eventLoop = loop == null ? null : String.valueOf(loop);
        runningNanos = loop == null ? 0 : Math.max(0, nowNanos - meter.beganNanos());
    }

    /**
     * Returns the name of the thread.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Tells whether the thread waits for packets.
     *
     * @return {@code true} if it has nothing to do
     */
    public boolean isWaiting() {
        return waiting;
    }

    /**
     * Returns which event loop the thread runs.
     *
     * @return the event loop as a string, or {@code null} if the thread is between two runs
     */
    public String eventLoop() {
        return eventLoop;
    }

    /**
     * Returns how long the present run has taken so far.
     *
     * @return the time in nanoseconds, or 0 if the thread is between two runs
     */
    public long runningNanos() {
        return runningNanos;
    }

    /**
     * Returns what this thread has counted.
     *
     * @return the counts. {@code PostQueuedCompletionStatus} is counted for the group only
     */
    public IocpNotifyCounts counts() {
        return counts;
    }

    @Override
    public String toString() {
        return '"' + name + "\" " + (eventLoop != null ?
                "has run " + eventLoop + " for " + DurationHistogram.text(runningNanos) :
                waiting ? "waits" : "is between two runs") + ", " + counts;
    }
}
