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
package io.netty.iocpnotify.bench.simulation;

import java.util.ArrayList;
import java.util.List;

/** Strands that wait for a carrier, and the order in which they get one. Times are in microseconds. */
final class SimulatedQueue {

    /** From this expected duration on a run is long. */
    private static final double LONG_MICROS = 1000;
    /** How much of the carriers' time long runs may take while short ones wait. */
    private static final double SHARE_OF_LONG = 0.4;
    /** A long run that has waited for so long goes first. */
    private static final double MAX_AGE_MICROS = 50000;
    /** What a microsecond of waiting is worth in an order by duration. */
    private static final double AGEING = 0.5;
    /** The weight of the last run in what is expected of the next. */
    private static final double WEIGHT = 0.25;
    /** How fast the time that long and short runs have taken is forgotten, for each run. */
    private static final double MEMORY = 0.9999;

    enum Order {
        ONE_QUEUE("one queue, first come, first served"),
        TWO_LEVELS("long runs in a second queue: 40 % of the time, 50 ms of waiting at most"),
        SHORTEST_FIRST("the shortest expected run first, with ageing"),
        FEW_LONG("long runs on half of the carriers at most");

        private final String label;

        Order(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** A strand with one connection. */
    static final class Strand {
        final boolean isSlow;
        double sent;
        double queued;
        /** Decays. */
        private double expected;

        Strand(boolean isSlow) {
            this.isSlow = isSlow;
        }

        boolean isLong() {
            return expected >= LONG_MICROS;
        }
    }

    private final Order order;
    private final int maxLongRuns;
    private final List<Strand> waiting = new ArrayList<>();
    private int longRuns;
    private double timeOfLong;
    private double timeOfAll;
    private double longestWait;

    SimulatedQueue(Order order, int carriers) {
        this.order = order;
        maxLongRuns = carriers / 2;
    }

    void add(Strand strand, double now) {
        strand.queued = now;
        waiting.add(strand);
    }

    /** Returns the strand whose run begins, or {@code null} if none may. */
    Strand take(double now) {
        Strand next = next(now);
        if (next != null) {
            waiting.remove(next);
            longestWait = Math.max(longestWait, now - next.queued);
            longRuns += next.isLong() ? 1 : 0;
        }
        return next;
    }

    private Strand next(double now) {
        Strand firstLong = first(true);
        Strand firstShort = first(false);
        if (firstLong == null || firstShort == null) {
            return firstShort != null ? firstShort :
                    order == Order.FEW_LONG && longRuns >= maxLongRuns ? null : firstLong;
        }
        switch (order) {
            case ONE_QUEUE:
                return firstLong.queued < firstShort.queued ? firstLong : firstShort;
            case TWO_LEVELS:
                return timeOfLong < SHARE_OF_LONG * timeOfAll || now - firstLong.queued > MAX_AGE_MICROS ?
                        firstLong : firstShort;
            case FEW_LONG:
                return longRuns < maxLongRuns && firstLong.queued < firstShort.queued ? firstLong : firstShort;
            default:
                return shortest(now);
        }
    }

    /** The one that has waited for the longest time. */
    private Strand first(boolean isLong) {
        for (Strand strand : waiting) {
            if (strand.isLong() == isLong) {
                return strand;
            }
        }
        return null;
    }

    private Strand shortest(double now) {
        Strand best = null;
        for (Strand strand : waiting) {
            if (best == null || cost(strand, now) < cost(best, now)) {
                best = strand;
            }
        }
        return best;
    }

    private static double cost(Strand strand, double now) {
        return strand.expected - AGEING * (now - strand.queued);
    }

    /** @param wasLong what {@link Strand#isLong} was when the run began */
    void ended(Strand strand, boolean wasLong, double micros) {
        longRuns -= wasLong ? 1 : 0;
        strand.expected += WEIGHT * (micros - strand.expected);
        timeOfAll = MEMORY * timeOfAll + micros;
        timeOfLong = MEMORY * timeOfLong + (wasLong ? micros : 0);
    }

    /** Forgets the waits up to now. */
    void beginWindow() {
        longestWait = 0;
    }

    double longestWait() {
        return longestWait;
    }
}
