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

import io.netty.iocpnotify.bench.report.Environment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

import javax.xml.parsers.DocumentBuilderFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SampleTableTest {

    @TempDir
    Path directory;

    private static List<Sample> samples(int handlesAMinute) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Map<String, Long> numbers = new LinkedHashMap<>();
            numbers.put("millis", i * 60000L);
            numbers.put("connections", i * 1000L);
            for (Quantity quantity : Quantity.values()) {
                numbers.put(quantity.key(), 100L << 20);
            }
            numbers.put("handles", 500L + i * handlesAMinute);
            samples.add(new Sample(numbers));
        }
        return samples;
    }

    @Test
    void whatWasWrittenIsReadBack() throws Exception {
        Path file = directory.resolve("run.csv");
        SampleTable.write(samples(1), file);
        List<Sample> read = SampleTable.read(file);
        assertEquals(30, read.size());
        for (int i = 0; i < read.size(); i++) {
            assertEquals(samples(1).get(i).numbers(), read.get(i).numbers());
        }
    }

    @Test
    void theReportNamesWhatGrows() {
        assertTrue(new GrowthReport(samples(0), 10).failures().isEmpty());
        Failures failures = new GrowthReport(samples(10), 10).failures();
        assertTrue(failures.text().startsWith("handles grow: 625 handles, then 760 handles, bound 31 handles"),
                failures.text());
    }

    @Test
    void aRunThatIsTooShortFails() {
        Failures failures = new GrowthReport(samples(0), 25).failures();
        assertTrue(failures.text().startsWith("only 5 samples"), failures.text());
    }

    @Test
    void theChartShowsEachQuantity() throws Exception {
        Path file = directory.resolve("run.svg");
        Map<String, List<Sample>> runs = new LinkedHashMap<>();
        runs.put("one", samples(0));
        runs.put("two", samples(1));
        SoakChart.write(runs, 10, Environment.here(null, "any & <all>"), file);
        Document chart = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        String text = chart.getDocumentElement().getTextContent();
        for (Quantity quantity : Quantity.values()) {
            assertTrue(text.contains(quantity.label()), text);
        }
        assertEquals(2 * (Quantity.values().length + 1), chart.getElementsByTagName("polyline").getLength());
    }
}
