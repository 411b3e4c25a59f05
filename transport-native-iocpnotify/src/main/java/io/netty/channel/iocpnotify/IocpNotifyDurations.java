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

import io.netty.channel.iocpnotify.loop.DurationHistogram;
import io.netty.util.internal.ObjectUtil;

/**
 * A histogram of durations, similar to an HdrHistogram. The error of a duration is at most one sixteenth of it, or
 * 64 ns if that is more. The object does not change any more. Any thread may use it.
 */
public final class IocpNotifyDurations {

    private final long[] counts;
    private final long count;
    private final long maxNanos;

    /**
     * @param counts   by the buckets of {@link DurationHistogram}; this object's from here on
     * @param maxNanos the longest of all
     */
    IocpNotifyDurations(long[] counts, long maxNanos) {
        this.counts = counts;
        long sum = 0;
        for (long inBucket : counts) {
            sum += inBucket;
        }
        count = sum;
        this.maxNanos = maxNanos;
    }

    /**
     * Returns how many durations were measured.
     *
     * @return the number of durations
     */
    public long count() {
        return count;
    }

    /**
     * Returns the duration that a share of all does not exceed.
     *
     * @param percentile the share, from 0 to 100. 50 asks for the median
     * @return the duration in nanoseconds, rounded up as the histogram knows it, or 0 if there is none
     * @throws IllegalArgumentException if {@code percentile} is not from 0 to 100
     */
    public long percentileNanos(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException("percentile: " + percentile + " (expected: 0 to 100)");
        }
        long wanted = Math.max(1, (long) Math.ceil(percentile / 100 * count));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return i == counts.length - 1 ? maxNanos : Math.min(maxNanos, DurationHistogram.longestNanos(i));
            }
        }
        return 0;
    }

    /**
     * Returns the longest duration. It is exact, unless this is the result of {@link #since}.
     *
     * @return the duration in nanoseconds, or 0 if there is none
     */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * Returns what has happened since an earlier snapshot of the same group.
     *
     * @param earlier the earlier snapshot, never {@code null}
     * @return the durations that are in this snapshot and not in the earlier one
     * @throws NullPointerException if {@code earlier} is {@code null}
     */
    public IocpNotifyDurations since(IocpNotifyDurations earlier) {
        ObjectUtil.checkNotNull(earlier, "earlier");
        long[] difference = new long[counts.length];
        long max = 0;
        for (int i = 0; i < counts.length; i++) {
            difference[i] = Math.max(0, counts[i] - earlier.counts[i]);
            if (difference[i] != 0) {
                max = i == counts.length - 1 ? maxNanos : Math.min(maxNanos, DurationHistogram.longestNanos(i));
            }
        }
        return new IocpNotifyDurations(difference, max);
    }

    @Override
    public String toString() {
        return "p50 " + DurationHistogram.text(percentileNanos(50)) + ", p99 " +
                DurationHistogram.text(percentileNanos(99)) + ", max " + DurationHistogram.text(maxNanos);
    }
}
