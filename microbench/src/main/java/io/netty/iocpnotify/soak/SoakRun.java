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
package io.netty.iocpnotify.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A run: load for a while, a rest in which the server is measured, and so on to the end.
 */
final class SoakRun {

    static final long STALL_SECONDS = 60;
    private static final long LOOK_SECONDS = 5;

    private final WatchedServer server;
    private final Load load;
    private final Failures failures;
    private final SoakGoal goal;
    private final long intervalNanos;
    private final Consumer<String> lines;
    private final List<Sample> samples = new ArrayList<>();
    private final long beginNanos = System.nanoTime();
    private Sample lastTold;
    private boolean serverFailed;

    SoakRun(WatchedServer server, Load load, Failures failures, SoakGoal goal, long intervalSeconds,
            Consumer<String> lines) {
        this.server = server;
        this.load = load;
        this.failures = failures;
        this.goal = goal;
        intervalNanos = TimeUnit.SECONDS.toNanos(intervalSeconds);
        this.lines = lines;
    }

    /** Returns all samples; what went wrong is in the failures. */
    List<Sample> run() throws InterruptedException {
        load.start();
        try {
            boolean goesOn = true;
            while (goesOn && isRightFor(intervalNanos)) {
                Sample sample = sample();
                if (failures.isEmpty()) {
                    samples.add(sample);
                    goesOn = !goal.isReached(sample);
                    tell(sample, !goesOn);
                    if (goesOn && goal.isTooLate(sample)) {
                        failures.add("only " + sample.get("connections") + " connections in " +
                                Math.round(sample.minutes()) + " minutes; the goal was " + goal);
                    }
                }
            }
            // Any failure on the server is known before its process ends.
            checkServer();
        } catch (IOException | ExecutionException | TimeoutException e) {
            failures.add("the run", e);
        }
        return samples;
    }

    /** Lets the load work for that long, and looks whether all goes well. */
    private boolean isRightFor(long nanos) throws InterruptedException, IOException {
        long end = System.nanoTime() + nanos;
        while (failures.isEmpty()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.SECONDS.toNanos(LOOK_SECONDS)));
            load.watch(TimeUnit.SECONDS.toNanos(STALL_SECONDS));
            checkServer();
        }
        return false;
    }

    private void checkServer() throws IOException {
        String wrong = server.failures();
        if (!wrong.isEmpty() && !serverFailed) {
            serverFailed = true;
            failures.add("server: " + wrong);
        }
    }

    private Sample sample() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        int idle = load.rest();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos));
        Map<String, Long> ofServer = server.sample(idle);
        numbers.put("connections", load.connections() + ofServer.get("connected"));
        numbers.put("checked", PatternCheck.checkedBytes() + ofServer.get("bytes"));
        numbers.put("lostDatagrams", load.lostDatagrams.sum());
        numbers.putAll(ofServer);
        server.resume();
        load.resume();
        return new Sample(numbers);
    }

    /** One line a minute. */
    private void tell(Sample sample, boolean last) {
        if (!last && lastTold != null && (int) sample.minutes() == (int) lastTold.minutes() ||
                lastTold == null && sample.minutes() < 1 && !last) {
            return;
        }
        double before = lastTold == null ? 0 : lastTold.minutes();
        long connectionsBefore = lastTold == null ? 0 : lastTold.get("connections");
        double rate = (sample.get("connections") - connectionsBefore) / (sample.minutes() - before) / 60;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT,
                "%5.1f min: %,d connections (%.0f/s), %,d MiB checked, %d groups", sample.minutes(),
                sample.get("connections"), rate, sample.get("checked") >> 20, sample.get("rounds")));
        for (Quantity quantity : Quantity.values()) {
            line.append(", ").append(quantity.format(quantity.of(sample)));
        }
        lines.accept(line.toString());
        lastTold = sample;
    }
}
