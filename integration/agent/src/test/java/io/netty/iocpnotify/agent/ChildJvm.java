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
package io.netty.iocpnotify.agent;

import java.io.File;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Starts a program in a JVM like this one, and returns what it prints. */
final class ChildJvm {

    static final String AGENT = System.getProperty("iocpnotify.agent");

    private ChildJvm() { }

    /** The class path of these tests, without the transport and the classes of the agent: no program has these. */
    static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> !part.contains("iocpnotify") && new File(part).isFile() || part.matches(
                        ".*integration.agent.target.test-classes[/\\\\]?"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** @param options what goes behind the jar, such as {@code "=log"}; {@code null} for no agent */
    static String run(String options, String... arguments) throws Exception {
        return runWith(classPath(), options, arguments);
    }

    static String runWith(String classPath, String options, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (options != null) {
            command.add("-javaagent:" + AGENT + options);
        }
        command.add("-cp");
        command.add(classPath);
        command.addAll(Arrays.asList(arguments));
        return java(0, command.toArray(new String[0]));
    }

    static String java(int code, String... arguments) throws Exception {
        Path program = Paths.get(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(Arrays.asList(program.toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xcheck:jni", "-ea"));
        command.addAll(Arrays.asList(arguments));
        File file = File.createTempFile("child", ".txt");
        file.deleteOnExit();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file).start();
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(3, TimeUnit.MINUTES);
            String output = new String(Files.readAllBytes(file.toPath()), Charset.defaultCharset());
            System.out.println(String.join(" ", arguments) + '\n' + output);
            assertTrue(ended, "the program does not end: " + output);
            assertEquals(code, process.exitValue(), output);
            return output.replace("\r", "");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
