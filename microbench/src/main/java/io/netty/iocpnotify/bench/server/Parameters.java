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
package io.netty.iocpnotify.bench.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whole numbers by name, written {@code connections=64}.
 */
final class Parameters {

    private final Map<String, Integer> values = new LinkedHashMap<>();

    Parameters(List<String> words) {
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts.length != 2) {
                throw new IllegalArgumentException("no parameter: " + word);
            }
            values.put(parts[0], Integer.valueOf(parts[1]));
        }
    }

    int get(String name) {
        Integer value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("parameter " + name + " is missing");
        }
        return value;
    }
}
