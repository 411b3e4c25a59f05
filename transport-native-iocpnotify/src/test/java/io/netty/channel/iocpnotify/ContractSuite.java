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
package io.netty.channel.iocpnotify;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Runs the contract suite, a native program, against a provider: one process for each test, so that none inherits what
 * another one left in the system.
 * <p>
 * The program's exit code says what became of a test: 0 passed, 77 skipped, with the reason in its output, anything
 * else failed. The system property {@code iocpnotify.contract.exe} is the path of the program,
 * {@code iocpnotify.contract.psn} that of the DLL that exports our own implementation under the system's name.
 */
public final class ContractSuite {

    /** Tests in which several threads call at once, by their names. */
    private static final Pattern RACES = Pattern.compile("^(race|stress)_");

    /** The system's own call. */
    public static final String SYSTEM = "system";

    private static final int PASSED = 0;
    private static final int SKIPPED = 77;
    private static final String SKIP_PREFIX = "SKIP ";

    // The program ends a hung test by itself after 120 seconds; this is for a program that does not even do that.
    private static final long TIMEOUT_SECONDS = 180;

    private static final int START_ATTEMPTS = 3;

    private ContractSuite() { }

    /** All tests but the races. */
    public static DynamicContainer sequential(String title, String provider) throws Exception {
        return container(title, provider, RACES.asPredicate().negate());
    }

    /** The races. */
    public static DynamicContainer races(String title, String provider) throws Exception {
        return container(title, provider, RACES.asPredicate());
    }

    /** The DLL that exports our own implementation under the system's name. */
    public static String standIn() {
        return property("iocpnotify.contract.psn");
    }

    /** Runs another native program of the tests, which lies beside the suite. */
    public static void runNeighbour(String name) throws Exception {
        Outcome outcome = run(new File(property("iocpnotify.contract.exe")).toPath().resolveSibling(name).toString());
        assertEquals(PASSED, outcome.exitCode, outcome.output);
    }

    private static DynamicContainer container(String title, String provider, Predicate<String> chosen)
            throws Exception {
        String program = property("iocpnotify.contract.exe");
        List<String> names = testNames(program).stream().filter(chosen).collect(Collectors.toList());
        assertFalse(names.isEmpty(), "the contract suite lists no such tests");
        if (provider.equals(SYSTEM) && !isPresent(program)) {
            names = names.subList(0, 1);
        }
        return DynamicContainer.dynamicContainer(title, names.stream().map(name ->
                DynamicTest.dynamicTest(name, () -> runTest(program, provider, name))));
    }

    /** Where the system has no such call every test is skipped for that one reason; once is enough to say so. */
    private static boolean isPresent(String program) throws Exception {
        return run(program, "--provider", SYSTEM, "--test", "choose_provider").exitCode != SKIPPED;
    }

    private static void runTest(String program, String provider, String name) throws Exception {
        Outcome outcome = run(program, "--provider", provider, "--test", name);
        if (outcome.exitCode == SKIPPED) {
            throw new TestAbortedException(outcome.skipReason());
        }
        assertEquals(PASSED, outcome.exitCode, () -> name + " with provider " + provider + ":\n" + outcome.output);
    }

    private static List<String> testNames(String program) throws Exception {
        Outcome outcome = run(program, "--list");
        assertEquals(PASSED, outcome.exitCode, outcome.output);
        List<String> names = new ArrayList<>();
        for (String line : outcome.lines()) {
            if (!line.isEmpty()) {
                names.add(line);
            }
        }
        return names;
    }

    private static String property(String name) {
        String path = System.getProperty(name, "");
        assumeTrue(!path.isEmpty(), () -> "the native tests were not built: no system property " + name);
        assumeTrue(new File(path).isFile(), () -> "the native tests were not built: no file " + path);
        return path;
    }

    private static Outcome run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Collections.singletonList(program));
        command.addAll(Arrays.asList(arguments));
        Process process = start(new ProcessBuilder(command).redirectErrorStream(true));
        process.getOutputStream().close();
        Thread killer = killAfterTimeout(process);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (InputStream in = process.getInputStream()) {
            byte[] chunk = new byte[1024];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                output.write(chunk, 0, n);
            }
        }
        int exitCode = process.waitFor();
        killer.interrupt();
        return new Outcome(exitCode, new String(output.toByteArray(), StandardCharsets.ISO_8859_1));
    }

    /**
     * Wine on a busy machine fails to start about one process in a thousand, a program of one line included
     * (CreateProcess error 1359). A test that never began has shown nothing about the provider, so it is begun again.
     */
    private static Process start(ProcessBuilder builder) throws IOException {
        for (int attempt = 1;; attempt++) {
            try {
                return builder.start();
            } catch (IOException e) {
                if (attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Reading the output blocks for as long as the process lives, so its end has to come from another thread. */
    private static Thread killAfterTimeout(Process process) {
        Thread killer = new Thread(() -> {
            try {
                if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the process ended by itself
            }
        }, "contract-suite-timeout");
        killer.setDaemon(true);
        killer.start();
        return killer;
    }

    private static final class Outcome {
        private final int exitCode;
        private final String output;

        Outcome(int exitCode, String output) {
            this.exitCode = exitCode;
            this.output = output;
        }

        String[] lines() {
            return output.split("\r?\n");
        }

        String skipReason() {
            for (String line : lines()) {
                if (line.startsWith(SKIP_PREFIX)) {
                    return line.substring(SKIP_PREFIX.length());
                }
            }
            return output;
        }
    }
}
