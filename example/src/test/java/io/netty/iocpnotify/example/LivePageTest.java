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
package io.netty.iocpnotify.example;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The page of the live charts in a browser. The browser and this test run in the JVM of the build and on its system;
 * the program runs in the Windows JVM. {@code run tests --browser} runs it, and gives the properties.
 */
@Tag("other-platform")
@Timeout(300)
class LivePageTest {

    /** The charts by their id, and how many lines each has. */
    private static final Map<String, Integer> CHARTS = Map.of(
            "roundTrip", 4, "taskWait", 4, "carriers", 2, "queueDelay", 2, "runs", 3, "calls", 4);
    private static final Pattern LISTENS = Pattern.compile("LiveCharts listens on port (\\d+),");
    /** So many samples are in the pictures. */
    private static final int SAMPLES = Integer.getInteger("live.samples", 8);

    @TempDir
    private Path folder;
    private Process program;
    private int port;
    private Chromium browser;

    @BeforeEach
    void start() throws Exception {
        startProgram(0);
        browser = new Chromium(property("chromium"), folder);
        browser.setWidth(1000);
        browser.setColorScheme("light");
        browser.open("http://127.0.0.1:" + port + "/");
        browser.await("document.querySelector('#roundTrip polyline')?.points.numberOfItems >= " + SAMPLES,
                SAMPLES + 100, TimeUnit.SECONDS);
    }

    private static String script(String name) throws IOException {
        try (InputStream in = LivePageTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @AfterEach
    void end() throws Exception {
        if (browser != null) {
            browser.close();
        }
        endProgram();
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        assertNotNull(value, name + " is not set; run tests --browser sets it");
        return value;
    }

    private void startProgram(int givenPort) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path").replace(':', ';');
        program = new ProcessBuilder(property("windows.jvm"), "-cp", classPath, LiveCharts.class.getName(),
                "--port", "" + givenPort).redirectErrorStream(true).start();
        BufferedReader output = new BufferedReader(
                new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                port = Integer.parseInt(listens.group(1));
                return;
            }
        }
        throw new IOException("the program did not start: " + said);
    }

    private void endProgram() throws InterruptedException {
        program.destroy();
        program.waitFor();
    }

    @Test
    void showsWhatIsMeasured() throws Exception {
        JsonNode figures = browser.evaluate(script("lines.js"));
        assertEquals(CHARTS.size(), figures.size());
        for (JsonNode figure : figures) {
            assertEquals(CHARTS.get(figure.get("id").asText()), figure.get("lines").size(), figure::toString);
            for (JsonNode line : figure.get("lines")) {
                assertTrue(line.size() >= SAMPLES, figure::toString);
                for (JsonNode point : line) {
                    assertTrue(point.get(0).asDouble() > 0 && point.get(0).asDouble() < 480, figure::toString);
                    assertTrue(point.get(1).asDouble() > 0 && point.get(1).asDouble() < 190, figure::toString);
                }
            }
        }
        for (String service : List.of("iocpnotify", "nio")) {
            JsonNode cells = browser.evaluate("Array.from(document.querySelectorAll('#row-" + service +
                    " td'), cell => cell.textContent)");
            assertEquals(7, cells.size(), cells::toString);
            for (JsonNode cell : cells) {
                assertTrue(Double.parseDouble(cell.asText()) > 0, () -> service + ": " + cells);
            }
        }
        JsonNode threads = browser.evaluate("document.querySelectorAll('#threads tr').length");
        assertTrue(threads.asInt() >= 1 && threads.asInt() <= 4, threads::toString);
        String longest = browser.evaluate("document.querySelector('#longestRun').textContent").asText();
        assertTrue(longest.matches("The longest run so far took [0-9.]+ ms, in .*"), longest);

        String origin = "http://127.0.0.1:" + port + '/';
        assertEquals(List.of(origin, origin + "live.css", origin + "live.js", origin + "events"),
                browser.requests().stream().filter(address -> !address.startsWith("data:"))
                        .collect(Collectors.toList()));
        assertEquals(List.of(), browser.problems());

        for (String scheme : List.of("light", "dark")) {
            browser.setColorScheme(scheme);
            browser.picture(Path.of("target", "live-" + scheme + ".png"), "#calls");
        }
    }

    @Test
    void canBeReadByEveryone() throws Exception {
        List<String> images = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        for (JsonNode node : browser.call("Accessibility.getFullAXTree", Map.of()).get("nodes")) {
            String name = node.at("/name/value").asText();
            switch (node.get("ignored").asBoolean() ? "" : node.at("/role/value").asText()) {
                case "image":
                    images.add(name);
                    break;
                case "table":
                    tables.add(name);
                    break;
                default:
                    break;
            }
        }
        assertEquals(CHARTS.size(), images.size(), images::toString);
        for (String name : images) {
            assertTrue(name.matches(".+, \\d+ samples, one each second\\. Now .+: <?[0-9.]+.*"), name);
        }
        assertEquals(2, tables.size());
        assertTrue(tables.stream().noneMatch(String::isEmpty), tables::toString);

        for (String scheme : List.of("light", "dark")) {
            browser.setColorScheme(scheme);
            // WCAG 2: 4.5 for text, 3 for the lines of a chart.
            for (JsonNode pair : browser.evaluate(script("contrasts.js"))) {
                double least = pair.get("text").asBoolean() ? 4.5 : 3;
                assertTrue(pair.get("contrast").asDouble() >= least, () -> scheme + ": " + pair);
            }
        }
        for (int width : new int[] { 320, 480, 800 }) {
            browser.setWidth(width);
            int needed = browser.evaluate("document.documentElement.scrollWidth").asInt();
            assertTrue(needed <= width, needed + " of " + width);
        }
        assertEquals(List.of(), browser.problems());
    }

    @Test
    void comesBackWhenTheProgramDoes() throws Exception {
        endProgram();
        browser.await("document.querySelector('#status.lost') !== null", 30, TimeUnit.SECONDS);
        startProgram(port);
        browser.await("document.querySelector('#status.lost') === null", 60, TimeUnit.SECONDS);
        int points = browser.evaluate("document.querySelector('#roundTrip polyline').points.numberOfItems").asInt();
        assertTrue(points < SAMPLES, points + " samples, though the program is new");
    }
}
