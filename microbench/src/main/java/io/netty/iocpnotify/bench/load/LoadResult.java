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
package io.netty.iocpnotify.bench.load;

import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * What one window measured.
 */
public final class LoadResult {

    /** With fewer latencies beyond it, a percentile is that of a few accidents. */
    private static final double LEAST_BEYOND = 10;

    private final long nanos;
    private final long[] answers;
    private final Histogram latencies;
    private final Histogram othersLatencies;

    LoadResult(long nanos, long[] answers, Histogram latencies, Histogram othersLatencies) {
        this.nanos = nanos;
        this.answers = answers;
        this.latencies = latencies;
        this.othersLatencies = othersLatencies;
    }

    /** Returns what this and another load have measured, whose windows were the same. */
    LoadResult plus(LoadResult other) {
        long[] all = Arrays.copyOf(answers, answers.length + other.answers.length);
        System.arraycopy(other.answers, 0, all, answers.length, other.answers.length);
        Histogram allLatencies = latencies.copy();
        allLatencies.add(other.latencies);
        Histogram allOthers = othersLatencies.copy();
        allOthers.add(other.othersLatencies);
        return new LoadResult(Math.max(nanos, other.nanos), all, allLatencies, allOthers);
    }

    /** How many answers were complete. */
    public long answers() {
        return Arrays.stream(answers).sum();
    }

    /** Answers in a second. */
    public double rate() {
        return perSecond(answers());
    }

    /** Answers that the first connection got in a second. */
    public double firstRate() {
        return perSecond(answers[0]);
    }

    private double perSecond(long count) {
        return count * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    }

    /**
     * Returns the latency below which the given share of answers stays.
     *
     * @param percentile between 0 and 100
     * @return microseconds; of requests that were sent within the window
     */
    public double latencyMicros(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e3;
    }

    /**
     * Whether there are enough latencies for a percentile to mean something.
     *
     * @param percentile between 0 and 100
     */
    public boolean tells(double percentile) {
        return latencies.getTotalCount() * (100 - percentile) / 100 >= LEAST_BEYOND;
    }

    /** As {@link #latencyMicros}, without the first connection. */
    public double othersLatencyMicros(double percentile) {
        return othersLatencies.getValueAtPercentile(percentile) / 1e3;
    }

    /**
     * The share, from 0 to 1, of all connections but the first that got less than half of their mean's answers. Of the
     * mean, because the median is 0 where most of them got none.
     */
    public double shareBelowHalf() {
        long[] others = Arrays.copyOfRange(answers, 1, answers.length);
        double half = Arrays.stream(others).average().orElse(0) / 2;
        return others.length == 0 ? 0 : Arrays.stream(others).filter(n -> n < half).count() / (double) others.length;
    }
}
