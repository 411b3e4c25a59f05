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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A Wine prefix: Windows programs run in it, and one process, the wineserver, does for all of them much of what on
 * Windows the kernel does.
 */
public final class WinePrefix {

    private static final String VARIABLE = "WINEPREFIX=";

    private final String program;
    private final Path directory;

    /**
     * @param program the {@code wine64} that starts programs
     */
    public WinePrefix(String program, Path directory) {
        this.program = program;
        this.directory = directory;
    }

    String program() {
        return program;
    }

    void configure(Map<String, String> environment) {
        environment.put("WINEPREFIX", directory.toString());
        environment.put("WINEDEBUG", "-all");
    }

    /** Returns the wineserver, which is there as long as any program runs in the prefix. */
    Optional<ProcessHandle> server() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().filter(name -> name.contains("wineserver")).isPresent())
                .filter(this::isOurs)
                .findFirst();
    }

    private boolean isOurs(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            for (String variable : new String(environment, StandardCharsets.UTF_8).split("\0")) {
                if (variable.startsWith(VARIABLE)) {
                    return Files.isSameFile(directory, Path.of(variable.substring(VARIABLE.length())));
                }
            }
        } catch (IOException e) {
            // It has ended meanwhile, or belongs to somebody else.
            return false;
        }
        return false;
    }
}
