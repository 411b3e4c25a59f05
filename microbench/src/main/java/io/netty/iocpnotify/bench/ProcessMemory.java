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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that a server needs: its heap after a collection, and what the process has beyond the heap, whose size
 * is fixed and so cancels out when two of these are compared.
 */
public final class ProcessMemory {

    private static final Pattern RESIDENT = Pattern.compile("RssAnon:\\s*(\\d+) kB");
    private static final int KIB = 1024;

    private final long heap;
    private final long process;

    private ProcessMemory(long heap, long process) {
        this.heap = heap;
        this.process = process;
    }

    static ProcessMemory of(ServerProcess server) throws IOException {
        Map<String, Long> told = server.memory();
        // Under Wine what the system calls committed is not what was touched.
        long resident = residentBytes(server.pid());
        return new ProcessMemory(told.get("heap"), resident >= 0 ? resident : told.get("committed"));
    }

    /** What a process has touched of its private memory, as Linux says; negative on other systems. */
    public static long residentBytes(long pid) throws IOException {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.exists(status)) {
            return -1;
        }
        Matcher resident = RESIDENT.matcher(Files.readString(status));
        if (!resident.find()) {
            throw new IOException(status + " has no " + RESIDENT);
        }
        return Long.parseLong(resident.group(1)) * KIB;
    }

    /** By how many bytes it has grown since {@code before}. */
    long since(ProcessMemory before) {
        return heapSince(before) + process - before.process;
    }

    /** By how many bytes what is on the heap has grown since {@code before}. */
    long heapSince(ProcessMemory before) {
        return heap - before.heap;
    }
}
