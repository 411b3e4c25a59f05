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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Published programs, unchanged: on NIO, with the flag of the agent, and with the flag and {@code loops=shared}. Each
 * compares all that it gets. {@code run tests --all} starts, on Linux, the servers that the group "servers" needs.
 */
class ProgramsTest {

    /** On NIO, with the flag, and with the flag and its option. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @ValueSource(strings = { "", "flag", "loops=shared" })
    private @interface OnEach { }

    private static final String WITH_AGENT = "-javaagent:" + System.getProperty("iocpnotify.agent");
    private static final String AT_WORK = "[iocpnotify] Netty 4.2.";

    @OnEach
    void zooKeeper(String flag) throws Exception {
        check(flag, "ZooKeeper");
    }

    @OnEach
    void ktor(String flag) throws Exception {
        check(flag, "Ktor");
    }

    @Tag("long")
    @OnEach
    void artemis(String flag) throws Exception {
        check(flag, "Artemis");
    }

    @Tag("long")
    @OnEach
    void camel(String flag) throws Exception {
        check(flag, "Camel");
    }

    @Tag("long")
    @OnEach
    void aws(String flag) throws Exception {
        check(flag, "Aws");
    }

    @Tag("long")
    @OnEach
    void vertx(String flag) throws Exception {
        check(flag, "Vertx");
    }

    @Tag("long")
    @OnEach
    void asyncHttpClient(String flag) throws Exception {
        check(flag, "AsyncHttpClient");
    }

    @Tag("long")
    @OnEach
    void armeria(String flag) throws Exception {
        check(flag, "Armeria");
    }

    @Tag("long")
    @OnEach
    void webFlux(String flag) throws Exception {
        check(flag, "WebFlux");
    }

    @Tag("long")
    @OnEach
    void micronaut(String flag) throws Exception {
        check(flag, "Micronaut");
    }

    @Tag("long")
    @OnEach
    void grpc(String flag) throws Exception {
        check(flag, "Grpc");
    }

    @Tag("long")
    @OnEach
    void qpid(String flag) throws Exception {
        check(flag, "Qpid");
    }

    @Tag("long")
    @Tag("servers")
    @OnEach
    void lettuce(String flag) throws Exception {
        check(flag, "Lettuce", server("redis"));
    }

    @Tag("long")
    @Tag("servers")
    @OnEach
    void redisson(String flag) throws Exception {
        check(flag, "Redisson", server("redis"));
    }

    @Tag("long")
    @Tag("servers")
    @OnEach
    void mqtt(String flag) throws Exception {
        check(flag, "Mqtt", server("mosquitto"));
    }

    @Tag("long")
    @Tag("servers")
    @OnEach
    void r2dbc(String flag) throws Exception {
        check(flag, "R2dbc", server("postgres"), "program");
    }

    /** The port of a server on this machine. */
    private static String server(String name) {
        String port = System.getProperty("iocpnotify.programs." + name);
        assertNotNull(port, "no server was started: " + name);
        return port;
    }

    private static void check(String flag, String program, String... arguments) throws Exception {
        String output = run(flag, program, arguments);
        assertTrue(output.contains("checked: "), output);
        assertEquals(!flag.isEmpty(), output.contains(AT_WORK), output);
        assertFalse(output.contains("stays on NIO"), output);
        if (!flag.isEmpty()) {
            assertTrue(output.contains(" packets, reasons for NIO []"), output);
        }
    }

    private static String run(String flag, String program, String... arguments) throws Exception {
        Path directory = Files.createTempDirectory("program");
        // Longer than a command line of Windows may be.
        Path file = directory.resolve("class-path");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> !part.contains("iocpnotify-agent")).collect(Collectors.joining(File.pathSeparator));
        Files.writeString(file, "-cp \"" + classPath.replace('\\', '/') + '"');
        List<String> command = new ArrayList<>(Arrays.asList(Paths.get(System.getProperty("java.home"), "bin", "java")
                .toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        if (!flag.isEmpty()) {
            command.add(WITH_AGENT + ("flag".equals(flag) ? "" : '=' + flag));
        }
        command.add("@" + file);
        command.add("com.example.programs." + program + "Program");
        command.addAll(Arrays.asList(arguments));
        File output = directory.resolve("output").toFile();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(5, TimeUnit.MINUTES);
            String text = new String(Files.readAllBytes(output.toPath()), Charset.defaultCharset());
            System.out.println(program + ' ' + flag + '\n' + text);
            assertTrue(ended, "the program does not end: " + text);
            return text;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
