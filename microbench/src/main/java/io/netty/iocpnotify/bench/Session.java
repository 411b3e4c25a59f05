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

import io.netty.iocpnotify.bench.load.LoadException;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All rounds. In each, every contender has a new process, and for each workload the contenders are measured by turns,
 * less than a second each time, in an order that is drawn anew: what the machine does meanwhile meets all of them.
 */
public final class Session implements Closeable {

    /**
     * Of a window in which calls are counted, as counts vary less than times. The load before it is as long as ever: a
     * socket is read again without an arm only after some reads, and of 512 connections each has few.
     */
    private static final double COUNTING_SHARE = 0.4;
    /** A wineserver that looks at a socket without end takes a whole processor; what JVMs do at rest, a third. */
    private static final double BUSY_SHARE = 0.7;
    /** How long a part of a window is, about: what disturbs the machine for seconds meets all contenders. */
    private static final double PART_SECONDS = 0.8;
    /** Of a window that nobody looks at. */
    private static final double UNMEASURED_SHARE = 0.1;
    /** The end of the first shows the compiler what the second is not to be slowed down by: connections that close. */
    private static final int WARM_UPS_OF_NEW_SERVER = 2;

    private final Launcher launcher;
    private final List<Contender> contenders;
    private final List<Workload> workloads;
    private final double warmUpSeconds;
    private final double windowSeconds;
    private final double mayBeStolen;
    private final Consumer<String> progress;
    private final Results results;
    private final Map<Contender, ServerProcess> servers = new EnumMap<>(Contender.class);
    /** Which provider each contender has said to be served by. */
    private final Map<Contender, String> providers = new EnumMap<>(Contender.class);
    private boolean failed;

    /**
     * @param mayBeStolen the share of the processors that the host of a virtual machine may take in a window, from 0 to
     *        1: with more, the workload is measured once more
     */
    public Session(Launcher launcher, List<Contender> contenders, List<Workload> workloads, double warmUpSeconds,
                   double windowSeconds, double mayBeStolen, Consumer<String> progress) {
        this.launcher = launcher;
        this.contenders = contenders;
        this.workloads = workloads;
        this.warmUpSeconds = warmUpSeconds;
        this.windowSeconds = windowSeconds;
        this.mayBeStolen = mayBeStolen;
        this.progress = progress;
        results = new Results(workloads);
    }

    public Results results() {
        return results;
    }

    public Map<Contender, String> providers() {
        return providers;
    }

    /** Whether a contender has failed, so that something is not measured. */
    public boolean hasFailed() {
        return failed;
    }

    /** Measures everything once, and at the end once more what the host of the virtual machine has disturbed. */
    public void round() throws IOException {
        Set<String> missing = new HashSet<>();
        Map<Workload, Double> disturbed = new LinkedHashMap<>();
        for (Workload workload : workloads) {
            if (workload.isPaced() && missing.contains(workload.closed().name())) {
                progress.accept(workload.name() + " is left out: its pace is that of " + workload.closed().name());
                continue;
            }
            Map<Contender, Map<Metric, Double>> round = measure(workload);
            if (round.isEmpty()) {
                progress.accept("this round of " + workload.name() + " is left out");
                missing.add(workload.name());
                continue;
            }
            round.forEach((contender, figures) -> results.add(workload, contender, figures));
            if (stolen(round) > mayBeStolen) {
                disturbed.put(workload, stolen(round));
            }
        }
        // Not at once: what takes the processors does so for minutes.
        for (Map.Entry<Workload, Double> entry : disturbed.entrySet()) {
            measureAgain(entry.getKey(), entry.getValue());
        }
        close();
    }

    private void measureAgain(Workload workload, double stolenBefore) throws IOException {
        progress.accept(String.format("%s once more: the host took %.0f %% of the processors meanwhile",
                workload.name(), 100 * stolenBefore));
        Map<Contender, Map<Metric, Double>> round = measure(workload);
        if (!round.isEmpty() && stolen(round) < stolenBefore) {
            round.forEach((contender, figures) -> results.replaceLast(workload, contender, figures));
        } else {
            progress.accept(workload.name() + " stays as it was measured before");
        }
    }

    /**
     * Measures one workload with all contenders.
     *
     * @return nothing if one of them has failed: ratios are of figures of the same round
     */
    private Map<Contender, Map<Metric, Double>> measure(Workload workload) throws IOException {
        int perSecond = workload.isPaced() ? pace(workload) : 0;
        List<Contender> able = shuffled();
        able.removeIf(contender -> !workload.suits(contender));
        if (workload.isMeasuredInParts()) {
            return measure(workload, able, perSecond, Math.max(1, (int) Math.round(windowSeconds / PART_SECONDS)));
        }
        Map<Contender, Map<Metric, Double>> round = new EnumMap<>(Contender.class);
        for (Contender contender : able) {
            Map<Contender, Map<Metric, Double>> one = measure(workload, List.of(contender), perSecond, 1);
            if (one.isEmpty()) {
                return one;
            }
            round.putAll(one);
        }
        return round;
    }

    /** Measures some contenders, each warm, in so many parts of the window by turns. */
    private Map<Contender, Map<Metric, Double>> measure(Workload workload, List<Contender> some, int perSecond,
                                                        int parts) throws IOException {
        Map<Contender, Trial> trials = new LinkedHashMap<>();
        Contender current = some.get(0);
        try {
            for (Contender contender : some) {
                current = contender;
                Trial trial = new Trial(workload, warmUpSeconds, windowSeconds, perSecond);
                trials.put(contender, trial);
                trial.open(server(contender));
            }
            for (int i = 0; i < parts; i++) {
                for (Map.Entry<Contender, Trial> entry : trials.entrySet()) {
                    current = entry.getKey();
                    entry.getValue().measure(parts);
                }
            }
            Map<Contender, Map<Metric, Double>> round = new EnumMap<>(Contender.class);
            for (Map.Entry<Contender, Trial> entry : trials.entrySet()) {
                current = entry.getKey();
                round.put(current, entry.getValue().finish());
                say(workload, current, entry.getValue(), round.get(current));
            }
            return round;
        } catch (IOException | LoadException e) {
            progress.accept(workload.name() + " on " + current.label() + ": failed, " + e.getMessage());
            failed = true;
            // The others may be in the middle of something as well: each begins anew.
            for (Contender contender : some) {
                kill(contender);
            }
            return Map.of();
        } finally {
            for (Trial trial : trials.values()) {
                trial.close();
            }
        }
    }

    private void kill(Contender contender) throws IOException {
        ServerProcess server = servers.get(contender);
        if (server != null) {
            server.kill();
        }
    }

    private void say(Workload workload, Contender contender, Trial trial, Map<Metric, Double> figures) {
        progress.accept(String.format("%s on %s: %.0f/s, p50 %.0f µs, p99 %.0f µs, CPU %.0f µs", workload.name(),
                contender.label(), figures.get(Metric.RATE), figures.get(Metric.P50), figures.get(Metric.P99),
                figures.get(Metric.CPU)));
        if (trial.wineserverAtRest() > BUSY_SHARE) {
            progress.accept(String.format("the wineserver took %.0f %% of a processor while all servers rested: this " +
                    "run tells little; end what runs in the prefix, and begin anew", 100 * trial.wineserverAtRest()));
        }
    }

    /** The largest share of the processors that the host took in a window. */
    private static double stolen(Map<Contender, Map<Metric, Double>> round) {
        return round.values().stream().mapToDouble(figures -> figures.get(Metric.STOLEN)).max().orElse(0);
    }

    /** Returns the share of what the slowest contender has reached in this round, requests a second; at least 1. */
    private int pace(Workload paced) {
        double slowest = contenders.stream().filter(paced::suits)
                .mapToDouble(contender -> results.last(paced.closed(), contender, Metric.RATE)).min().orElse(0);
        return Math.max(1, (int) (slowest * paced.pace()));
    }

    /** Lets the JVM compile what all workloads use, so that the first of them is like the rest. */
    private void warmUp(ServerProcess server) throws IOException {
        for (int i = 0; i < WARM_UPS_OF_NEW_SERVER; i++) {
            new Trial(Workloads.WARM_UP, warmUpSeconds, windowSeconds * UNMEASURED_SHARE).run(server);
        }
    }

    /** Counts the native calls of each workload, in processes that do nothing but that. */
    public void countCalls() throws IOException {
        for (Contender contender : contenders) {
            if (!contender.isTransport() && contender != Contender.AIO && contender != Contender.SELECTOR) {
                continue;
            }
            countCalls(contender, Metric.CALLS, false);
            if (contender != Contender.NIO && contender.isTransport()) {
                countCalls(contender, Metric.CALLS_SYSTEM, true);
            }
        }
    }

    private void countCalls(Contender contender, Metric metric, boolean onSystemPath) throws IOException {
        try (ServerProcess server = launcher.startCounting(contender, onSystemPath)) {
            for (Workload workload : workloads) {
                if (!workload.countsCalls() || !workload.suits(contender)) {
                    continue;
                }
                Map<Metric, Double> work = new EnumMap<>(Metric.class);
                Map<String, Double> calls = new Trial(workload, warmUpSeconds, windowSeconds * COUNTING_SHARE)
                        .countCalls(server, work);
                progress.accept(String.format("%s on %s: %.2f %s, %.3f slept, %.1f bytes", workload.name(),
                        contender.label(), calls.values().stream().mapToDouble(Double::doubleValue).sum(),
                        metric.label(), work.get(Metric.SLEEPS), work.get(Metric.ALLOCATED)));
                results.addCalls(workload, contender, metric, calls);
                if (!onSystemPath) {
                    work.forEach((what, count) -> results.addCalls(workload, contender, what,
                            Map.of(what.label(), count)));
                }
            }
        }
    }

    private ServerProcess server(Contender contender) throws IOException {
        ServerProcess server = servers.get(contender);
        if (server == null || !server.isAlive()) {
            server = launcher.start(contender);
            servers.put(contender, server);
            providers.put(contender, server.provider());
            warmUp(server);
        }
        return server;
    }

    private List<Contender> shuffled() {
        List<Contender> order = new ArrayList<>(contenders);
        Collections.shuffle(order);
        return order;
    }

    /** Ends all servers. */
    @Override
    public void close() throws IOException {
        for (ServerProcess server : servers.values()) {
            server.close();
        }
        servers.clear();
    }
}
