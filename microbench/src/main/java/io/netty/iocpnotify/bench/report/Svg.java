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

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A drawing of lines, rectangles and text that is written as it is drawn. All is in the colour of the ink, unless
 * another is asked for.
 */
public final class Svg implements Closeable {

    /** Seen on white and on black. */
    private static final String INK = "#7d8590";

    private final OutputStream out;
    private final XMLStreamWriter svg;

    /**
     * Begins a drawing.
     *
     * @param title what readers who do not see it are told
     */
    public Svg(Path file, int width, int height, String title) throws IOException {
        out = Files.newOutputStream(file);
        boolean success = false;
        try {
            svg = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            svg.writeStartDocument("UTF-8", "1.0");
            svg.writeStartElement("svg");
            svg.writeDefaultNamespace("http://www.w3.org/2000/svg");
            attributes("viewBox", "0 0 " + width + ' ' + height, "width", width, "height", height,
                    "font-family", "sans-serif", "font-size", 12, "fill", INK);
            svg.writeStartElement("title");
            svg.writeCharacters(title);
            svg.writeEndElement();
            success = true;
        } catch (XMLStreamException e) {
            throw new IOException(e);
        } finally {
            if (!success) {
                out.close();
            }
        }
    }

    public void rectangle(double x, double y, double width, double height, String colour) throws IOException {
        element("rect", "x", x, "y", y, "width", width, "height", height, "fill", colour);
    }

    public void line(double x1, double y1, double x2, double y2, double width) throws IOException {
        element("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", INK, "stroke-width", width);
    }

    /**
     * @param xs as many as {@code ys}
     */
    public void curve(double[] xs, double[] ys, String colour) throws IOException {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            points.append(i == 0 ? "" : " ").append(number(xs[i])).append(',').append(number(ys[i]));
        }
        element("polyline", "points", points, "fill", "none", "stroke", colour, "stroke-width", 1.5);
    }

    /**
     * @param anchor {@code start}, {@code middle} or {@code end}
     */
    public void text(double x, double y, String anchor, String content) throws IOException {
        try {
            svg.writeStartElement("text");
            attributes("x", x, "y", y, "text-anchor", anchor);
            svg.writeCharacters(content);
            svg.writeEndElement();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void element(String name, Object... attributes) throws IOException {
        try {
            svg.writeEmptyElement(name);
            attributes(attributes);
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void attributes(Object... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            svg.writeAttribute((String) namesAndValues[i], value instanceof Double ? number((Double) value) :
                    value.toString());
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    @Override
    public void close() throws IOException {
        try {
            svg.writeEndElement();
            svg.writeEndDocument();
            svg.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        } finally {
            out.close();
        }
    }
}
