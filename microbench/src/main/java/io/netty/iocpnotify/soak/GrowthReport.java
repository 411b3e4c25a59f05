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

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the rule says of each quantity of a run.
 */
final class GrowthReport {

    private final Map<Quantity, Growth> growths = new EnumMap<>(Quantity.class);
    private final Failures failures = new Failures();

    /**
     * @param warmUpMinutes samples before that time are left out
     */
    GrowthReport(List<Sample> samples, double warmUpMinutes) {
        List<Sample> judged = new ArrayList<>(samples);
        judged.removeIf(sample -> sample.minutes() < warmUpMinutes);
        if (judged.size() < GrowthRule.FEWEST) {
            failures.add("only " + judged.size() + " samples after the warm-up: too few to tell what grows");
            return;
        }
        for (Quantity quantity : Quantity.values()) {
            Growth growth = quantity.rule().of(judged.stream().mapToDouble(quantity::of).toArray());
            growths.put(quantity, growth);
            if (growth.isFailure()) {
                failures.add(line(quantity, growth));
            }
        }
    }

    /** What grows. */
    Failures failures() {
        return failures;
    }

    Map<Quantity, Growth> growths() {
        return growths;
    }

    static String line(Quantity quantity, Growth growth) {
        return quantity.name().toLowerCase() + (growth.beyondBound ? " grow: " :
                growth.steady ? " grow little, but steadily: " : " are steady: ") +
                quantity.format(growth.first) + ", then " + quantity.format(growth.last) + ", bound " +
                quantity.format(growth.bound);
    }
}
