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
package io.netty.iocpnotify.bench.report;

import com.fasterxml.jackson.core.JsonGenerator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where and how it was measured: without that the figures mean nothing.
 */
public final class Environment {

    private final Map<String, String> facts = new LinkedHashMap<>();

    private Environment() { }

    /**
     * Describes this machine.
     *
     * @param wine the {@code wine64} that runs the servers, {@code null} on Windows
     * @param providers what has told the servers that sockets are ready
     */
    public static Environment here(String wine, String providers, int rounds, double windowSeconds, String threads)
            throws IOException {
        return here(wine, providers).with("rounds", Integer.toString(rounds)).with("window", windowSeconds + " s")
                .with("threads of each server", threads);
    }

    /** Describes this machine alone. */
    public static Environment here(String wine, String providers) throws IOException {
        Environment environment = new Environment();
        environment.facts.put("date", LocalDate.now().toString());
        environment.facts.put("processor", processor());
        environment.facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        environment.facts.put("system", System.getProperty("os.name") + ' ' + System.getProperty("os.version") +
                (wine == null ? "" : ", " + firstLine(wine, "--version")));
        environment.facts.put("providers", providers);
        return environment;
    }

    /** Adds what there is to say of what was done. */
    public Environment with(String name, String value) {
        facts.put(name, value);
        return this;
    }

    /** What there is to say, by name. */
    public Map<String, String> facts() {
        return facts;
    }

    /** Writes the field {@code environment} of the object that {@code json} is in. */
    public void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("environment");
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            json.writeStringField(fact.getKey(), fact.getValue());
        }
        json.writeEndObject();
    }

    /** All of it in one line. */
    public String line() {
        StringBuilder line = new StringBuilder();
        facts.forEach((name, value) -> line.append(line.length() == 0 ? "" : "; ").append(name).append(": ")
                .append(value));
        return line.toString();
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (Files.exists(info)) {
            for (String line : Files.readAllLines(info)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        }
        return System.getenv().getOrDefault("PROCESSOR_IDENTIFIER", System.getProperty("os.arch"));
    }

    private static String firstLine(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        byte[] output = process.getInputStream().readAllBytes();
        return new String(output, StandardCharsets.UTF_8).lines().findFirst().orElse(command[0]);
    }
}
