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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * One workload on servers with 1, 2, 4, ... threads, up to all processors. In each round each number has its turn, and
 * with each number each contender.
 */
final class ScaleRun implements Closeable {

    private final List<Session> sessions = new ArrayList<>();
    private final List<Workload> workloads = new ArrayList<>();

    /**
     * @param threads how many each server has, one number after the other
     * @param launchers starts servers with so many threads
     * @param quick see {@link Workload#quick()}
     * @param mayBeStolen see {@link Session}
     */
    ScaleRun(List<Integer> threads, IntFunction<Launcher> launchers, List<Contender> contenders, boolean quick,
             double warmUpSeconds, double windowSeconds, double mayBeStolen, Consumer<String> progress) {
        for (int number : threads) {
            Workload workload = quick ? Workloads.scale(number).quick() : Workloads.scale(number);
            workloads.add(workload);
            sessions.add(new Session(launchers.apply(number), contenders, List.of(workload), warmUpSeconds,
                    windowSeconds, mayBeStolen, progress));
        }
    }

    /**
     * Returns the powers of two that are smaller than the number of processors, and that number.
     *
     * @param processors at least 1
     */
    static List<Integer> threadCounts(int processors) {
        List<Integer> counts = new ArrayList<>();
        for (long count = 1; count < processors; count *= 2) {
            counts.add((int) count);
        }
        counts.add(processors);
        return counts;
    }

    /** Measures everything once. */
    void round() throws IOException {
        for (Session session : sessions) {
            session.round();
        }
    }

    /** Of all numbers of threads: a workload for each. */
    Results results() {
        Results all = new Results(workloads);
        sessions.forEach(session -> all.addAll(session.results()));
        return all;
    }

    /** What has told the servers that sockets are ready. */
    List<String> providers() {
        List<String> providers = new ArrayList<>();
        sessions.forEach(session -> providers.addAll(session.providers().values()));
        return providers;
    }

    /** Whether a contender has failed, so that something is not measured. */
    boolean hasFailed() {
        return sessions.stream().anyMatch(Session::hasFailed);
    }

    /** Ends all servers. */
    @Override
    public void close() throws IOException {
        for (Session session : sessions) {
            session.close();
        }
    }
}
