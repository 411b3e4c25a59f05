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
package io.netty.iocpnotify.example;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.TimeUnit;

/**
 * What the services and their load are made with: the same for both. Nobody changes it once the program runs.
 */
final class UnevenSettings {

    static final int MAX_SLEEP_MILLIS = 1000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private int threads;
    private int quietConnections;
    private int slowConnections;
    private int everyMillis;
    private int sleepMillis;
    private int phaseSeconds;

    @Option(names = "--threads", defaultValue = "4", paramLabel = "N",
            description = "Threads of each service; ${DEFAULT-VALUE} unless given.")
    void setThreads(int threads) {
        this.threads = TransportOptions.inRange(spec, "--threads", threads, 1, 1024);
    }

    @Option(names = "--quiet", defaultValue = "24", paramLabel = "N",
            description = "Quiet connections to each service; ${DEFAULT-VALUE} unless given.")
    void setQuietConnections(int quietConnections) {
        this.quietConnections = TransportOptions.inRange(spec, "--quiet", quietConnections, 1, 10000);
    }

    @Option(names = "--every", defaultValue = "100", paramLabel = "MILLIS",
            description = "How often a quiet connection sends a message; ${DEFAULT-VALUE} ms unless given.")
    void setEveryMillis(int everyMillis) {
        this.everyMillis = TransportOptions.inRange(spec, "--every", everyMillis, 1, 60000);
    }

    @Option(names = "--slow", defaultValue = "2", paramLabel = "N",
            description = "Slow connections to each service; ${DEFAULT-VALUE} unless given.")
    void setSlowConnections(int slowConnections) {
        this.slowConnections = TransportOptions.inRange(spec, "--slow", slowConnections, 0, 10000);
    }

    @Option(names = "--sleep", defaultValue = "20", paramLabel = "MILLIS",
            description = "For how long the handler of a slow connection sleeps; ${DEFAULT-VALUE} ms unless given.")
    void setSleepMillis(int sleepMillis) {
        this.sleepMillis = TransportOptions.inRange(spec, "--sleep", sleepMillis, 1, MAX_SLEEP_MILLIS);
    }

    @Option(names = "--phase", defaultValue = "5", paramLabel = "SECONDS",
            description = "After this another number of slow connections sends; ${DEFAULT-VALUE} s unless given.")
    void setPhaseSeconds(int phaseSeconds) {
        this.phaseSeconds = TransportOptions.inRange(spec, "--phase", phaseSeconds, 1, 3600);
    }

    int threads() {
        return threads;
    }

    int quietConnections() {
        return quietConnections;
    }

    int slowConnections() {
        return slowConnections;
    }

    int everyMillis() {
        return everyMillis;
    }

    long everyNanos() {
        return TimeUnit.MILLISECONDS.toNanos(everyMillis);
    }

    int sleepMillis() {
        return sleepMillis;
    }

    int phaseSeconds() {
        return phaseSeconds;
    }

    long phaseNanos() {
        return TimeUnit.SECONDS.toNanos(phaseSeconds);
    }
}
