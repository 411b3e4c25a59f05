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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class GrowthRuleTest {

    private static final int COUNT = 80;
    private static final GrowthRule RULE = new GrowthRule(16, 0.05);

    private static Growth of(GrowthRule rule, IntToDoubleFunction value) {
        return rule.of(IntStream.range(0, COUNT).mapToDouble(value).toArray());
    }

    @Test
    void whatStaysTheSameDoesNotGrow() {
        Growth growth = of(RULE, i -> 100);
        assertFalse(growth.isFailure());
        assertEquals(100, growth.first);
        assertEquals(100, growth.last);
        assertEquals(16, growth.bound);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void noiseDoesNotGrow(int seed) {
        Random random = new Random(seed);
        assertFalse(of(RULE, i -> 100 + 10 * random.nextGaussian()).isFailure());
    }

    /** What a collection came too late for, a thread that the JVM has for a moment. */
    @Test
    void singleValuesDecideNothing() {
        assertFalse(of(RULE, i -> i > COUNT / 2 && i % 4 == 0 ? 1000 : 100).isFailure());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aSlopeBeyondTheBoundIsFoundInNoise(int seed) {
        Random random = new Random(seed);
        // 40 in all, of which the medians of the thirds see two thirds.
        Growth growth = of(RULE, i -> 100 + 40.0 * i / COUNT + 5 * random.nextGaussian());
        assertTrue(growth.beyondBound);
    }

    /** 9 in all, with noise of 1: never beyond the bound of 16, but a leak. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aSlowLeakIsFoundByItsSteadiness(int seed) {
        Random random = new Random(seed);
        Growth growth = of(RULE, i -> 100 + 9.0 * i / COUNT + random.nextGaussian());
        assertFalse(growth.beyondBound);
        assertTrue(growth.steady);
        assertTrue(growth.isFailure());
    }

    /** Four more in the course of the run are within what a JVM does by the way. */
    @Test
    void aQuarterOfTheBoundIsAllowedEvenIfSteady() {
        assertFalse(of(RULE, i -> 100 + 4.0 * i / COUNT).isFailure());
    }

    /** A cache that fills: less than the bound, and it ends. */
    @Test
    void whatLevelsOffDoesNotGrow() {
        assertFalse(of(RULE, i -> 100 + 14 * (1 - Math.exp(-i / 4.0)) + (i % 2) * 0.1).isFailure());
    }

    @Test
    void aStepBeyondTheBoundGrows() {
        assertTrue(of(RULE, i -> i < COUNT / 2 ? 100 : 117).beyondBound);
    }

    @Test
    void ofMuchTheRelativeBoundCounts() {
        assertFalse(of(RULE, i -> i < COUNT / 2 ? 1000 : 1049).beyondBound);
        assertTrue(of(RULE, i -> i < COUNT / 2 ? 1000 : 1051).beyondBound);
    }

    @Test
    void whatShrinksDoesNotGrow() {
        assertFalse(of(RULE, i -> 1000 - i).isFailure());
    }

    @Test
    void fewValues() {
        assertTrue(RULE.of(100, 100, 110, 110, 120, 120).beyondBound);
        assertThrows(IllegalArgumentException.class, () -> RULE.of(1, 2, 3, 4, 5));
    }
}
