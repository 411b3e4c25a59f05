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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.netty.iocpnotify.bench.report.Chart;
import io.netty.iocpnotify.bench.report.Environment;
import io.netty.iocpnotify.bench.report.JsonReport;
import io.netty.iocpnotify.bench.report.TableReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * Real servers in Windows JVMs, loaded for moments. A byte that comes back wrong, or not, ends a session with an
 * exception; how fast they come is nobody's business here.
 */
@Timeout(300)
class SessionTest {

    /** The server of IOCPHANDLER is theirs on another group, which the workloads of an echo have tried. */
    private static final Set<Metric> PERCENTILES = EnumSet.of(Metric.P99, Metric.P999, Metric.OTHERS_P99);
    private static final List<Contender> TRANSPORTS = Arrays.asList(Contender.NIO, Contender.IOCPNOTIFY);
    private static final double WARM_UP = 0.1;
    private static final double WINDOW = 0.2;

    @TempDir
    Path directory;

    @Test
    void eachContenderIsMeasuredAndReported() throws Exception {
        List<Workload> workloads = Workloads.select(Arrays.asList("echo-64-at-80:connections=4", "pipeline", "stream",
                "churn:connections=2"));
        Launcher launcher = launcher();
        List<Contender> contenders = Arrays.stream(Contender.values()).filter(it -> launcher.lacks(it) == null)
                .collect(Collectors.toList());
        // There need be no Go. On Windows, where the local JDK is taken, it may be too old for virtual threads.
        Set<Contender> dispensable = EnumSet.of(Contender.GO);
        if (Integer.getInteger("bench.loomJdk") < 21) {
            dispensable.add(Contender.LOOM);
        }
        dispensable.addAll(contenders);
        assertEquals(EnumSet.allOf(Contender.class), dispensable);
        assertMeasured(launcher, contenders, workloads);
    }

    @Tag("long")
    @Test
    void transportsDoMoreThanEcho() throws Exception {
        assertMeasured(launcher(), TRANSPORTS, Workloads.select(Arrays.asList("file:size=131072", "offload-1",
                "uneven-sleep:connections=4,millis=1", "timer:connections=4", "udp:connections=4")));
    }

    @Tag("long")
    @Test
    void transportsCarryProtocols() throws Exception {
        List<Workload> workloads = new ArrayList<>(Workloads.select(Arrays.asList("http:connections=4",
                "tls:connections=4", "handshakes:connections=4,clients=2,workers=1", "proxy:connections=4")));
        if (System.getProperty("iocpnotify.arch").equals("aarch_64")) {
            // There is no BoringSSL for Windows on Arm.
            workloads.removeIf(workload -> workload.service().equals("tls-boringssl"));
        }
        assertMeasured(launcher(), TRANSPORTS, workloads);
    }

    @Tag("long")
    @Test
    void transportsKeepIdleConnections() throws Exception {
        List<Workload> workloads = new ArrayList<>(Workloads.select(Arrays.asList(
                "idle-http:connections=2,idle=20,exchanges=2,rest=1",
                "idle-tls:connections=2,idle=20,exchanges=2,rest=1")));
        // Their group has the same name, and would bring them all, with the rests of a real run.
        Workloads.select(List.of("idle:connections=2,idle=20")).stream().filter(it -> it.name().equals("idle"))
                .forEach(workloads::add);
        assertEquals(3, workloads.size());
        assertMeasured(launcher(), TRANSPORTS, workloads);
    }

    @Tag("long")
    @Test
    void transportsServeManyAtOnce() throws Exception {
        assertMeasured(launcher(), TRANSPORTS, Workloads.select(Arrays.asList("chat:connections=8",
                "mixed:connections=4,length=131072", "burst-64:connections=50", "reconnect:connections=50")));
    }

    @Tag("long")
    @Test
    void threadsShareTheLoadOfALargerServer() throws Exception {
        assertMeasured(launcher(), TRANSPORTS, List.of(Workloads.scale(3)));
    }

    @Test
    void serversCanHaveSessionsOfTheirOwn() throws Exception {
        assumeFalse(System.getProperty("bench.wine", "").isEmpty(), "Windows has no sessions that share processors");
        for (boolean own : new boolean[] {true, false}) {
            try (ServerProcess server = launcher(own).start(Contender.NIO)) {
                String self = Long.toString(server.pid());
                assertEquals(own, sessionOf(self).equals(self));
                assertEquals(!own, sessionOf(self).equals(sessionOf("self")));
            }
        }
    }

    /** The sixth word: the second is the name, in brackets. */
    private static String sessionOf(String pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", pid, "stat"));
        return stat.substring(stat.lastIndexOf(')')).split(" ")[4];
    }

    @Tag("long")
    @Test
    void whatTheHostDisturbsIsMeasuredOnceMore() throws Exception {
        Workload workload = Workloads.select(Arrays.asList("echo-1")).get(0);
        List<String> said = new ArrayList<>();
        // Less than nothing: whatever the host takes is too much.
        try (Session session = new Session(launcher(), TRANSPORTS, List.of(workload), WARM_UP, WINDOW, -1,
                said::add)) {
            session.round();
            for (Contender contender : TRANSPORTS) {
                assertEquals(1, session.results().samples(workload, contender, Metric.RATE).size());
                String measured = workload.name() + " on " + contender.label() + ": ";
                assertEquals(2, said.stream().filter(it -> it.startsWith(measured)).count(), said.toString());
            }
        }
    }

    private void assertMeasured(Launcher launcher, List<Contender> contenders, List<Workload> workloads)
            throws Exception {
        try (Session session = new Session(launcher, contenders, workloads, WARM_UP, WINDOW, 1, what -> { })) {
            session.round();
            for (Workload workload : workloads) {
                for (Contender contender : contenders) {
                    for (Metric metric : workload.metrics()) {
                        int samples = session.results().samples(workload, contender, metric).size();
                        // So short a window may have too few answers for a percentile.
                        int most = workload.suits(contender) ? 1 : 0;
                        assertTrue(samples == most || PERCENTILES.contains(metric) && samples < most,
                                workload.name() + " on " + contender + ": " + samples + " of " + metric);
                    }
                }
            }
            assertEquals(EnumSet.copyOf(contenders), session.providers().keySet());
            assertReports(session.results(), workloads);
        }
    }

    @Test
    void callsAreCountedOnBothPaths() throws Exception {
        List<Workload> workloads = Workloads.select(Arrays.asList("timer:connections=4"));
        try (Session session = new Session(launcher(), TRANSPORTS, workloads, WARM_UP, WINDOW, 1, what -> { })) {
            session.countCalls();
            Workload echo = workloads.get(0);
            Results results = session.results();
            assertCalled(results.calls(echo, Contender.NIO, Metric.CALLS), "WSARecv", "WSASend");
            Map<String, Double> own = results.calls(echo, Contender.IOCPNOTIFY, Metric.CALLS);
            assertCalled(own, "recv", "send");
            // How often depends on the load: what is read again is not armed.
            assertTrue(own.containsKey("GetQueuedCompletionStatusEx") || own.containsKey("ProcessSocketNotifications"),
                    own.toString());
            Map<String, Double> system = results.calls(echo, Contender.IOCPNOTIFY, Metric.CALLS_SYSTEM);
            assertCalled(system, "recv", "send");
            assertTrue(system.containsKey("ProcessSocketNotifications"), system.toString());
            for (Contender contender : TRANSPORTS) {
                Map<String, Double> calls = results.calls(echo, contender, Metric.CALLS);
                double waits = calls.getOrDefault("GetQueuedCompletionStatusEx", 0.0) +
                        calls.getOrDefault("ProcessSocketNotifications", 0.0);
                double sleeps = results.samples(echo, contender, Metric.SLEEPS).get(0);
                assertTrue(sleeps >= 0 && sleeps <= waits, contender + " slept " + sleeps + " in waits " + waits);
                // A timer for each message at least.
                double bytes = results.samples(echo, contender, Metric.ALLOCATED).get(0);
                assertTrue(bytes > 0, contender + " allocated " + bytes);
            }
        }
    }

    /** At least once for a message each; a little less when one was under way as the window began. */
    private static void assertCalled(Map<String, Double> calls, String... functions) {
        for (String function : functions) {
            assertTrue(calls.containsKey(function) && calls.get(function) > 0.5, calls + " lacks " + function);
        }
    }

    private void assertReports(Results results, List<Workload> workloads) throws Exception {
        Environment environment = Environment.here(null, "any & <all>", 1, WINDOW, "2");
        String table = new TableReport(results, environment).text();
        Path json = directory.resolve("results.json");
        JsonReport.write(results, environment, json);
        Set<String> names = namesIn(json.toFile());
        Path svg = directory.resolve("results.svg");
        Chart.write(results, environment, svg);
        Document chart = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
        assertEquals("svg", chart.getDocumentElement().getTagName());
        for (Workload workload : workloads) {
            assertTrue(table.contains("| " + workload.name() + ' '), table);
            assertTrue(names.contains(workload.name()), names.toString());
            assertTrue(chart.getDocumentElement().getTextContent().contains(workload.name()));
        }
    }

    /** Reads the file to its end, so it is well-formed. */
    private static Set<String> namesIn(File json) throws Exception {
        Set<String> names = new HashSet<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                if ("name".equals(parser.currentName())) {
                    names.add(parser.getText());
                }
            }
        }
        return names;
    }

    private static Launcher launcher() {
        return launcher(false);
    }

    private static Launcher launcher(boolean ownSessions) {
        String jvm = System.getProperty("bench.jvm");
        assertNotNull(jvm, "bench.jvm");
        String wine = System.getProperty("bench.wine", "");
        WinePrefix prefix = wine.isEmpty() ? null :
                new WinePrefix(wine, Path.of(System.getProperty("bench.winePrefix")), ownSessions);
        return new Launcher(jvm, Integer.getInteger("bench.loomJdk"), new File(System.getProperty("bench.natives")),
                prefix, 2, List.of());
    }
}
