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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that was measured, round by round.
 */
public final class Results {

    private final List<Workload> workloads;
    private final Map<String, Map<Contender, List<Map<Metric, Double>>>> rounds = new LinkedHashMap<>();
    private final Map<String, Map<Contender, Map<Metric, Map<String, Double>>>> calls = new LinkedHashMap<>();

    public Results(List<Workload> workloads) {
        this.workloads = workloads;
        for (Workload workload : workloads) {
            rounds.put(workload.name(), new EnumMap<>(Contender.class));
            calls.put(workload.name(), new EnumMap<>(Contender.class));
        }
    }

    public List<Workload> workloads() {
        return workloads;
    }

    /** Adds the next round's figures. */
    public void add(Workload workload, Contender contender, Map<Metric, Double> figures) {
        rounds.get(workload.name()).computeIfAbsent(contender, key -> new ArrayList<>()).add(figures);
    }

    /** As {@link #add}, in the place of the figures that were added last. */
    void replaceLast(Workload workload, Contender contender, Map<Metric, Double> figures) {
        List<Map<Metric, Double>> all = rounds.get(workload.name()).get(contender);
        all.set(all.size() - 1, figures);
    }

    /** Adds all figures of some of the workloads. */
    void addAll(Results other) {
        rounds.putAll(other.rounds);
        calls.putAll(other.calls);
    }

    /**
     * Adds what was counted.
     *
     * @param metric {@link Metric#CALLS} or {@link Metric#CALLS_SYSTEM}
     * @param perMessage calls for each answer, by function
     */
    public void addCalls(Workload workload, Contender contender, Metric metric, Map<String, Double> perMessage) {
        calls.get(workload.name()).computeIfAbsent(contender, key -> new EnumMap<>(Metric.class))
                .put(metric, perMessage);
    }

    /** Calls for each answer, by function; empty if they were not counted. */
    public Map<String, Double> calls(Workload workload, Contender contender, Metric metric) {
        return calls.get(workload.name()).getOrDefault(contender, Map.of()).getOrDefault(metric, Map.of());
    }

    /** Which contenders were measured at all, in their order. */
    public Set<Contender> contenders() {
        Set<Contender> contenders = EnumSet.noneOf(Contender.class);
        rounds.values().forEach(byContender -> contenders.addAll(byContender.keySet()));
        return contenders;
    }

    /** Which figures there are of a workload, in their order. */
    public Set<Metric> metrics(Workload workload) {
        Set<Metric> metrics = EnumSet.noneOf(Metric.class);
        metrics.addAll(workload.metrics());
        calls.get(workload.name()).values().forEach(byMetric -> metrics.addAll(byMetric.keySet()));
        return metrics;
    }

    /** One value for each round; empty if there is none. */
    public List<Double> samples(Workload workload, Contender contender, Metric metric) {
        List<Double> samples = new ArrayList<>();
        for (Map<Metric, Double> figures : rounds.get(workload.name()).getOrDefault(contender, List.of())) {
            if (figures.containsKey(metric)) {
                samples.add(figures.get(metric));
            }
        }
        Map<String, Double> counted = calls(workload, contender, metric);
        if (!counted.isEmpty()) {
            samples.add(counted.values().stream().mapToDouble(Double::doubleValue).sum());
        }
        return samples;
    }

    /** The value of the last round that has one; there must be one. */
    double last(Workload workload, Contender contender, Metric metric) {
        List<Double> samples = samples(workload, contender, metric);
        return samples.get(samples.size() - 1);
    }

    /** {@link Metric#STOLEN} of each window of each workload; empty if nothing was measured. */
    public List<Double> stolenShares() {
        List<Double> shares = new ArrayList<>();
        for (Workload workload : workloads) {
            for (Contender contender : contenders()) {
                shares.addAll(samples(workload, contender, Metric.STOLEN));
            }
        }
        return shares;
    }

    /**
     * Returns the ratios of two contenders' values, each within one round, in which they were measured one soon after
     * the other.
     *
     * @return {@code null} if one of them has no value, or 0 to compare with
     */
    public Spread ratio(Workload workload, Contender contender, Contender to, Metric metric) {
        List<Double> values = samples(workload, contender, metric);
        List<Double> base = samples(workload, to, metric);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(values.size(), base.size()); i++) {
            if (base.get(i) != 0) {
                ratios.add(values.get(i) / base.get(i));
            }
        }
        return ratios.isEmpty() ? null : Spread.of(ratios);
    }
}
