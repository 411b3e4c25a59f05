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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much of a virtual machine's processors its host has given to others, up to some moment: what {@code /proc/stat}
 * calls "steal". Windows does not tell it. There it is none.
 */
final class StolenTime {

    private static final Path STAT = Path.of("/proc/stat");
    /** After "cpu": user, nice, system, idle, iowait, irq, softirq, steal. What follows is part of user and nice. */
    private static final int FIELDS = 8;

    private final long stolen;
    private final long all;

    private StolenTime(long stolen, long all) {
        this.stolen = stolen;
        this.all = all;
    }

    /** Up to now. */
    static StolenTime now() throws IOException {
        return Files.exists(STAT) ? of(Files.readAllLines(STAT).get(0)) : new StolenTime(0, 0);
    }

    /**
     * @param line the first one of {@code /proc/stat}
     */
    static StolenTime of(String line) {
        String[] fields = line.trim().split(" +");
        long all = 0;
        for (int i = 1; i <= FIELDS; i++) {
            all += Long.parseLong(fields[i]);
        }
        return new StolenTime(Long.parseLong(fields[FIELDS]), all);
    }

    /** The share of all processors since an earlier moment, from 0 to 1. */
    double shareSince(StolenTime earlier) {
        return all == earlier.all ? 0 : (double) (stolen - earlier.stolen) / (all - earlier.all);
    }
}
