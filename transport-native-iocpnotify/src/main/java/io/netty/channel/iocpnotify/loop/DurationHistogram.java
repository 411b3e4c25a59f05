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

import java.util.Locale;

/**
 * Counts durations in buckets. The buckets get wider as the durations get longer, so that each duration is known to a
 * sixteenth of its value. Within a power of two all have the same width, as in an HdrHistogram. One thread writes.
 * {@link RunCounters} says who reads and what orders that. All histograms have the same buckets, so they can be added.
 */
public final class DurationHistogram {

    /** The narrowest bucket is 64 ns wide. The clock is hardly more exact than that. */
    private static final int UNIT_SHIFT = 6;
    private static final int SUB_BUCKET_SHIFT = 4;
    private static final int SUB_BUCKETS = 1 << SUB_BUCKET_SHIFT;
    /** The last bucket takes all from 18 minutes on. */
    private static final int OCTAVES = 30;
    public static final int BUCKETS = (OCTAVES + 1) * SUB_BUCKETS;

    /** The buckets of each power of two, from the first duration on that is so long: most carriers need a few. */
    private final long[][] counts = new long[OCTAVES + 1][];
    private long maxNanos;

    /**
     * A negative duration counts as none: it comes from two clock readings that are too close to each other. Never
     * throws: a strand may be under way.
     */
    public void record(long nanos) {
        int index = index(nanos);
        int octave = index >>> SUB_BUCKET_SHIFT;
        if (counts[octave] != null || addOctave(octave)) {
            counts[octave][index & SUB_BUCKETS - 1]++;
        }
        if (nanos > maxNanos) {
            maxNanos = nanos;
        }
    }

    private boolean addOctave(int octave) {
        try {
            counts[octave] = new long[SUB_BUCKETS];
            return true;
        } catch (OutOfMemoryError ignored) {
            // This duration is not counted.
            return false;
        }
    }

    public long maxNanos() {
        return maxNanos;
    }

    /** Any thread. */
    public void addTo(long[] sums) {
        for (int i = 0; i < counts.length; i++) {
            long[] octave = counts[i];
            for (int j = 0; octave != null && j < SUB_BUCKETS; j++) {
                sums[(i << SUB_BUCKET_SHIFT) + j] += octave[j];
            }
        }
    }

    static int index(long nanos) {
        long units = nanos <= 0 ? 0 : nanos >>> UNIT_SHIFT;
        if (units < SUB_BUCKETS) {
            return (int) units;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(units);
        int subBucket = (int) (units >>> exponent - SUB_BUCKET_SHIFT) & SUB_BUCKETS - 1;
        return Math.min(BUCKETS - 1, (exponent - SUB_BUCKET_SHIFT + 1 << SUB_BUCKET_SHIFT) + subBucket);
    }

    /** The longest duration that is counted in a bucket; in the last one there are longer ones. */
    public static long longestNanos(int index) {
        long next = index + 1;
        if (next > SUB_BUCKETS) {
            int shift = (index >>> SUB_BUCKET_SHIFT) - 1;
            next = (long) (SUB_BUCKETS + (index & SUB_BUCKETS - 1) + 1) << shift;
        }
        return (next << UNIT_SHIFT) - 1;
    }

    /** A duration for people, in the largest unit that leaves something before the point. */
    public static String text(long nanos) {
        if (nanos < 1000) {
            return nanos + " ns";
        }
        if (nanos < 1000000) {
            return String.format(Locale.ROOT, "%.1f us", nanos / 1e3);
        }
        if (nanos < 1000000000) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
        }
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
