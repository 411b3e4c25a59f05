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

/**
 * What is measured. All of it is the server's doing, seen from the client or from the system.
 */
public enum Metric {
    RATE("rate", "messages/s", true),
    P50("p50", "µs", false),
    P99("p99", "µs", false),
    P999("p99.9", "µs", false),
    /** Processor time of the server process and, under Wine, of the process that serves it. */
    CPU("CPU per message", "µs", false),
    CPU_SERVER("CPU per message, server alone", "µs", false),
    /** Of the load's first thread, which most of the time is the only one. Not a figure of a server: in no table. */
    CPU_LOAD("CPU per message, load", "µs", false),
    /** Of the load's other side, for each handshake or download. In no table. */
    CPU_BESIDE("CPU of the load for what runs beside", "µs", false),
    /** Calls on sockets and completion ports that leave the process' own code; from runs that measure nothing else. */
    CALLS("native calls per message", "", false),
    /** The same on the path of the provider {@code system}, where one call arms and dequeues. */
    CALLS_SYSTEM("native calls per message, provider system", "", false),
    /** How often a thread finds nothing at its completion port and sleeps; from the runs that count calls. */
    SLEEPS("waits that slept per message", "", false),
    /** On the heap of the server, by all of its threads; from the runs that count calls. */
    ALLOCATED("allocated per message", "bytes", false),
    /** Share of the other connections that got less than half of their mean rate. */
    BELOW_HALF("others below half their mean", "", false),
    OTHERS_P99("p99 of the others", "µs", false),
    /** Of the connection with the slow handler: where that burns, each of its messages takes time from the others. */
    SLOW_RATE("rate of the slow one", "messages/s", true),
    /** Of handshakes, or of downloads. */
    BESIDE_RATE("rate of what runs beside", "1/s", true),
    /** Heap after a collection and native memory. */
    MEMORY("memory per idle connection", "bytes", false),
    MEMORY_HEAP("memory per idle connection, heap alone", "bytes", false),
    /** From 0 to 1. Not a figure of a server: in no table. */
    STOLEN("share of the processors that the host took", "", false);

    private final String label;
    private final String unit;
    private final boolean moreIsBetter;

    Metric(String label, String unit, boolean moreIsBetter) {
        this.label = label;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    public String label() {
        return label;
    }

    /** Empty for a mere number. */
    public String unit() {
        return unit;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }
}
