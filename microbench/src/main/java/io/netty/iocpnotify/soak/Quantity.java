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

import java.util.Locale;

/**
 * What the server must not have more and more of.
 */
enum Quantity {
    /** Of the process: sockets, files, events, threads. */
    HANDLES("handles", "handles", 1, 16),
    /** Of Java. */
    THREADS("threads", "threads", 1, 4),
    /** Slots of the registration tables in use. With NIO: registered channels. */
    KEYS("keys", "registration slots", 1, 4),
    /** In use after collections. */
    HEAP("heap", "MiB of heap", 1 << 20, 4),
    /** What the channels' allocator has of direct memory. */
    DIRECT("direct", "MiB of buffers", 1 << 20, 8),
    /** What the process has beside the heap, direct memory included. */
    NATIVE("native", "MiB of native memory", 1 << 20, 16);

    private static final double RELATIVE = 0.05;

    private final String key;
    private final String label;
    private final int unit;
    private final double bound;

    /**
     * @param unit what one of them is in samples
     * @param bound what they may grow by, in units
     */
    Quantity(String key, String label, int unit, double bound) {
        this.key = key;
        this.label = label;
        this.unit = unit;
        this.bound = bound;
    }

    /** The name in samples. */
    String key() {
        return key;
    }

    String label() {
        return label;
    }

    GrowthRule rule() {
        return new GrowthRule(bound, RELATIVE);
    }

    double of(Sample sample) {
        return (double) sample.get(key) / unit;
    }

    String format(double value) {
        return String.format(Locale.ROOT, unit == 1 ? "%.0f %s" : "%.1f %s", value, label);
    }
}
