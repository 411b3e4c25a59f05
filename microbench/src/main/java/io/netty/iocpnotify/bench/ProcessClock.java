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

import java.time.Duration;

/**
 * The processor time of a server, and of the wineserver that works for it.
 */
final class ProcessClock {

    private final ProcessHandle process;
    /** {@code null} on Windows. */
    private final ProcessHandle wineserver;

    /**
     * @param wine where the process runs, {@code null} on Windows
     */
    ProcessClock(ProcessHandle process, WinePrefix wine) {
        this.process = process;
        wineserver = wine == null ? null : wine.server()
                .orElseThrow(() -> new IllegalStateException("no wineserver serves this prefix"));
    }

    /** Microseconds of the process itself, since it began. */
    double processMicros() {
        return micros(process);
    }

    /** Microseconds of the wineserver, since it began, 0 on Windows; for whichever server. */
    double wineserverMicros() {
        return wineserver == null ? 0 : micros(wineserver);
    }

    private static double micros(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e3;
    }
}
