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

import io.netty.channel.iocpnotify.loop.LoopClock;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The metrics of a group for a caller that asks for many of them at once, and again from time to time. One snapshot
 * serves all that is asked within a moment. Durations are those of the last minutes, not of all time. Any thread.
 */
final class RecentMetrics {

    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Durations are those since a snapshot that is as old, or up to twice as old. */
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    // Guarded by this.
    private IocpNotifyMetrics latest;
    private IocpNotifyMetrics begin;
    private IocpNotifyMetrics nextBegin;

    RecentMetrics(IocpNotifyMetrics first) {
        latest = first;
        begin = first;
        nextBegin = first;
    }

    /** Returns a snapshot of the group, which is the one of the first. */
    synchronized IocpNotifyMetrics of(IocpNotifyEventLoopGroup group) {
        long nowNanos = LoopClock.nanos();
        if (nowNanos - latest.takenAtNanos() >= MOMENT_NANOS) {
            latest = group.metrics();
            if (latest.takenAtNanos() - nextBegin.takenAtNanos() >= WINDOW_NANOS) {
                begin = nextBegin;
                nextBegin = latest;
            }
        }
        return latest;
    }

    synchronized IocpNotifyDurations durations(IocpNotifyEventLoopGroup group,
                                               Function<IocpNotifyMetrics, IocpNotifyDurations> kind) {
        return kind.apply(of(group)).since(kind.apply(begin));
    }
}
