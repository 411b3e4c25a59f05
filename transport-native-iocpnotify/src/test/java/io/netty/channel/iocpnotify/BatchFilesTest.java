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

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The {@code .cmd} files of the project, with stand-ins for Maven, Java and CMake that print what they are given. The
 * files use only what the {@code cmd} of Wine 8 does as that of Windows does. It runs what is behind {@code ||} after a
 * success, and takes each code of a file that was called for 1. That of Wine 10 does neither.
 */
@Tag("one-provider")
class BatchFilesTest {

    @TempDir
    Path folder;

    private Path jdk;
    private String javaHome;
    private int exitCode;

    @BeforeEach
    void copy() throws IOException {
        Path checkout = Paths.get("..");
        Path commands = folder.resolve("tools").resolve("run");
        Files.createDirectories(commands);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(checkout.resolve("tools/run"), "*.cmd")) {
            for (Path file : files) {
                Files.copy(file, commands.resolve(file.getFileName().toString()));
            }
        }
        for (String name : new String[] { "run.cmd", "tools/setup.cmd", "tools/quick-tests.txt" }) {
            Files.copy(checkout.resolve(name), folder.resolve(name));
        }
        jdk = folder.resolve("jdk (x86)");
        javaHome = jdk.toString();
        write(jdk.resolve("bin").resolve("javac.exe"));
        write(jdk.resolve("include").resolve("jni.h"));
        write(jdk.resolve("bin").resolve("java.cmd"), "@echo java %*", "@exit /b 7");
        write(folder.resolve("bin").resolve("cmake.cmd"), "@echo cmake");
        write(folder.resolve("mvnw.cmd"), "@echo mvnw %*", "@exit /b 0");
    }

    @Test
    void theArgumentsOfJmhArriveWhole() throws Exception {
        String arguments = "ArmBatch -p size=64 -f 1 -wi 2 -w 1 -i 3 -r 1 -bm avgt";
        List<String> lines = run("bench", ("--jmh " + arguments).split(" "));
        assertEquals(7, exitCode, lines.toString());
        assertTrue(last(lines).endsWith(" org.openjdk.jmh.Main  " + arguments), last(lines));
        lines = run("bench", "echo-64:connections=100", "--rounds", "3");
        assertTrue(last(lines).endsWith(" echo-64:connections=100 --rounds 3"), last(lines));
    }

    @Test
    void testsRunInSeveralJvms() throws Exception {
        List<String> lines = run("tests", "-Dtest=SomeTest", "-Dcmake.platform.args=-G Ninja");
        assertEquals(0, exitCode, lines.toString());
        assertEquals("mvnw -B -ntp verify -T 2 -Dtest.forks=" + System.getenv("NUMBER_OF_PROCESSORS") +
                " \"-Dwindows.jvm=" + javaHome + "\\bin\\java.exe\"  -Dtest=SomeTest " +
                "\"-Dcmake.platform.args=-G Ninja\"", last(lines));
    }

    @Test
    void quickTestsAreThoseOfTheList() throws Exception {
        String quick = Files.readAllLines(Paths.get("..", "tools", "quick-tests.txt")).stream()
                .filter(line -> line.charAt(0) != '#').collect(Collectors.joining(","));
        assertTrue(quick.contains("StrandTimersTest,"), quick);
        for (String more : new String[] { "", "-Dx=1" }) {
            List<String> lines = more.isEmpty() ? run("tests", "--quick") :
                    run("tests", "--quick", more);
            assertTrue(last(lines).contains(" \"-Dtest=" + quick + "\" -pl "), last(lines));
            assertTrue(last(lines).trim().endsWith(more), last(lines));
        }
    }

    @Test
    void aJdkWithoutHeadersIsNamed() throws Exception {
        Files.delete(jdk.resolve("include").resolve("jni.h"));
        for (String command : new String[] { "tests", "bench", "report" }) {
            List<String> lines = run(command);
            assertEquals(1, exitCode, lines.toString());
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).startsWith("setup: \"" + jdk + "\" has no headers of JNI"), lines.get(0));
        }
    }

    @Test
    void aCommandThatIsNotThereIsSaid() throws Exception {
        List<String> lines = run("test");
        assertEquals(1, exitCode, lines.toString());
        assertEquals("run: there is no command test", lines.get(0));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("run.cmd tests ")), lines.toString());
    }

    @Test
    void noJdkIsSaid() throws Exception {
        javaHome = folder.resolve("none (x86)").toString();
        List<String> lines = run("example");
        assertEquals(1, exitCode, lines.toString());
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).startsWith("setup: no JDK"), lines.get(0));
    }

    @Test
    void theJdkMayBeQuoted() throws Exception {
        javaHome = '"' + jdk.toString() + '"';
        List<String> lines = run("example", "--threads", "2");
        assertEquals(7, exitCode, lines.toString());
        assertTrue(lines.get(0).endsWith("\"-Dwindows.jvm=" + jdk + "\\bin\\java.exe\""), lines.get(0));
        assertTrue(last(lines).endsWith(".RunExample --threads 2"), last(lines));
    }

    @Test
    void nothingRunsAfterABuildThatFailed() throws Exception {
        write(folder.resolve("mvnw.cmd"), "@echo mvnw %*", "@exit /b 5");
        for (String command : new String[] { "bench", "example", "fuzz", "soak" }) {
            List<String> lines = run(command);
            assertEquals(1, exitCode, lines.toString());
            assertTrue(last(lines).startsWith("mvnw "), lines.toString());
        }
        run("tests");
        assertNotEquals(0, exitCode);
    }

    private List<String> run(String command, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(Arrays.asList("cmd", "/c", "run.cmd", command));
        line.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ';' + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        exitCode = process.waitFor();
        return Arrays.stream(output.split("\r?\n")).map(String::trim).collect(Collectors.toList());
    }

    private static String last(List<String> lines) {
        return lines.get(lines.size() - 1);
    }

    private static void write(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, String.join("\r\n", lines).concat("\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}
