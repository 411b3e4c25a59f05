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
package io.netty.iocpnotify.bench.report;

import io.netty.iocpnotify.bench.Contender;
import io.netty.iocpnotify.bench.Metric;
import io.netty.iocpnotify.bench.Results;
import io.netty.iocpnotify.bench.Spread;
import io.netty.iocpnotify.bench.Workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Two tables that can be read in a terminal and in a page of Markdown: the headline of each workload, then everything.
 */
public final class TableReport {

    private final Results results;
    private final Environment environment;

    public TableReport(Results results, Environment environment) {
        this.results = results;
        this.environment = environment;
    }

    public String text() {
        MarkdownTable headlines = new MarkdownTable(header());
        MarkdownTable all = new MarkdownTable(header());
        for (Workload workload : results.workloads()) {
            headlines.add(row(workload, workload.headline()));
            for (Metric metric : results.metrics(workload)) {
                all.add(row(workload, metric));
            }
        }
        return "Medians; ÷ NIO: the median of the ratios within a round, and the smallest and largest of them; only " +
                "these where the rounds disagree on which is better.\n" +
                environment.line() + "\n\n" + headlines + "\nAll figures:\n\n" + all;
    }

    private List<String> header() {
        List<String> cells = new ArrayList<>(List.of("workload", "figure"));
        for (Contender contender : results.contenders()) {
            cells.add(contender.label());
            if (contender != Contender.NIO) {
                cells.add("÷ NIO");
            }
        }
        if (results.contenders().contains(Contender.FLOOR)) {
            cells.add(Contender.IOCPNOTIFY.label() + " ÷ " + Contender.FLOOR.label());
        }
        return cells;
    }

    private List<String> row(Workload workload, Metric metric) {
        List<String> cells = new ArrayList<>();
        cells.add(workload.name());
        cells.add(metric.unit().isEmpty() ? metric.label() : metric.label() + ", " + metric.unit());
        for (Contender contender : results.contenders()) {
            List<Double> samples = results.samples(workload, contender, metric);
            cells.add(samples.isEmpty() ? "" : number(Spread.of(samples).median()));
            if (contender != Contender.NIO) {
                cells.add(ratio(results.ratio(workload, contender, Contender.NIO, metric)));
            }
        }
        if (results.contenders().contains(Contender.FLOOR)) {
            cells.add(ratio(results.ratio(workload, Contender.IOCPNOTIFY, Contender.FLOOR, metric)));
        }
        return cells;
    }

    /** Where the rounds disagree on which is better, a median would say more than was measured. */
    static String ratio(Spread ratio) {
        if (ratio == null) {
            return "";
        }
        String range = String.format(Locale.ROOT, "(%.2f–%.2f)", ratio.min(), ratio.max());
        return ratio.isOnOneSideOfOne() ? String.format(Locale.ROOT, "%.2f %s", ratio.median(), range) : range;
    }

    /** Three digits, and no more behind the point than that takes. */
    static String number(double value) {
        int decimals = value >= 100 || value == 0 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
