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

import io.netty.iocpnotify.bench.load.ChurnLoad;
import io.netty.iocpnotify.bench.load.DatagramLoad;
import io.netty.iocpnotify.bench.load.DownloadLoad;
import io.netty.iocpnotify.bench.load.EchoLoad;
import io.netty.iocpnotify.bench.load.Load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the server is to do and how it is loaded: a kind of load, a service of the server, and parameters. Immutable.
 */
public final class Workload {

    private final String name;
    private final String service;
    private final Metric headline;
    private final Map<String, Integer> parameters;

    /**
     * @param name by which it is asked for
     * @param service of the server, see {@code BenchServer}
     * @param headline the figure that tells most of it
     */
    Workload(String name, String service, Metric headline, Map<String, Integer> parameters) {
        this.name = name;
        this.service = service;
        this.headline = headline;
        this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /**
     * Returns this workload with other values of some parameters.
     *
     * @throws IllegalArgumentException if it has no such parameter
     */
    Workload with(Map<String, Integer> changed) {
        Map<String, Integer> all = new LinkedHashMap<>(parameters);
        changed.forEach((parameter, value) -> {
            if (all.replace(parameter, value) == null) {
                throw new IllegalArgumentException(name + " has no parameter " + parameter + ", it has " +
                        parameters.keySet());
            }
        });
        return new Workload(name, service, headline, all);
    }

    public String name() {
        return name;
    }

    public Metric headline() {
        return headline;
    }

    /** By name, in the order in which they are shown. */
    public Map<String, Integer> parameters() {
        return parameters;
    }

    /** Connections that do nothing, beside those that are loaded. */
    int idleConnections() {
        return parameters.getOrDefault("idle", 0);
    }

    /** How many connections the server has before the load begins, the idle ones aside. */
    int lastingConnections() {
        return kind().equals("churn") || kind().equals("udp") ? 0 : parameter("connections");
    }

    /** The name as far as the hyphen: workloads that differ by what comes behind it are loaded in the same way. */
    private String kind() {
        int hyphen = name.indexOf('-');
        return hyphen < 0 ? name : name.substring(0, hyphen);
    }

    private boolean isUneven() {
        return kind().equals("uneven");
    }

    /** Whether the servers without Netty can do it: those send back what they read, or send without end. */
    boolean suits(Contender contender) {
        return contender.isTransport() ||
                (service.equals("echo") || service.equals("stream")) && idleConnections() == 0;
    }

    /** What its runs give, the counts of calls aside. */
    Set<Metric> metrics() {
        Set<Metric> metrics = EnumSet.of(Metric.RATE, Metric.P50, Metric.P99, Metric.P999, Metric.CPU,
                Metric.CPU_SERVER);
        if (isUneven()) {
            metrics.add(Metric.BELOW_HALF);
            metrics.add(Metric.OTHERS_P99);
            metrics.add(Metric.SLOW_RATE);
        }
        if (idleConnections() > 0) {
            metrics.add(Metric.MEMORY);
            metrics.add(Metric.MEMORY_HEAP);
        }
        return metrics;
    }

    /** The line that asks the server for it. */
    String startCommand() {
        StringBuilder command = new StringBuilder("start ").append(service);
        parameters.forEach((parameter, value) -> command.append(' ').append(parameter).append('=').append(value));
        return command.toString();
    }

    Load newLoad(InetSocketAddress server) throws IOException {
        int connections = parameter("connections");
        switch (kind()) {
            case "stream":
                return new DownloadLoad(server, connections, parameter("size"), false);
            case "file":
                return new DownloadLoad(server, connections, parameter("size"), true);
            case "churn":
                return new ChurnLoad(server, connections, parameter("size"));
            case "udp":
                return new DatagramLoad(server, connections, parameter("size"));
            default:
                return new EchoLoad(server, connections, parameters.getOrDefault("depth", 1), parameter("size"),
                        isUneven());
        }
    }

    private int parameter(String parameter) {
        return parameters.get(parameter);
    }
}
