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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.iocpnotify.bench.Contender;
import io.netty.iocpnotify.bench.Spread;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A page for browsers with all figures of a {@link JsonReport}.
 */
public final class FiguresPage {

    private static final String STYLE = "body { font: 14px sans-serif } table { border-collapse: collapse }" +
            " th, td { padding: 2px 8px; text-align: right; white-space: nowrap; border-bottom: 1px solid #ddd }" +
            " th:first-child, td:first-child { text-align: left } thead th { position: sticky; top: 0;" +
            " background: #fff } small { color: #777 }";

    private final XMLStreamWriter html;

    private FiguresPage(XMLStreamWriter html) {
        this.html = html;
    }

    /** Writes the page beside {@code json}, and returns where. */
    public static Path write(Path json) throws IOException {
        Path page = json.resolveSibling(json.getFileName().toString().replaceFirst("\\.json$", "") + ".html");
        Files.writeString(page, text(json));
        return page;
    }

    public static String text(Path json) throws IOException {
        Map<?, ?> report;
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(json, StandardCharsets.UTF_8))) {
            parser.nextToken();
            report = (Map<?, ?>) value(parser);
        }
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter html = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            new FiguresPage(html).write(report);
            html.close();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
        return text.toString();
    }

    /** Reads the value that {@code parser} is at: a map, a list, or the text of anything else. */
    private static Object value(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, value(parser));
            }
            return fields;
        }
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            List<Object> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser));
            }
            return elements;
        }
        return parser.getText();
    }

    private void write(Map<?, ?> report) throws XMLStreamException {
        html.writeDTD("<!DOCTYPE html>\n");
        html.writeStartElement("html");
        html.writeStartElement("head");
        html.writeEmptyElement("meta");
        html.writeAttribute("charset", "UTF-8");
        element("title", "Figures");
        element("style", STYLE);
        html.writeEndElement();
        line();
        html.writeStartElement("body");
        element("h1", "Figures");
        element("p", "Medians of all rounds. ÷ is the median of the ratios within a round, with the smallest and the " +
                "largest of them; only these where the rounds disagree on which is better.");
        html.writeStartElement("ul");
        for (Map.Entry<?, ?> fact : ((Map<?, ?>) report.get("environment")).entrySet()) {
            element("li", fact.getKey() + ": " + fact.getValue());
        }
        html.writeEndElement();
        line();
        for (Object workload : (List<?>) report.get("workloads")) {
            writeWorkload((Map<?, ?>) workload);
        }
        html.writeEndElement();
        html.writeEndElement();
        line();
    }

    private void writeWorkload(Map<?, ?> workload) throws XMLStreamException {
        List<?> figures = (List<?>) workload.get("figures");
        List<Contender> contenders = new ArrayList<>();
        for (Contender contender : Contender.values()) {
            if (figures.stream().anyMatch(figure -> ((Map<?, ?>) figure).containsKey(contender.id()))) {
                contenders.add(contender);
            }
        }
        element("h2", (String) workload.get("name"));
        html.writeStartElement("table");
        html.writeStartElement("thead");
        html.writeStartElement("tr");
        element("th", "figure");
        for (Contender contender : contenders) {
            element("th", contender.label());
        }
        html.writeEndElement();
        html.writeEndElement();
        line();
        for (Object figure : figures) {
            writeFigure((Map<?, ?>) figure, contenders, figure(figure).equals(workload.get("headline")));
        }
        html.writeEndElement();
        line();
    }

    private void writeFigure(Map<?, ?> figure, List<Contender> contenders, boolean headline)
            throws XMLStreamException {
        String unit = (String) figure.get("unit");
        html.writeStartElement("tr");
        html.writeStartElement("td");
        element(headline ? "b" : "span", figure(figure) + (unit.isEmpty() ? "" : ", " + unit));
        html.writeEndElement();
        for (Contender contender : contenders) {
            html.writeStartElement("td");
            Map<?, ?> cell = (Map<?, ?>) figure.get(contender.id());
            if (cell != null) {
                html.writeCharacters(TableReport.number(number(cell, "median")));
                if (contender != Contender.NIO) {
                    writeRatio(Contender.NIO, (Map<?, ?>) cell.get("ratioToNio"));
                }
                if (contender == Contender.IOCPNOTIFY) {
                    writeRatio(Contender.FLOOR, (Map<?, ?>) cell.get("ratioToFloor"));
                }
            }
            html.writeEndElement();
        }
        html.writeEndElement();
        line();
    }

    private static String figure(Object figure) {
        return (String) ((Map<?, ?>) figure).get("figure");
    }

    private static double number(Map<?, ?> fields, String name) {
        return Double.parseDouble((String) fields.get(name));
    }

    private void writeRatio(Contender to, Map<?, ?> ratio) throws XMLStreamException {
        if (ratio != null) {
            html.writeEmptyElement("br");
            Spread spread = Spread.of(List.of(number(ratio, "min"), number(ratio, "median"), number(ratio, "max")));
            element("small", "÷ " + to.label() + ' ' + TableReport.ratio(spread));
        }
    }

    private void element(String name, String content) throws XMLStreamException {
        html.writeStartElement(name);
        html.writeCharacters(content);
        html.writeEndElement();
    }

    private void line() throws XMLStreamException {
        html.writeCharacters("\n");
    }
}
