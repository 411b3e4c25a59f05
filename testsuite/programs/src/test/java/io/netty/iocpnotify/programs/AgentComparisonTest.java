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
package io.netty.iocpnotify.programs;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What {@code run example agent} starts. */
@Tag("long")
class AgentComparisonTest {

    private static final String EXAMPLE = System.getProperty("iocpnotify.example");
    private static final String PROGRAMS = System.getProperty("iocpnotify.programs");

    @Test
    void bothServersAnswerAndOneIsOnTheTransport() throws Exception {
        String output = run(0, "--seconds", "1", "--warm-up", "1");
        assertTrue(output.contains("Charts: http://127.0.0.1:"), output);
        assertTrue(output.contains(" packets, reasons for NIO []"), output);
        assertTrue(output.contains("every byte of every answer was right"), output);
    }

    @Test
    void failsIfTheFlagDoesNothing() throws Exception {
        String output = run(1, "--seconds", "1", "--warm-up", "0", "--options", "off");
        assertTrue(output.contains("the server with the flag is not on the transport"), output);
    }

    private static String run(int code, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(Arrays.asList(Paths.get(System.getProperty("java.home"), "bin", "java")
                .toString(), "-cp", classPath(EXAMPLE), "io.netty.iocpnotify.example.AgentComparison",
                "--agent", System.getProperty("iocpnotify.agent"), "--server", classPath(PROGRAMS)));
        command.addAll(Arrays.asList(arguments));
        Path file = Files.createTempFile("comparison", ".txt");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile()).start();
        try {
            boolean ended = process.waitFor(3, TimeUnit.MINUTES);
            String output = new String(Files.readAllBytes(file), Charset.defaultCharset());
            System.out.println(output);
            assertTrue(ended, "the comparison does not end: " + output);
            assertEquals(code, process.exitValue(), output);
            return output;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static String classPath(String target) {
        return target + "/classes" + File.pathSeparator + target + "/lib/*";
    }
}
