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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Wine prefix: Windows programs run in it, and one process, the wineserver, does for all of them much of what on
 * Windows the kernel does.
 */
public final class WinePrefix {

    private static final String VARIABLE = "WINEPREFIX=";

    private final String program;
    private final Path directory;
    private final boolean isInOwnSessions;

    /**
     * @param program the {@code wine64} that starts programs
     * @param isInOwnSessions whether each program and the wineserver is in a session of its own, as a shell and Wine
     *        start them: Linux shares the processors between sessions first
     */
    public WinePrefix(String program, Path directory, boolean isInOwnSessions) {
        this.program = program;
        this.directory = directory;
        this.isInOwnSessions = isInOwnSessions;
    }

    String program() {
        return program;
    }

    void configure(ProcessBuilder builder) {
        builder.environment().put("WINEPREFIX", directory.toString());
        builder.environment().put("WINEDEBUG", "-all");
        if (isInOwnSessions) {
            // The java of the set-up leaves the start of the wineserver to Wine then.
            builder.environment().put("IOCPNOTIFY_OWN_SESSIONS", "1");
            List<String> command = new ArrayList<>(List.of("setsid"));
            command.addAll(builder.command());
            builder.command(command);
        }
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
