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

import io.netty.iocpnotify.bench.simulation.SimulatedQueue.Order;
import io.netty.iocpnotify.bench.simulation.SimulatedQueue.Strand;
import org.HdrHistogram.Histogram;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A closed loop of connections on processors that carriers, the wineserver and the load share. Each thread does one
 * thing after the other, each of which takes processor time; the thread that has had the least goes first, as in Linux.
 * Times are in microseconds.
 */
final class ClosedLoop {

    private static final double STEP = 5;
    private static final double SLICE = 3000;
    /** How far behind the others a thread that wakes up may be. */
    private static final double WAKE_UP_CREDIT = 1500;
    private static final double WARM_UP = 2e6;
    private static final double WINDOW = 20e6;
    private static final long MAX_MICROS = 10_000_000;

    /** What costs how much processor time. */
    static final class Costs {
        final int processors;
        final int carriers;
        /** Of the server's process, for a message. */
        final double server;
        /** Of the wineserver, for a message; half of it is for what is read, half for what is written. */
        final double wineserver;
        /** Of the load, for a message. */
        final double load;
        /** How long a thread that has waited takes to be runnable. No processor time. */
        final double wakeUp;

        Costs(int processors, int carriers, double server, double wineserver, double load, double wakeUp) {
            this.processors = processors;
            this.carriers = carriers;
            this.server = server;
            this.wineserver = wineserver;
            this.load = load;
            this.wakeUp = wakeUp;
        }

        Costs withWakeUp(double wakeUp) {
            return new Costs(processors, carriers, server, wineserver, load, wakeUp);
        }
    }

    /** The slow connections. */
    static final class Slow {
        final int connections;
        final double micros;
        final boolean sleeps;
        /** What the peer does between two messages, in a thread of its own. */
        final double peerMicros;
        /** What goes by between two messages without processor time. */
        final double pauseMicros;

        Slow(int connections, double micros, boolean sleeps, double peerMicros, double pauseMicros) {
            this.connections = connections;
            this.micros = micros;
            this.sleeps = sleeps;
            this.peerMicros = peerMicros;
            this.pauseMicros = pauseMicros;
        }
    }

    private abstract class SimulatedThread {
        private double left;
        private double had;
        private double hadInSlice;
        private double runnableAt;
        private boolean isRunnable;
        private boolean isRunning;

        /** What was begun is done. */
        abstract void next();

        final void begin(double micros) {
            left = micros;
            if (!isRunnable) {
                isRunnable = true;
                runnableAt = now + costs.wakeUp;
                had = Math.max(had, leastHad() - WAKE_UP_CREDIT);
            }
        }

        final void block() {
            isRunnable = false;
        }
    }

    /** Does what is asked of it in the order in which it is. */
    private final class Worker extends SimulatedThread {
        private final double cost;
        private final ArrayDeque<Runnable> asked = new ArrayDeque<>();
        private Runnable current;

        Worker(double cost) {
            this.cost = cost;
            threads.add(this);
        }

        void ask(Runnable then) {
            asked.add(then);
            if (current == null) {
                next();
            }
        }

        @Override
        void next() {
            Runnable done = current;
            current = null;
            if (done != null) {
                // Asks nothing of this worker.
                done.run();
            }
            current = asked.poll();
            if (current == null) {
                block();
            } else {
                begin(about(cost));
            }
        }
    }

    private enum Phase { WAITING, READING, IN_HANDLER, SLEEPING, SENDING }

    private final class Carrier extends SimulatedThread {
        private Phase phase = Phase.WAITING;
        private Strand strand;
        private boolean isLong;
        private double began;
        private double sleepsUntil;

        Carrier() {
            threads.add(this);
        }

        void take() {
            strand = queue.take(now);
            if (strand == null) {
                phase = Phase.WAITING;
                block();
                return;
            }
            began = now;
            isLong = strand.isLong();
            phase = Phase.READING;
            begin(about(costs.server / 3));
        }

        @Override
        void next() {
            if (phase == Phase.READING) {
                block();
                wineserver.ask(() -> {
                    phase = Phase.IN_HANDLER;
                    boolean computes = strand.isSlow && !slow.sleeps;
                    begin(computes ? slow.micros : about(costs.server / 3));
                });
            } else if (phase == Phase.IN_HANDLER && strand.isSlow && slow.sleeps) {
                phase = Phase.SLEEPING;
                block();
                sleepsUntil = now + slow.micros;
            } else if (phase == Phase.SENDING) {
                queue.ended(strand, isLong, now - began);
                take();
                // A long run that was one too many may begin now.
                carriers.forEach(Carrier::wakeUp);
            } else {
                send();
            }
        }

        void send() {
            phase = Phase.SENDING;
            block();
            wineserver.ask(() -> {
                begin(about(costs.server / 3));
                Strand answered = strand;
                (answered.isSlow && slow.peerMicros > 0 ? slowPeers : load).ask(() -> answered(answered));
            });
        }

        boolean isAwake() {
            return phase == Phase.SLEEPING && now >= sleepsUntil;
        }

        void wakeUp() {
            if (phase == Phase.WAITING) {
                take();
            }
        }
    }

    private final Costs costs;
    private final Slow slow;
    private final Random random = new Random(1);
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final List<Carrier> carriers = new ArrayList<>();
    private final Worker load;
    private final Worker slowPeers;
    private final Worker wineserver;
    private final SimulatedQueue queue;
    /** In the order in which they go on. */
    private final ArrayDeque<Strand> pausing = new ArrayDeque<>();
    private final Histogram latencies = new Histogram(MAX_MICROS, 3);
    private double now;
    private int slowAnswers;

    /** @param slow adds its connections to the others, if they have peers of their own, else it is some of those */
    ClosedLoop(Costs costs, Slow slow, int connections, Order order) {
        this.costs = costs;
        this.slow = slow;
        load = new Worker(costs.load);
        slowPeers = new Worker(slow.peerMicros);
        wineserver = new Worker(costs.wineserver / 2);
        queue = new SimulatedQueue(order, costs.carriers);
        for (int i = 0; i < costs.carriers; i++) {
            carriers.add(new Carrier());
        }
        int others = slow.peerMicros > 0 ? connections : connections - slow.connections;
        for (int i = 0; i < others + slow.connections; i++) {
            send(new Strand(i >= others));
        }
    }

    private void send(Strand strand) {
        strand.sent = now;
        queue.add(strand, now);
        for (Carrier carrier : carriers) {
            if (carrier.phase == Phase.WAITING) {
                carrier.take();
                break;
            }
        }
    }

    private void answered(Strand strand) {
        if (now >= WARM_UP) {
            if (strand.isSlow) {
                slowAnswers++;
            } else {
                latencies.recordValue((long) (now - strand.sent));
            }
        }
        if (strand.isSlow && slow.pauseMicros > 0) {
            strand.sent = now + slow.pauseMicros;
            pausing.add(strand);
        } else {
            send(strand);
        }
    }

    /** Around the mean as it is measured: half of it is always there, the rest is random. */
    private double about(double mean) {
        return mean / 2 - mean / 2 * Math.log(1 - random.nextDouble());
    }

    private double leastHad() {
        return threads.stream().filter(thread -> thread.isRunnable).mapToDouble(thread -> thread.had).min().orElse(0);
    }

    ClosedLoop run() {
        SimulatedThread[] running = new SimulatedThread[costs.processors];
        boolean warm = false;
        for (now = 0; now < WARM_UP + WINDOW; now += STEP) {
            if (!warm && now >= WARM_UP) {
                warm = true;
                queue.beginWindow();
            }
            while (!pausing.isEmpty() && now >= pausing.peek().sent) {
                send(pausing.poll());
            }
            for (Carrier carrier : carriers) {
                if (carrier.isAwake()) {
                    carrier.send();
                }
            }
            for (int i = 0; i < running.length; i++) {
                running[i] = choose(running[i]);
                advance(running[i]);
            }
        }
        return this;
    }

    /** Returns which thread a processor runs for the next step, {@code null} for none. */
    private SimulatedThread choose(SimulatedThread current) {
        SimulatedThread best = null;
        for (SimulatedThread thread : threads) {
            if (isReady(thread) && !thread.isRunning && (best == null || thread.had < best.had)) {
                best = thread;
            }
        }
        boolean stays = current != null && isReady(current) && (best == null ||
                best.had >= current.had - (current.hadInSlice < SLICE ? WAKE_UP_CREDIT : 0));
        if (stays) {
            return current;
        }
        if (current != null) {
            current.isRunning = false;
        }
        if (best != null) {
            best.isRunning = true;
            best.hadInSlice = 0;
        }
        return best;
    }

    private boolean isReady(SimulatedThread thread) {
        return thread.isRunnable && now >= thread.runnableAt;
    }

    private static void advance(SimulatedThread thread) {
        if (thread == null) {
            return;
        }
        thread.had += STEP;
        thread.hadInSlice += STEP;
        thread.left -= STEP;
        while (thread.isRunnable && thread.left <= 0) {
            double over = thread.left;
            thread.next();
            thread.left += over;
        }
    }

    // ---- of the window; of the others unless the name says more

    double rate() {
        return latencies.getTotalCount() / (WINDOW / 1e6);
    }

    double meanMillis() {
        return latencies.getMean() / 1000;
    }

    double p99Millis() {
        return latencies.getValueAtPercentile(99) / 1000.0;
    }

    double slowRate() {
        return slowAnswers / (WINDOW / 1e6);
    }

    /** Of any strand. */
    double longestQueueDelayMillis() {
        return queue.longestWait() / 1000;
    }
}
