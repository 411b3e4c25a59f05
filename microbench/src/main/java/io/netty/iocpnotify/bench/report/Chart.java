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

/**
 * The headline of each workload as a bar: how many times NIO's figure. Where less is better the bar shows the
 * inverse, so that to the right is always better. The scale is logarithmic, so that twice and half are equally far
 * from NIO.
 */
public final class Chart {

    private static final List<Contender> BARS = List.of(Contender.IOCPNOTIFY, Contender.IOCPHANDLER);
    private static final List<String> COLOURS = List.of("#2f81f7", "#8b949e");
    private static final double MIN = 0.5;
    private static final double MAX = 8;
    private static final int WIDTH = 800;
    private static final int LEFT = 230;
    private static final int RIGHT = 60;
    private static final int TOP = 56;
    private static final int BAR = 10;
    private static final int GROUP = 32;
    private static final int FOOT = 24;

    private final Results results;
    private final Svg svg;

    private Chart(Results results, Svg svg) {
        this.results = results;
        this.svg = svg;
    }

    public static void write(Results results, Environment environment, Path file) throws IOException {
        int height = TOP + results.workloads().size() * GROUP + FOOT;
        try (Svg svg = new Svg(file, WIDTH, height, "Times NIO: " + environment.line())) {
            new Chart(results, svg).write(height);
        }
    }

    private void write(int height) throws IOException {
        legend();
        for (double tick = MIN; tick <= MAX; tick *= 2) {
            tick(tick, height);
        }
        int y = TOP;
        for (Workload workload : results.workloads()) {
            group(workload, y);
            y += GROUP;
        }
    }

    private void legend() throws IOException {
        svg.text(0, 16, "start", "Times NIO (right is better); the line: smallest to largest of all rounds");
        for (int i = 0; i < BARS.size(); i++) {
            int x = WIDTH - 230 + 115 * i;
            svg.rectangle(x, 8, BAR, BAR, COLOURS.get(i));
            svg.text(x + 14, 17, "start", BARS.get(i).label());
        }
    }

    private void tick(double value, int height) throws IOException {
        svg.line(x(value), TOP - 8, x(value), height - FOOT, value == 1 ? 2 : 0.4);
        svg.text(x(value), TOP - 14, "middle", format(value));
    }

    private void group(Workload workload, int y) throws IOException {
        Metric metric = workload.headline();
        svg.text(0, y + BAR + 4, "start", workload.name() + ", " + metric.label());
        for (int i = 0; i < BARS.size(); i++) {
            Spread ratio = results.ratio(workload, BARS.get(i), Contender.NIO, metric);
            if (ratio != null) {
                bar(ratio, metric.moreIsBetter(), y + i * (BAR + 2), COLOURS.get(i));
            }
        }
    }

    private void bar(Spread ratio, boolean moreIsBetter, int y, String colour) throws IOException {
        double median = moreIsBetter ? ratio.median() : 1 / ratio.median();
        double low = moreIsBetter ? ratio.min() : 1 / ratio.max();
        double high = moreIsBetter ? ratio.max() : 1 / ratio.min();
        double from = Math.min(x(1), x(median));
        svg.rectangle(from, y, Math.abs(x(median) - x(1)), BAR, colour);
        svg.line(x(low), y + BAR / 2.0, x(high), y + BAR / 2.0, 1.5);
        svg.text(Math.max(x(high), x(1)) + 6, y + BAR - 1, "start", format(median));
    }

    private static double x(double ratio) {
        double within = Math.max(MIN, Math.min(MAX, ratio));
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(within / MIN) / Math.log(MAX / MIN);
    }

    private static String format(double ratio) {
        return String.format(Locale.ROOT, ratio == Math.rint(ratio) || ratio >= 10 ? "%.0f" : "%.2f", ratio);
    }
}
