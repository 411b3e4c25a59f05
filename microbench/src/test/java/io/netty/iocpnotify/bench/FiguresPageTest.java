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
package io.netty.iocpnotify.bench;

import io.netty.iocpnotify.bench.report.Environment;
import io.netty.iocpnotify.bench.report.FiguresPage;
import io.netty.iocpnotify.bench.report.JsonReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FiguresPageTest {

    @Test
    void theReportOfARunBecomesAPage(@TempDir Path folder) throws IOException {
        Workload echo = Workloads.select(List.of("echo-64")).get(0);
        Results results = new Results(List.of(echo));
        results.add(echo, Contender.NIO, Map.of(Metric.RATE, 100.0, Metric.P50, 4.0));
        results.add(echo, Contender.IOCPNOTIFY, Map.of(Metric.RATE, 150.0, Metric.P50, 3.0));
        Path json = folder.resolve("results.json");
        JsonReport.write(results, Environment.here(null, "<none>"), json);

        Path page = FiguresPage.write(json);
        assertEquals(folder.resolve("results.html"), page);
        String html = Files.readString(page);
        assertTrue(html.contains("<li>providers: &lt;none&gt;</li>"), html);
        assertTrue(html.contains("<tr><td><b>rate, messages/s</b></td><td>100</td><td>150<br/>" +
                "<small>÷ NIO 1.50 (1.50–1.50)</small></td></tr>"), html);
        assertTrue(html.contains("<td><span>p50, µs</span></td><td>4.00</td><td>3.00<br/>" +
                "<small>÷ NIO 0.75 (0.75–0.75)</small></td></tr>"), html);
    }

    @Test
    void roundsThatDisagreeGiveARangeAlone(@TempDir Path folder) throws IOException {
        Workload echo = Workloads.select(List.of("echo-64")).get(0);
        Results results = new Results(List.of(echo));
        for (double rate : new double[] {150, 90}) {
            results.add(echo, Contender.NIO, Map.of(Metric.RATE, 100.0));
            results.add(echo, Contender.IOCPNOTIFY, Map.of(Metric.RATE, rate));
        }
        Path json = folder.resolve("results.json");
        JsonReport.write(results, Environment.here(null, "none"), json);
        String html = Files.readString(FiguresPage.write(json));
        assertTrue(html.contains("<small>÷ NIO (0.90–1.50)</small>"), html);
    }

    @Test
    void thePublishedPageIsThatOfThePublishedFigures() throws IOException {
        Path folder = Path.of("..", "docs", "figures");
        assertEquals(FiguresPage.text(folder.resolve("published.json")),
                Files.readString(folder.resolve("published.html")));
    }
}
