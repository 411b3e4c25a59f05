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

import io.netty.iocpnotify.bench.load.IdleConnections;
import io.netty.iocpnotify.bench.load.LoadBeside;
import io.netty.iocpnotify.bench.load.LoadResult;
import io.netty.iocpnotify.bench.load.SharedLoad;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * One workload on one server, once: connect, load it until it is warm, measure a window, perhaps in parts, disconnect.
 */
public final class Trial implements Closeable {

    private static final long CONNECT_SECONDS = 60;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** After a pause all connections ask at once. They are to be spread again. */
    private static final long RESUME_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int PAUSE_SHARE = 3;
    private static final int UNMEASURED_SHARE = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Workload workload;
    private final long warmUpNanos;
    private final long windowNanos;
    private final int perSecond;
    private final Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    private final IdleConnections idle = new IdleConnections();
    private ServerProcess server;
    private SharedLoad load;
    private LoadBeside beside;
    private double wineserverAtRest;
    private double cpuMicros;
    private double wineMicros;
    private double loadMicros;
    private double stolen;

    /** A closed loop. */
    public Trial(Workload workload, double warmUpSeconds, double windowSeconds) {
        this(workload, warmUpSeconds, windowSeconds, 0);
    }

    /**
     * @param perSecond requests, if the workload is paced
     */
    Trial(Workload workload, double warmUpSeconds, double windowSeconds, int perSecond) {
        this.workload = workload;
        this.perSecond = perSecond;
        warmUpNanos = (long) (warmUpSeconds * workload.warmUpFactor() * TimeUnit.SECONDS.toNanos(1));
        windowNanos = (long) (windowSeconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** Measures at one go. */
    public Map<Metric, Double> run(ServerProcess server) throws IOException {
        try (Trial trial = this) {
            trial.open(server);
            trial.measure(1);
            return trial.finish();
        }
    }

    /** Connects, and loads the server until it is warm. */
    void open(ServerProcess server) throws IOException {
        this.server = server;
        InetSocketAddress address = server.start(workload);
        load = Loads.createAll(workload, address, perSecond);
        beside = Loads.createBeside(workload, address);
        load.open();
        beside.open();
        awaitConnections(server, workload.lastingConnections());
        if (workload.idleConnections() > 0) {
            openIdle(idle, address, server, figures);
        }
        load.start();
        beside.start();
        wineserverAtRest = warmUp(load, beside, server.clock());
        load.beginWindow();
        beside.beginWindow();
    }

    /** Measures one of so many equal parts of the window. Between two of them the server has nothing to do. */
    void measure(int parts) throws IOException {
        beside.resume(RESUME_NANOS);
        load.resume(RESUME_NANOS);
        beside.await();
        double cpuBefore = server.clock().processMicros();
        double wineBefore = server.clock().wineserverMicros();
        long loadBefore = THREADS.getCurrentThreadCpuTime();
        StolenTime begin = StolenTime.now();
        run(load, beside, windowNanos / parts);
        stolen = Math.max(stolen, StolenTime.now().shareSince(begin));
        cpuMicros += server.clock().processMicros() - cpuBefore;
        wineMicros += server.clock().wineserverMicros() - wineBefore;
        loadMicros += (THREADS.getCurrentThreadCpuTime() - loadBefore) / 1e3;
        load.settle();
    }

    /** Disconnects. Returns what all parts have measured. */
    Map<Metric, Double> finish() throws IOException {
        figures.put(Metric.STOLEN, stolen);
        add(figures, load.result(), cpuMicros, wineMicros);
        figures.put(Metric.BESIDE_RATE, beside.rate());
        figures.put(Metric.CPU_BESIDE, beside.cpuMicros());
        closeLoads();
        if (workload.idleConnections() > 0) {
            killAtRest(server);
        } else {
            server.stop();
        }
        return figures;
    }

    private void closeLoads() throws IOException {
        try (SharedLoad measured = load; LoadBeside other = beside) {
            load = null;
            beside = null;
        }
    }

    @Override
    public void close() throws IOException {
        try (IdleConnections silent = idle) {
            closeLoads();
        }
    }

    /** The share of a processor that the wineserver took before the window, while nothing loaded any server. */
    double wineserverAtRest() {
        return wineserverAtRest;
    }

    /**
     * Counts instead of measuring.
     *
     * @param work is given {@link Metric#SLEEPS} and {@link Metric#ALLOCATED} for each answer
     * @return native calls for each answer, by the function's name
     */
    Map<String, Double> countCalls(ServerProcess server, Map<Metric, Double> work) throws IOException {
        InetSocketAddress address = server.start(workload);
        Map<String, Double> calls = new TreeMap<>();
        try (SharedLoad load = Loads.createAll(workload, address, perSecond); LoadBeside none = new LoadBeside(null)) {
            load.open();
            awaitConnections(server, workload.lastingConnections());
            load.start();
            // Without the pause: what the compiler does meanwhile changes no count.
            run(load, none, warmUpNanos + warmUpNanos / PAUSE_SHARE);
            load.beginWindow();
            Map<String, Long> before = server.calls();
            Map<String, Long> workBefore = server.work();
            load.run(windowNanos);
            Map<String, Long> workAfter = server.work();
            Map<String, Long> after = server.calls();
            double answers = load.result().answers();
            after.forEach((name, count) -> {
                if (count > before.get(name)) {
                    calls.put(name, (count - before.get(name)) / answers);
                }
            });
            work.put(Metric.SLEEPS, (workAfter.get("sleeps") - workBefore.get("sleeps")) / answers);
            work.put(Metric.ALLOCATED, (workAfter.get("allocated") - workBefore.get("allocated")) / answers);
        }
        server.stop();
        return calls;
    }

    /**
     * A new workload makes the JVM compile its hot code anew. Beside the load the compiler gets a quarter of a
     * processor, and would still be at it when the window begins: so there is a pause for it alone.
     *
     * @return the share of a processor that the wineserver took in the second half of the pause
     */
    private double warmUp(SharedLoad load, LoadBeside beside, ProcessClock clock) throws IOException {
        run(load, beside, warmUpNanos);
        long half = warmUpNanos / PAUSE_SHARE / 2;
        sleep(half);
        long begin = System.nanoTime();
        double wine = clock.wineserverMicros();
        sleep(half);
        wine = clock.wineserverMicros() - wine;
        long nanos = System.nanoTime() - begin;
        run(load, beside, warmUpNanos / PAUSE_SHARE);
        return wine * TimeUnit.MICROSECONDS.toNanos(1) / nanos;
    }

    private static void run(SharedLoad load, LoadBeside beside, long nanos) throws IOException {
        beside.begin(nanos);
        load.run(nanos);
        beside.await();
    }

    private static void sleep(long nanos) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The first of them are not measured: for them classes are loaded and code is compiled. */
    private void openIdle(IdleConnections idle, InetSocketAddress address, ServerProcess server,
                          Map<Metric, Double> figures) throws IOException {
        int all = workload.idleConnections();
        int first = all / UNMEASURED_SHARE;
        idle.open(Loads.createIdle(workload, address, first), workload.idleExchanges());
        ProcessMemory before = memoryAtRest(server, first);
        idle.open(Loads.createIdle(workload, address, all - first), workload.idleExchanges());
        ProcessMemory after = memoryAtRest(server, all);
        figures.put(Metric.MEMORY, (double) after.since(before) / (all - first));
        figures.put(Metric.MEMORY_HEAP, (double) after.heapSince(before) / (all - first));
    }

    private ProcessMemory memoryAtRest(ServerProcess server, int idle) throws IOException {
        awaitConnections(server, workload.lastingConnections() + idle);
        sleep(TimeUnit.MILLISECONDS.toNanos(workload.restMillis()));
        return ProcessMemory.of(server);
    }

    /**
     * Ends a server at once: closing so many connections one by one would keep the next trial waiting. Nobody loads it
     * any more: a process of Wine that is killed within a receive leaves its socket to the wineserver, which then looks
     * at its unread bytes without end.
     */
    private void killAtRest(ServerProcess server) throws IOException {
        await(server, there -> there <= workload.idleConnections(), "at most " + workload.idleConnections());
        sleep(POLL_NANOS);
        server.kill();
    }

    private static void awaitConnections(ServerProcess server, int count) throws IOException {
        await(server, there -> there >= count, Integer.toString(count));
    }

    private static void await(ServerProcess server, IntPredicate reached, String count) throws IOException {
        long begin = System.nanoTime();
        for (int there = server.connections(); !reached.test(there); there = server.connections()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(CONNECT_SECONDS)) {
                throw new IOException("the server has " + there + " connections instead of " + count);
            }
            sleep(POLL_NANOS);
        }
    }

    private void add(Map<Metric, Double> figures, LoadResult result, double cpuMicros, double wineMicros) {
        double answers = result.answers();
        figures.put(Metric.RATE, result.rate());
        figures.put(Metric.P50, result.latencyMicros(50));
        if (result.tells(99)) {
            figures.put(Metric.P99, result.latencyMicros(99));
        }
        if (result.tells(99.9)) {
            figures.put(Metric.P999, result.latencyMicros(99.9));
        }
        figures.put(Metric.CPU, (cpuMicros + wineMicros) / answers);
        figures.put(Metric.CPU_SERVER, cpuMicros / answers);
        figures.put(Metric.CPU_LOAD, loadMicros / answers);
        if (workload.metrics().contains(Metric.BELOW_HALF)) {
            figures.put(Metric.BELOW_HALF, result.shareBelowHalf());
            if (result.tells(99)) {
                figures.put(Metric.OTHERS_P99, result.othersLatencyMicros(99));
            }
            figures.put(Metric.SLOW_RATE, result.firstRate());
        }
    }
}
