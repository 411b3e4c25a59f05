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

import io.netty.channel.iocpnotify.IocpNotifyMetrics;
import io.netty.channel.iocpnotify.LoopInternals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a histogram says of durations against what they were. */
@Tag("one-provider")
class DurationHistogramTest {

    private static final long COVERED = 1L << 40;

    private static IocpNotifyMetrics.Durations snapshot(DurationHistogram histogram) {
        long[] counts = new long[DurationHistogram.BUCKETS];
        histogram.addTo(counts);
        return LoopInternals.newDurations(counts, histogram.maxNanos());
    }

    private static void assertClose(long exact, long told) {
        assertTrue(told >= exact && told - exact <= Math.max(64, exact / 16), told + " for " + exact);
    }

    @Test
    void eachDurationIsInTheBucketThatIsAsWideAsASixteenth() {
        int last = -1;
        for (long nanos = 0; nanos < COVERED; nanos += Math.max(1, nanos / 500)) {
            int index = DurationHistogram.index(nanos);
            assertTrue(index == last || index == last + 1, "at " + nanos);
            last = index;
            assertClose(nanos, DurationHistogram.longestNanos(index));
            assertEquals(index, DurationHistogram.index(DurationHistogram.longestNanos(index)));
        }
        assertEquals(DurationHistogram.BUCKETS - 1, last);
        assertEquals(last, DurationHistogram.index(Long.MAX_VALUE));
        assertEquals(0, DurationHistogram.index(-1));
        assertEquals(0, DurationHistogram.index(Long.MIN_VALUE));
    }

    @Test
    void percentilesAreThoseOfTheSortedDurations() {
        Random random = new Random(7);
        DurationHistogram histogram = new DurationHistogram();
        long[] all = new long[10000];
        for (int i = 0; i < all.length; i++) {
            all[i] = (long) Math.exp(random.nextDouble() * 25);
            histogram.record(all[i]);
        }
        Arrays.sort(all);
        IocpNotifyMetrics.Durations durations = snapshot(histogram);
        assertEquals(all.length, durations.count());
        assertEquals(all[all.length - 1], durations.maxNanos());
        assertEquals(durations.maxNanos(), durations.percentileNanos(100));
        for (double percentile : new double[] { 0, 1, 25, 50, 75, 90, 99, 99.9, 99.99 }) {
            int index = Math.max(0, (int) Math.ceil(percentile / 100 * all.length) - 1);
            assertClose(all[index], durations.percentileNanos(percentile));
        }
    }

    @Test
    void whatIsLongerThanTheLastBucketIsTheLongest() {
        DurationHistogram histogram = new DurationHistogram();
        histogram.record(2 * COVERED);
        assertEquals(2 * COVERED, snapshot(histogram).percentileNanos(50));
    }

    @Test
    void ofNothingThereIsNothingToTell() {
        IocpNotifyMetrics.Durations durations = snapshot(new DurationHistogram());
        assertEquals(0, durations.count());
        assertEquals(0, durations.percentileNanos(0));
        assertEquals(0, durations.percentileNanos(50));
        assertEquals(0, durations.percentileNanos(100));
        assertThrows(IllegalArgumentException.class, () -> durations.percentileNanos(-1));
        assertThrows(IllegalArgumentException.class, () -> durations.percentileNanos(100.5));
        assertThrows(IllegalArgumentException.class, () -> durations.percentileNanos(Double.NaN));
    }

    @Test
    void sinceAnEarlierSnapshotThereIsOnlyWhatCameLater() {
        DurationHistogram histogram = new DurationHistogram();
        histogram.record(50000000);
        IocpNotifyMetrics.Durations earlier = snapshot(histogram);
        histogram.record(1000);
        histogram.record(3000);
        IocpNotifyMetrics.Durations between = snapshot(histogram).since(earlier);
        assertEquals(2, between.count());
        assertClose(1000, between.percentileNanos(50));
        assertClose(3000, between.maxNanos());
    }
}
