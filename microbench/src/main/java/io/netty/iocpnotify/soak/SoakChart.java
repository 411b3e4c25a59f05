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
import io.netty.iocpnotify.bench.report.Svg;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Each quantity over the time of a run, from zero, so that what is steady looks steady; one run or some on top of each
 * other.
 */
final class SoakChart {

    private static final List<String> COLOURS = List.of("#2f81f7", "#d29922", "#3fb950");
    private static final int WIDTH = 800;
    private static final int LEFT = 190;
    private static final int RIGHT = 90;
    private static final int TOP = 40;
    private static final int ROW = 64;
    private static final int HEIGHT = 48;
    private static final int FOOT = 24;
    private static final double HEADROOM = 1.15;
    private static final double TICKS = 6;

    private final Map<String, List<Sample>> runs;
    private final Svg svg;
    private final double minutes;

    private SoakChart(Map<String, List<Sample>> runs, Svg svg) {
        this.runs = runs;
        this.svg = svg;
        minutes = runs.values().stream().flatMap(List::stream).mapToDouble(Sample::minutes).max().orElse(1);
    }

    /**
     * @param runs by the name of each
     * @param warmUpMinutes what is shaded, as it is not judged
     */
    static void write(Map<String, List<Sample>> runs, double warmUpMinutes, Environment environment, Path file)
            throws IOException {
        int rows = Quantity.values().length + 1;
        try (Svg svg = new Svg(file, WIDTH, TOP + rows * ROW + FOOT, "Soak: " + environment.line())) {
            new SoakChart(runs, svg).write(rows, warmUpMinutes);
        }
    }

    private void write(int rows, double warmUpMinutes) throws IOException {
        svg.text(0, 16, "start", "What the server has while the load rests, over minutes; until the line it warms up");
        int i = 0;
        for (String name : runs.keySet()) {
            int x = WIDTH - 115 * (runs.size() - i);
            svg.rectangle(x, 8, 10, 10, COLOURS.get(i++ % COLOURS.size()));
            svg.text(x + 14, 17, "start", name);
        }
        int bottom = TOP + rows * ROW;
        svg.line(x(warmUpMinutes), TOP, x(warmUpMinutes), bottom, 0.8);
        double step = Math.max(1, Math.ceil(minutes / TICKS));
        for (double tick = 0; tick <= minutes; tick += step) {
            svg.text(x(tick), bottom + 16, "middle", String.format(Locale.ROOT, "%.0f", tick));
        }
        int y = TOP;
        row("million connections", "%.2f", sample -> sample.get("connections") / 1e6, y);
        for (Quantity quantity : Quantity.values()) {
            y += ROW;
            row(quantity.label(), "%.0f", quantity::of, y);
        }
    }

    private void row(String label, String format, ToDoubleFunction<Sample> value, int y) throws IOException {
        double most = runs.values().stream().flatMap(List::stream).mapToDouble(value).max().orElse(1);
        double top = most == 0 ? 1 : most * HEADROOM;
        svg.text(0, y + HEIGHT, "start", label);
        svg.line(LEFT, y + HEIGHT, WIDTH - RIGHT, y + HEIGHT, 0.4);
        int i = 0;
        for (List<Sample> samples : runs.values()) {
            double[] xs = samples.stream().mapToDouble(sample -> x(sample.minutes())).toArray();
            double[] ys = samples.stream()
                    .mapToDouble(sample -> y + HEIGHT - HEIGHT * value.applyAsDouble(sample) / top).toArray();
            svg.curve(xs, ys, COLOURS.get(i % COLOURS.size()));
            double last = value.applyAsDouble(samples.get(samples.size() - 1));
            svg.text(WIDTH - RIGHT + 8 + 42 * i, y + HEIGHT, "start", String.format(Locale.ROOT, format, last));
            i++;
        }
    }

    private double x(double at) {
        return LEFT + (WIDTH - LEFT - RIGHT) * at / minutes;
    }
}
