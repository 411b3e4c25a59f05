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
package io.netty.iocpnotify.soak;

import java.util.Arrays;

/**
 * Says whether something grows, from what was measured at equal intervals after the warm-up.
 * <p>
 * Medians of the first and of the last third are compared: single values, however far off, decide nothing. It grows if
 * the last is above the first by more than the bound, absolute or relative, whichever is more. A leak that is slow for
 * the time of a run is told from noise by its steadiness: it grows also if the medians of six parts rise each above the
 * one before, and by a quarter of the bound in all. Chance puts six in that order once in 720 times, and what levels
 * off does not rise any more.
 */
final class GrowthRule {

    /** Fewer values say nothing. */
    static final int FEWEST = 6;
    private static final int PARTS = 6;
    private static final int STEADY_SHARE = 4;

    private final double absolute;
    private final double relative;

    GrowthRule(double absolute, double relative) {
        this.absolute = absolute;
        this.relative = relative;
    }

    /**
     * @param values at least {@link #FEWEST}
     */
    Growth of(double... values) {
        if (values.length < FEWEST) {
            throw new IllegalArgumentException(values.length + " values, of " + FEWEST + " at least");
        }
        double first = median(values, 0, 3);
        double last = median(values, 2, 3);
        double bound = Math.max(absolute, relative * first);
        double growth = last - first;
        return new Growth(first, last, bound, growth > bound, growth > bound / STEADY_SHARE && isSteady(values));
    }

    private static boolean isSteady(double[] values) {
        for (int part = 1; part < PARTS; part++) {
            if (median(values, part, PARTS) <= median(values, part - 1, PARTS)) {
                return false;
            }
        }
        return true;
    }

    /** The median of one part of {@code parts}. */
    private static double median(double[] values, int part, int parts) {
        double[] sorted = Arrays.copyOfRange(values, values.length * part / parts, values.length * (part + 1) / parts);
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
