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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What there was at one moment, while the load rested.
 */
final class Sample {

    private final Map<String, Long> numbers;

    Sample(Map<String, Long> numbers) {
        this.numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    }

    /** By name; the same names in all samples of a run. */
    Map<String, Long> numbers() {
        return numbers;
    }

    long get(String name) {
        Long value = numbers.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " was not measured: " + numbers.keySet());
        }
        return value;
    }

    /** Minutes since the run began. */
    double minutes() {
        return get("millis") / 60000.0;
    }
}
