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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a user decides by: for each workload its headline and the processor time of a message, as bars that say how many
 * times better than NIO each contender is. Where less is better the bar shows the inverse, so that to the right is
 * always better. The scale is logarithmic, so that twice and half are equally far from NIO.
 */
public final class Chart {

    private static final List<Contender> BARS = List.of(Contender.IOCPNOTIFY, Contender.AIO, Contender.LOOM,
            Contender.GO);
    private static final List<String> COLOURS = List.of("#2f81f7", "#d29922", "#a371f7", "#3fb950");
    private static final double MIN = 0.25;
    private static final double MAX = 8;
    private static final int LABELS = 210;
    private static final int PANEL = 320;
    private static final int GAP = 50;
    private static final int WIDTH = LABELS + 2 * (PANEL + GAP);
    private static final int LEGEND = 480;
    private static final int TOP = 68;
    private static final int HEADING = 22;
    private static final int BAR = 9;
    private static final int PITCH = 11;
    private static final int BETWEEN = 9;

    private final Results results;
    private final Svg svg;
    private final int height;

    private Chart(Results results, Svg svg, int height) {
        this.results = results;
        this.svg = svg;
        this.height = height;
    }

    public static void write(Results results, Environment environment, Path file) throws IOException {
        int height = TOP;
        for (Section section : Section.values()) {
            List<Workload> workloads = section.of(results);
            height += workloads.isEmpty() ? 0 : HEADING;
            for (Workload workload : workloads) {
                height += rowHeight(results, workload);
            }
        }
        try (Svg svg = new Svg(file, WIDTH, height, "Times better than NIO: " + environment.line())) {
            new Chart(results, svg, height).write();
        }
    }

    private void write() throws IOException {
        legend();
        scale(LABELS, "main figure");
        scale(LABELS + PANEL + GAP, "CPU for a message");
        int y = TOP;
        for (Section section : Section.values()) {
            List<Workload> workloads = section.of(results);
            if (!workloads.isEmpty()) {
                svg.text(0, y + BAR, "start", section.title);
                y += HEADING;
            }
            for (Workload workload : workloads) {
                row(workload, y);
                y += rowHeight(results, workload);
            }
        }
    }

    private void legend() throws IOException {
        svg.text(0, 14, "start", "NIO is 1, to the right is better; the thin line: all rounds; " +
                "no bar where they disagree");
        for (int i = 0; i < BARS.size(); i++) {
            int x = WIDTH - LEGEND + LEGEND / BARS.size() * i;
            svg.rectangle(x, 6, BAR, BAR, COLOURS.get(i));
            svg.text(x + 14, 14, "start", BARS.get(i).label());
        }
    }

    private void scale(int left, String title) throws IOException {
        svg.text(left, 38, "start", title);
        for (double tick = MIN; tick <= MAX; tick *= 2) {
            svg.line(x(left, tick), TOP - 8, x(left, tick), height, tick == 1 ? 2 : 0.4);
            svg.text(x(left, tick), TOP - 12, "middle", format(tick));
        }
    }

    private static int rowHeight(Results results, Workload workload) {
        int bars = (int) BARS.stream().filter(contender -> ratio(results, workload, contender, workload.headline())
                != null).count();
        return Math.max(1, bars) * PITCH + BETWEEN;
    }

    private void row(Workload workload, int y) throws IOException {
        svg.text(12, y + BAR, "start", workload.name() +
                (Section.LATENCY.has(workload) ? ", " + workload.headline().label() : ""));
        int top = y;
        for (int i = 0; i < BARS.size(); i++) {
            Spread headline = ratio(results, workload, BARS.get(i), workload.headline());
            if (headline == null) {
                continue;
            }
            bar(headline, workload.headline(), LABELS, top, COLOURS.get(i));
            Spread cpu = ratio(results, workload, BARS.get(i), Metric.CPU);
            if (cpu != null) {
                bar(cpu, Metric.CPU, LABELS + PANEL + GAP, top, COLOURS.get(i));
            }
            top += PITCH;
        }
    }

    private static Spread ratio(Results results, Workload workload, Contender contender, Metric metric) {
        return results.ratio(workload, contender, Contender.NIO, metric);
    }

    private void bar(Spread ratio, Metric metric, int left, int y, String colour) throws IOException {
        boolean more = metric.moreIsBetter();
        double median = more ? ratio.median() : 1 / ratio.median();
        double low = more ? ratio.min() : 1 / ratio.max();
        double high = more ? ratio.max() : 1 / ratio.min();
        svg.line(x(left, low), y + BAR / 2.0, x(left, high), y + BAR / 2.0, 1.5);
        if (ratio.isOnOneSideOfOne()) {
            double from = Math.min(x(left, 1), x(left, median));
            svg.rectangle(from, y, Math.abs(x(left, median) - x(left, 1)), BAR, colour);
            svg.text(Math.max(x(left, high), x(left, 1)) + 6, y + BAR, "start", format(median));
        }
    }

    private static double x(int left, double ratio) {
        double within = Math.max(MIN, Math.min(MAX, ratio));
        return left + PANEL * Math.log(within / MIN) / Math.log(MAX / MIN);
    }

    private static String format(double ratio) {
        return String.format(Locale.ROOT, ratio == Math.rint(ratio) || ratio >= 10 ? "%.0f" : "%.2f", ratio);
    }

    /** Workloads whose headline is of one kind. */
    private enum Section {
        THROUGHPUT("Throughput"),
        PACED("p99 at a fixed rate"),
        LATENCY("Latency and waiting");

        private final String title;

        Section(String title) {
            this.title = title;
        }

        boolean has(Workload workload) {
            return this == (workload.isPaced() ? PACED : workload.headline() == Metric.RATE ? THROUGHPUT : LATENCY);
        }

        List<Workload> of(Results results) {
            return results.workloads().stream().filter(this::has).collect(Collectors.toList());
        }
    }
}
