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

import io.netty.iocpnotify.bench.load.Tape;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the server is to do and how it is loaded: a kind of load, a service of the server, and parameters. Immutable.
 */
public final class Workload {

    private static final String PERCENT = "percent";
    private static final String AT = "-at-";
    /** The parameter that says how many threads share the load. */
    static final String LOAD_THREADS = "loads";
    private static final int QUICK_CONNECTIONS = 512;
    private static final int TLS_WARM_UP_FACTOR = 3;
    private static final int MAX_CONNECTIONS_IN_PARTS = 128;

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
     * @throws IllegalArgumentException if it has no such parameter, or the value does not do
     */
    Workload with(Map<String, Integer> changed) {
        Map<String, Integer> all = new LinkedHashMap<>(parameters);
        changed.forEach((parameter, value) -> {
            if (all.replace(parameter, value) == null) {
                throw new IllegalArgumentException(name + " has no parameter " + parameter + ", it has " +
                        parameters.keySet());
            }
        });
        // Each file begins with the tape, and is compared as if the tape went on.
        if (service.equals("file") && all.get("size") % Tape.PERIOD != 0) {
            throw new IllegalArgumentException("the size of a file must be a multiple of " + Tape.PERIOD + ", not " +
                    all.get("size"));
        }
        return new Workload(name, service, headline, all);
    }

    /** Returns this workload with no more connections than can be made in a moment. */
    Workload quick() {
        Map<String, Integer> fewer = new LinkedHashMap<>();
        for (String parameter : List.of("idle", "connections")) {
            if (parameters.getOrDefault(parameter, 0) > QUICK_CONNECTIONS) {
                fewer.put(parameter, QUICK_CONNECTIONS);
            }
        }
        return with(fewer);
    }

    public String name() {
        return name;
    }

    String service() {
        return service;
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

    /** How many threads share the load. */
    int loadThreads() {
        return parameters.getOrDefault(LOAD_THREADS, 1);
    }

    /** How many answers each of these gets before it does nothing. */
    int idleExchanges() {
        return parameters.getOrDefault("exchanges", 0);
    }

    /**
     * How many times as long as others it is loaded before it is measured. TLS in Java is much code, and it takes the
     * compiler longer: after two seconds the first round of a session would measure how far the compiler has come.
     */
    int warmUpFactor() {
        return service.startsWith("tls") || service.equals("handshakes") ? TLS_WARM_UP_FACTOR : 1;
    }

    /** For how long these do nothing before the server is measured. */
    int restMillis() {
        return parameters.getOrDefault("rest", 0);
    }

    /** How many connections the server has before the load begins, the idle ones aside. */
    int lastingConnections() {
        return kind().equals("churn") || kind().equals("udp") ? 0 :
                parameter("connections") + parameters.getOrDefault("downloads", 0);
    }

    /** The name as far as the hyphen: workloads that differ by what comes behind it are loaded in the same way. */
    String kind() {
        int hyphen = name.indexOf('-');
        return hyphen < 0 ? name : name.substring(0, hyphen);
    }

    /** Returns this workload at a fixed rate: so many hundredths of what the slowest contender reaches in it. */
    Workload at(int percent) {
        Map<String, Integer> paced = new LinkedHashMap<>(parameters);
        paced.put(PERCENT, percent);
        return new Workload(name + AT + percent, service, Metric.P99, paced);
    }

    /** Whether it is what {@link #at} returns. */
    public boolean isPaced() {
        return parameters.containsKey(PERCENT);
    }

    /** Returns the workload of whose rate this one has a share; only if it is paced. */
    Workload closed() {
        Map<String, Integer> closed = new LinkedHashMap<>(parameters);
        closed.remove(PERCENT);
        return new Workload(name.substring(0, name.lastIndexOf(AT)), service, Metric.RATE, closed);
    }

    /** The share, from 0 to 1; only if it is paced. */
    double pace() {
        return parameter(PERCENT) / 100.0;
    }

    /** Whether an answer is a round of all connections with silence after it, so that a rate means nothing. */
    private boolean isRounds() {
        return kind().equals("burst") || kind().equals("reconnect");
    }

    /** Whether something else is at work on the same server, whose calls are not the measured messages'. */
    private boolean hasLoadBeside() {
        return kind().equals("handshakes") || kind().equals("mixed");
    }

    /** Whether native calls for a message are worth counting; at a fixed rate there are those of the closed loop. */
    boolean countsCalls() {
        return !isPaced() && !isRounds() && !hasLoadBeside() && idleConnections() == 0;
    }

    /**
     * Whether the servers of all contenders may hold the connections of this workload at the same time, as one that is
     * not asked anything does nothing. Not if there are many: with each event the wineserver walks through the polls of
     * all processes, and after a pause all connections have events at once.
     */
    boolean isMeasuredInParts() {
        return !isRounds() && !kind().equals("timer") && idleConnections() == 0 &&
                lastingConnections() <= MAX_CONNECTIONS_IN_PARTS;
    }

    /**
     * Whether a contender can do it, in the time there is. Servers without Netty send back what they read, or send
     * without end. The C floor is no peer, so nobody asks for its latency at a fixed rate.
     */
    boolean suits(Contender contender) {
        if (contender.isTransport()) {
            return true;
        }
        boolean able = (service.equals("echo") || service.equals("stream") && contender != Contender.SELECTOR) &&
                idleConnections() == 0;
        return able && (contender == Contender.FLOOR ? !isPaced() : !isRounds());
    }

    /** What its runs give, the counts of calls aside. */
    Set<Metric> metrics() {
        if (isRounds()) {
            return EnumSet.of(Metric.P50, Metric.CPU, Metric.CPU_SERVER);
        }
        Set<Metric> metrics = EnumSet.of(Metric.RATE, Metric.P50, Metric.P99, Metric.P999, Metric.CPU,
                Metric.CPU_SERVER);
        if (kind().equals("uneven")) {
            metrics.add(Metric.BELOW_HALF);
            metrics.add(Metric.OTHERS_P99);
            metrics.add(Metric.SLOW_RATE);
        }
        if (kind().equals("echo") && !isPaced() && parameter("connections") > 1) {
            metrics.add(Metric.BELOW_HALF);
        }
        if (hasLoadBeside()) {
            metrics.add(Metric.BESIDE_RATE);
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

    int parameter(String parameter) {
        return parameters.get(parameter);
    }
}
