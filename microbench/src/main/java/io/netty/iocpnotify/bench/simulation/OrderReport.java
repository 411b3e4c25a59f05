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
package io.netty.iocpnotify.bench.simulation;

import io.netty.iocpnotify.bench.Contender;
import io.netty.iocpnotify.bench.Metric;
import io.netty.iocpnotify.bench.Results;
import io.netty.iocpnotify.bench.Spread;
import io.netty.iocpnotify.bench.Workload;
import io.netty.iocpnotify.bench.report.MarkdownTable;
import io.netty.iocpnotify.bench.simulation.ClosedLoop.Costs;
import io.netty.iocpnotify.bench.simulation.ClosedLoop.Slow;
import io.netty.iocpnotify.bench.simulation.SimulatedQueue.Order;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Compares what was measured beside long work with what each order of the run queue gives in the model. */
public final class OrderReport {

    /** What is to be measured for it. */
    public static final List<String> WORKLOADS = List.of("echo-64", "uneven-sleep", "uneven-burn", "handshakes");

    private static final int MAX_COST_MICROS = 100000;
    private static final Slow NOBODY = new Slow(0, 0, false, 0, 0);

    private final Results results;
    private final Costs costs;
    private final MarkdownTable table = new MarkdownTable(Arrays.asList("workload", "order", "messages/s", "mean, ms",
            "p99, ms", "p99 ÷ one queue", "long ones/s", "longest wait, ms"));

    /**
     * @param results of {@link #WORKLOADS} on {@link Contender#IOCPNOTIFY}, on as many processors as there are here
     * @param threads of the server
     */
    public OrderReport(Results results, int threads) {
        this.results = results;
        Workload echo = workload("echo-64");
        double server = measured(echo, Metric.CPU_SERVER);
        Costs free = new Costs(Runtime.getRuntime().availableProcessors(), threads, server,
                measured(echo, Metric.CPU) - server, measured(echo, Metric.CPU_LOAD), 0);
        double rate = measured(echo, Metric.RATE);
        costs = free.withWakeUp(costThatGives(rate, wakeUp ->
                loop(free.withWakeUp(wakeUp), NOBODY, echo, Order.ONE_QUEUE).rate()));
    }

    /** Returns the table, after some seconds of computing. To be called once. */
    public String text() {
        Workload echo = workload("echo-64");
        addMeasured(echo, Metric.P99, null);
        add(echo, loop(costs, NOBODY, echo, Order.ONE_QUEUE), null, Order.ONE_QUEUE);
        for (String name : Arrays.asList("uneven-sleep", "uneven-burn")) {
            Workload uneven = workload(name);
            addMeasured(uneven, Metric.OTHERS_P99, Metric.SLOW_RATE);
            addAll(uneven, new Slow(1, 1000 * uneven.parameters().get("millis"), name.endsWith("sleep"), 0, 0));
        }
        Workload handshakes = workload("handshakes");
        addMeasured(handshakes, Metric.P99, Metric.BESIDE_RATE);
        addAll(handshakes, clients(handshakes));
        return table.toString();
    }

    /**
     * Those that do nothing but handshakes, each of which is one long run here. Its other round trips are a pause, as
     * long as makes the rate of handshakes what was measured.
     */
    private Slow clients(Workload handshakes) {
        double perSecond = measured(handshakes, Metric.BESIDE_RATE);
        double micros = (measured(handshakes, Metric.CPU) - costs.server - costs.wineserver) *
                measured(handshakes, Metric.RATE) / perSecond;
        double peer = measured(handshakes, Metric.CPU_BESIDE);
        int clients = handshakes.parameters().get("clients");
        return new Slow(clients, micros, false, peer, costThatGives(perSecond, pause ->
                loop(costs, new Slow(clients, micros, false, peer, pause), handshakes, Order.ONE_QUEUE).slowRate()));
    }

    /** Finds, by halving, at which cost a rate comes out that falls as the cost rises. */
    private static double costThatGives(double rate, DoubleUnaryOperator rateAt) {
        double low = 1;
        double high = MAX_COST_MICROS;
        while (high / low > 1.01) {
            double middle = Math.sqrt(low * high);
            if (rateAt.applyAsDouble(middle) > rate) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static ClosedLoop loop(Costs costs, Slow slow, Workload workload, Order order) {
        return new ClosedLoop(costs, slow, workload.parameters().get("connections"), order).run();
    }

    private void addAll(Workload workload, Slow slow) {
        ClosedLoop today = loop(costs, slow, workload, Order.ONE_QUEUE);
        for (Order order : Order.values()) {
            add(workload, order == Order.ONE_QUEUE ? today : loop(costs, slow, workload, order), today, order);
        }
    }

    /** @param today what the queue gives as it is, {@code null} if nothing is to be compared with it */
    private void add(Workload workload, ClosedLoop loop, ClosedLoop today, Order order) {
        table.add(Arrays.asList(workload.name(), order.label(), number("%.0f", loop.rate()),
                number("%.1f", loop.meanMillis()), number("%.1f", loop.p99Millis()),
                today == null ? "" : number("%.2f", loop.p99Millis() / today.p99Millis()),
                today == null ? "" : number("%.1f", loop.slowRate()), number("%.1f", loop.longestQueueDelayMillis())));
    }

    private void addMeasured(Workload workload, Metric p99, Metric slow) {
        double rate = measured(workload, Metric.RATE);
        table.add(Arrays.asList(workload.name(), "measured", number("%.0f", rate),
                number("%.1f", 1000 * workload.parameters().get("connections") / rate),
                number("%.1f", measured(workload, p99) / 1000), "",
                slow == null ? "" : number("%.1f", measured(workload, slow)), ""));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private Workload workload(String name) {
        return results.workloads().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    private double measured(Workload workload, Metric metric) {
        return Spread.of(results.samples(workload, Contender.IOCPNOTIFY, metric)).median();
    }
}
