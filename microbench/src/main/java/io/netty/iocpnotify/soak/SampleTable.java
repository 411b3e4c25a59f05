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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Samples as a table of comma-separated values, and back.
 */
final class SampleTable {

    private SampleTable() { }

    static void write(List<Sample> samples, Path file) throws IOException {
        // The JVM names a purpose from when it has memory for it.
        Set<String> names = new LinkedHashSet<>();
        samples.forEach(sample -> names.addAll(sample.numbers().keySet()));
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", names));
        for (Sample sample : samples) {
            lines.add(names.stream().map(name -> String.valueOf(sample.numbers().getOrDefault(name, 0L)))
                    .collect(Collectors.joining(",")));
        }
        Files.write(file, lines);
    }

    static List<Sample> read(Path file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        String[] names = lines.get(0).split(",");
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split(",");
            Map<String, Long> numbers = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                numbers.put(names[i], Long.valueOf(values[i]));
            }
            samples.add(new Sample(numbers));
        }
        return samples;
    }
}
