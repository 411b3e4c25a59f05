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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All workloads there are, and how they are asked for.
 */
final class Workloads {

    /** Uses what most others use too. */
    static final Workload WARM_UP = echo("warm-up", 64, 1, Metric.RATE);

    private static final List<Workload> ALL = List.of(
            echo("echo-1", 1, 1, Metric.P50),
            echo("echo-64", 64, 1, Metric.RATE),
            echo("echo-64", 64, 1, Metric.RATE).at(50),
            echo("echo-64", 64, 1, Metric.RATE).at(80),
            echo("echo-512", 512, 1, Metric.RATE),
            echo("pipeline", 16, 16, Metric.RATE),
            new Workload("stream", "stream", Metric.RATE, parameters("connections", 4, "size", 16 * 1024)),
            new Workload("file", "file", Metric.RATE, parameters("connections", 4, "size", 4 * 1024 * 1024)),
            new Workload("churn", "echo", Metric.RATE, parameters("connections", 16, "size", 64)),
            new Workload("offload-1", "offload", Metric.P50, parameters("connections", 1, "size", 64, "workers", 4)),
            new Workload("offload-64", "offload", Metric.RATE, parameters("connections", 64, "size", 64,
                    "workers", 4)),
            new Workload("uneven-sleep", "uneven-sleep", Metric.OTHERS_P99, parameters("connections", 64, "size", 64,
                    "millis", 20)),
            new Workload("uneven-burn", "uneven-burn", Metric.OTHERS_P99, parameters("connections", 64, "size", 64,
                    "millis", 20)),
            new Workload("timer", "timer", Metric.RATE, parameters("connections", 64, "size", 64, "timers", 10000)),
            new Workload("udp", "udp", Metric.RATE, parameters("connections", 64, "size", 64)),
            http("http", 1),
            http("http", 1).at(50),
            http("http", 1).at(80),
            http("http-pipelined", 16),
            new Workload("tls", "tls", Metric.RATE, parameters("connections", 64, "size", 1024)),
            new Workload("tls-boringssl", "tls-boringssl", Metric.RATE, parameters("connections", 64, "size", 1024)),
            new Workload("handshakes", "handshakes", Metric.P99, parameters("connections", 64, "size", 64,
                    "clients", 4, "workers", 0)),
            new Workload("proxy", "proxy", Metric.RATE, parameters("connections", 64, "size", 64)),
            new Workload("chat", "chat", Metric.P50, parameters("connections", 512, "size", 64)),
            new Workload("mixed", "mixed", Metric.P99, parameters("connections", 64, "size", 64, "downloads", 2,
                    "length", 20 * 1024 * 1024)),
            burst(64),
            burst(250),
            // With 5,000 neither NIO nor this transport answers all in time under Wine 8.
            burst(1000),
            new Workload("reconnect", "echo", Metric.P50, parameters("connections", 5000, "size", 64)),
            // Last, because servers are restarted after each of them: to close so many connections takes long.
            new Workload("idle", "echo", Metric.RATE, parameters("connections", 16, "size", 64, "idle", 5000)),
            // A connection gives back the buffer of its last receive after 2 s at the latest.
            new Workload("idle-http", "http", Metric.RATE, parameters("connections", 16, "size", 200, "idle", 2000,
                    "exchanges", 1, "rest", 2500)),
            // Each handshake costs both sides some milliseconds of a processor.
            new Workload("idle-tls", "tls", Metric.RATE, parameters("connections", 16, "size", 1024, "idle", 1000,
                    "exchanges", 1, "rest", 2500)));

    private Workloads() { }

    static List<Workload> all() {
        return ALL;
    }

    /**
     * Returns what the words ask for, in the order of {@link #all()}. A word is the name of a workload, or what such
     * names begin with before the hyphen, and may give parameters: {@code echo-64:connections=100,size=1000}. With one
     * at a fixed rate comes the one whose rate it has a share of.
     *
     * @throws IllegalArgumentException if a word names none
     */
    static List<Workload> select(List<String> words) {
        if (words.isEmpty()) {
            return ALL;
        }
        Map<String, Workload> selected = new LinkedHashMap<>();
        for (String word : words) {
            int colon = word.indexOf(':');
            String name = colon < 0 ? word : word.substring(0, colon);
            Map<String, Integer> changed = colon < 0 ? Map.of() : parse(word.substring(colon + 1));
            boolean found = false;
            for (Workload workload : ALL) {
                if (workload.name().equals(name) || workload.name().startsWith(name + '-')) {
                    selected.put(workload.name(), workload.with(changed));
                    found = true;
                }
            }
            if (!found) {
                throw new IllegalArgumentException("no workload is called " + name);
            }
        }
        for (Workload workload : List.copyOf(selected.values())) {
            if (workload.isPaced()) {
                selected.putIfAbsent(workload.closed().name(), workload.closed());
            }
        }
        List<Workload> inOrder = new ArrayList<>();
        for (Workload workload : ALL) {
            if (selected.containsKey(workload.name())) {
                inOrder.add(selected.get(workload.name()));
            }
        }
        return inOrder;
    }

    private static Workload echo(String name, int connections, int depth, Metric headline) {
        return new Workload(name, "echo", headline, parameters("connections", connections, "size", 64,
                "depth", depth));
    }

    /**
     * What servers with more and more threads are measured with: echo, with a handler that computes a microsecond for
     * each message. The handler is small, so that most of what a message costs is the transport's. There are 32
     * connections for each thread, so that none of them lacks work. With more, a run up to 64 threads would use up the
     * ports that a system keeps for a while after a close. One thread of the load serves as many.
     */
    static Workload scale(int threads) {
        return new Workload("scale-" + threads, "work", Metric.RATE, parameters("connections", 32 * threads,
                "size", 64, "nanos", 1000, Workload.LOAD_THREADS, threads));
    }

    private static Workload burst(int connections) {
        return new Workload("burst-" + connections, "echo", Metric.P50, parameters("connections", connections,
                "size", 64));
    }

    private static Workload http(String name, int depth) {
        return new Workload(name, "http", Metric.RATE, parameters("connections", 64, "size", 200, "depth", depth));
    }

    private static Map<String, Integer> parse(String text) {
        Map<String, Integer> parameters = new LinkedHashMap<>();
        for (String word : text.split(",")) {
            String[] parts = word.split("=", 2);
            if (parts.length != 2 || !parts[1].matches("[1-9][0-9]{0,8}")) {
                throw new IllegalArgumentException("no parameter with a positive value: " + word);
            }
            parameters.put(parts[0], Integer.valueOf(parts[1]));
        }
        return parameters;
    }

    private static Map<String, Integer> parameters(Object... namesAndValues) {
        Map<String, Integer> parameters = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put((String) namesAndValues[i], (Integer) namesAndValues[i + 1]);
        }
        return parameters;
    }
}
