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

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
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
    /** Seen on white and on black. */
    private static final String INK = "#7d8590";
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
    private final XMLStreamWriter svg;

    private Chart(Results results, XMLStreamWriter svg) {
        this.results = results;
        this.svg = svg;
    }

    public static void write(Results results, Environment environment, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            XMLStreamWriter svg = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            new Chart(results, svg).write(environment);
            svg.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void write(Environment environment) throws XMLStreamException {
        int height = TOP + results.workloads().size() * GROUP + FOOT;
        svg.writeStartDocument("UTF-8", "1.0");
        svg.writeStartElement("svg");
        svg.writeDefaultNamespace("http://www.w3.org/2000/svg");
        attributes("viewBox", "0 0 " + WIDTH + ' ' + height, "width", WIDTH, "height", height,
                "font-family", "sans-serif", "font-size", 12, "fill", INK);
        svg.writeStartElement("title");
        svg.writeCharacters("Times NIO: " + environment.line());
        svg.writeEndElement();
        legend();
        for (double tick = MIN; tick <= MAX; tick *= 2) {
            tick(tick, height);
        }
        int y = TOP;
        for (Workload workload : results.workloads()) {
            group(workload, y);
            y += GROUP;
        }
        svg.writeEndElement();
        svg.writeEndDocument();
    }

    private void legend() throws XMLStreamException {
        text(0, 16, "start", "Times NIO (right is better); the line: smallest to largest of all rounds");
        for (int i = 0; i < BARS.size(); i++) {
            int x = WIDTH - 230 + 115 * i;
            rectangle(x, 8, BAR, BAR, COLOURS.get(i));
            text(x + 14, 17, "start", BARS.get(i).label());
        }
    }

    private void tick(double value, int height) throws XMLStreamException {
        line(x(value), TOP - 8, x(value), height - FOOT, value == 1 ? 2 : 0.4);
        text(x(value), TOP - 14, "middle", format(value));
    }

    private void group(Workload workload, int y) throws XMLStreamException {
        Metric metric = workload.headline();
        text(0, y + BAR + 4, "start", workload.name() + ", " + metric.label());
        for (int i = 0; i < BARS.size(); i++) {
            Spread ratio = results.ratio(workload, BARS.get(i), Contender.NIO, metric);
            if (ratio != null) {
                bar(ratio, metric.moreIsBetter(), y + i * (BAR + 2), COLOURS.get(i));
            }
        }
    }

    private void bar(Spread ratio, boolean moreIsBetter, int y, String colour) throws XMLStreamException {
        double median = moreIsBetter ? ratio.median() : 1 / ratio.median();
        double low = moreIsBetter ? ratio.min() : 1 / ratio.max();
        double high = moreIsBetter ? ratio.max() : 1 / ratio.min();
        double from = Math.min(x(1), x(median));
        rectangle(from, y, Math.abs(x(median) - x(1)), BAR, colour);
        line(x(low), y + BAR / 2.0, x(high), y + BAR / 2.0, 1.5);
        text(Math.max(x(high), x(1)) + 6, y + BAR - 1, "start", format(median));
    }

    private static double x(double ratio) {
        double within = Math.max(MIN, Math.min(MAX, ratio));
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.log(within / MIN) / Math.log(MAX / MIN);
    }

    private static String format(double ratio) {
        return String.format(Locale.ROOT, ratio == Math.rint(ratio) || ratio >= 10 ? "%.0f" : "%.2f", ratio);
    }

    private void rectangle(double x, double y, double width, double height, String colour)
            throws XMLStreamException {
        svg.writeEmptyElement("rect");
        attributes("x", x, "y", y, "width", width, "height", height, "fill", colour);
    }

    private void line(double x1, double y1, double x2, double y2, double width) throws XMLStreamException {
        svg.writeEmptyElement("line");
        attributes("x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", INK, "stroke-width", width);
    }

    private void text(double x, double y, String anchor, String content) throws XMLStreamException {
        svg.writeStartElement("text");
        attributes("x", x, "y", y, "text-anchor", anchor);
        svg.writeCharacters(content);
        svg.writeEndElement();
    }

    private void attributes(Object... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            svg.writeAttribute((String) namesAndValues[i],
                    value instanceof Double ? String.format(Locale.ROOT, "%.1f", value) : value.toString());
        }
    }
}
