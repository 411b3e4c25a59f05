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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The page and its events, as a browser asks for them. */
@Timeout(120)
class LiveChartsTest {

    private static final int THREADS = 2;
    private static final int SLEEP_MILLIS = 60;

    private static LiveCharts.Running running;

    @BeforeAll
    static void start() throws Exception {
        LiveCharts charts = new LiveCharts();
        new CommandLine(charts).parseArgs("--port", "0", "--threads", "" + THREADS, "--quiet", "8", "--every", "20",
                "--slow", "1", "--sleep", "" + SLEEP_MILLIS, "--phase", "1");
        running = charts.start();
    }

    @AfterAll
    @Timeout(120)
    static void end() throws Exception {
        running.close();
    }

    @Test
    void eventsTellEverythingThatThePageShows() throws Exception {
        List<JsonNode> samples = new ArrayList<>();
        try (EventStream events = new EventStream(connection("/events").getInputStream())) {
            JsonNode about = events.next("about");
            assertFields(about, "system", "java", "processors", "provider", "threads", "quietConnections",
                    "everyMillis", "slowConnections", "sleepMillis", "phaseSeconds", "window");
            assertEquals(System.getProperty("os.name"), about.get("system").asText());
            assertEquals(System.getProperty("java.version"), about.get("java").asText());
            assertEquals(THREADS, about.get("threads").asInt());
            assertEquals(8, about.get("quietConnections").asInt());
            assertEquals(20, about.get("everyMillis").asInt());
            assertEquals(1, about.get("slowConnections").asInt());
            assertEquals(SLEEP_MILLIS, about.get("sleepMillis").asInt());
            assertEquals(1, about.get("phaseSeconds").asInt());
            assertEquals(LiveSamples.WINDOW, about.get("window").asInt());
            // By then the slow connection has sent in more than one phase.
            while (samples.size() < 6) {
                samples.add(events.next("sample"));
            }
        }
        double seconds = 0;
        for (JsonNode sample : samples) {
            assertSample(sample);
            assertTrue(sample.get("seconds").asDouble() >= seconds + 0.9, sample::toString);
            assertEquals(sample.get("seconds").asDouble() - seconds, sample.get("intervalSeconds").asDouble(), 1e-6);
            seconds = sample.get("seconds").asDouble();
        }
        for (String figure : new String[] { "/iocpnotify/messages", "/iocpnotify/roundTrip/count",
                "/iocpnotify/taskWait/count", "/nio/messages", "/nio/roundTrip/count", "/nio/taskWait/count",
                "/group/queueDelay/count", "/group/run/count", "/group/callsPerMessage/recv",
                "/group/callsPerMessage/send", "/group/callsPerMessage/ProcessSocketNotifications" }) {
            assertTrue(samples.stream().mapToDouble(sample -> sample.at(figure).asDouble()).sum() > 0, figure);
        }
        // A quiet connection whose event loop is that of the slow one waits for its handler on NIO. Its messages come
        // every 20 ms, so one of them comes soon after the handler has begun to sleep.
        double longestWait = samples.stream().mapToDouble(sample -> sample.at("/nio/roundTrip/max").asDouble())
                .max().getAsDouble();
        assertTrue(longestWait >= SLEEP_MILLIS / 2.0, "longest round trip on NIO: " + longestWait + " ms");
        // The clock of Windows may end a sleep up to one tick too early.
        JsonNode longestRun = samples.get(samples.size() - 1).at("/group/longestRun");
        assertTrue(longestRun.get("millis").asDouble() >= SLEEP_MILLIS - 16, longestRun::toString);
    }

    private static void assertSample(JsonNode sample) {
        assertFields(sample, "seconds", "intervalSeconds", "slowConnections", "iocpnotify", "nio", "group");
        assertTrue(sample.get("slowConnections").asInt() <= 1, sample::toString);
        for (String service : new String[] { "iocpnotify", "nio" }) {
            JsonNode figures = sample.get(service);
            assertFields(figures, "messages", "roundTrip", "taskWait");
            assertDurations(figures.get("roundTrip"));
            assertDurations(figures.get("taskWait"));
        }
        JsonNode group = sample.get("group");
        assertFields(group, "carriersBusy", "channels", "queuedEventLoops", "queueDelay", "run", "callsPerMessage",
                "carriers", "longestRun");
        double busy = group.get("carriersBusy").asDouble();
        assertTrue(busy > 0 && busy < THREADS * 1.1, sample::toString);
        // The connections and the port.
        assertEquals(10, group.get("channels").asInt());
        assertTrue(group.get("queuedEventLoops").asInt() >= 0);
        assertDurations(group.get("queueDelay"));
        assertDurations(group.get("run"));
        for (JsonNode calls : group.get("callsPerMessage")) {
            assertTrue(calls.isNumber() && calls.asDouble() >= 0, sample::toString);
        }
        assertTrue(group.get("carriers").size() >= 1 && group.get("carriers").size() <= THREADS, sample::toString);
        for (JsonNode carrier : group.get("carriers")) {
            assertFields(carrier, "name", "waiting", "eventLoop", "runningMillis");
            assertFalse(carrier.get("name").asText().isEmpty());
            // A run that has just begun is 0 ms long, too.
            double millis = carrier.get("runningMillis").asDouble();
            assertTrue(carrier.get("eventLoop").isNull() ? millis == 0 : millis >= 0, sample::toString);
        }
        JsonNode longestRun = group.get("longestRun");
        assertFields(longestRun, "eventLoop", "millis", "step", "stepMillis");
        assertTrue(longestRun.get("millis").asDouble() >= longestRun.get("stepMillis").asDouble(), sample::toString);
    }

    private static void assertDurations(JsonNode durations) {
        assertFields(durations, "count", "p50", "p99", "max");
        double p50 = durations.get("p50").asDouble();
        double p99 = durations.get("p99").asDouble();
        assertEquals(durations.get("count").asLong() > 0, p50 > 0, durations::toString);
        assertTrue(p50 <= p99 && p99 <= durations.get("max").asDouble(), durations::toString);
    }

    private static void assertFields(JsonNode object, String... names) {
        Set<String> found = new HashSet<>();
        for (Iterator<String> name = object.fieldNames(); name.hasNext();) {
            found.add(name.next());
        }
        assertEquals(new HashSet<>(Arrays.asList(names)), found);
    }

    @Test
    void whoComesLaterGetsWhatWasThere() throws Exception {
        try (EventStream first = new EventStream(connection("/events").getInputStream())) {
            first.next("about");
            JsonNode one = first.next("sample");
            JsonNode two = first.next("sample");
            try (EventStream later = new EventStream(connection("/events").getInputStream())) {
                later.next("about");
                assertEquals(one, later.next("sample"));
                assertEquals(two, later.next("sample"));
            }
        }
    }

    @Test
    void pageNeedsNothingFromElsewhere() throws Exception {
        String page = get("/", "text/html; charset=utf-8");
        assertTrue(page.contains("href=\"live.css\"") && page.contains("src=\"live.js\""), page);
        for (String text : new String[] { page, get("/live.css", "text/css; charset=utf-8"),
                get("/live.js", "text/javascript; charset=utf-8") }) {
            Matcher address = Pattern.compile("(https?:)?//[a-z][^ '\"]*").matcher(text);
            while (address.find()) {
                // The licence, and the name of a kind of elements.
                assertTrue(address.group().startsWith("https://www.apache.org/licenses/LICENSE-2.0") ||
                        address.group().equals("http://www.w3.org/2000/svg"), address.group());
            }
        }
    }

    private static String get(String path, String type) throws IOException {
        HttpURLConnection connection = connection(path);
        assertEquals(200, connection.getResponseCode());
        assertEquals(type, connection.getContentType());
        assertTrue(connection.getHeaderField("Content-Security-Policy").startsWith("default-src 'none'; "));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = connection.getInputStream()) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                bytes.write(b);
            }
        }
        assertEquals(connection.getContentLength(), bytes.size());
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void otherRequestsAreRefused() throws Exception {
        assertEquals(404, connection("/favicon.ico").getResponseCode());
        assertEquals(404, connection("/../live.js").getResponseCode());
        for (String path : new String[] { "/", "/events" }) {
            HttpURLConnection post = connection(path);
            post.setRequestMethod("POST");
            assertEquals(405, post.getResponseCode());
            assertEquals("GET", post.getHeaderField("Allow"));
        }
    }

    private static HttpURLConnection connection(String path) throws IOException {
        return (HttpURLConnection) new URL("http://127.0.0.1:" + running.port() + path).openConnection();
    }
}
