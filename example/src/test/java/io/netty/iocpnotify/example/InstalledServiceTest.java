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
package io.netty.iocpnotify.example;

import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** {@link HttpService} as {@code docs/windows-service.md} installs it: Procrun, and the system's service manager. */
@Timeout(120)
public class InstalledServiceTest {

    private static final String NAME = "IocpNotifyHttpServiceTest";
    private static final Pattern STATE = Pattern.compile("\\b(STOPPED|START_PENDING|STOP_PENDING|RUNNING)\\b");
    private static final Pattern LISTENS = Pattern.compile("listens on port (\\d+), transport (\\w+)");
    private static final Pattern SUCCESS = Pattern.compile("WIN32_EXIT_CODE\\s*: 0\\s");
    private static final String OVERRIDES = "HKCU\\Software\\Wine\\DllOverrides";

    /**
     * Procrun ends its child processes before it reports STOPPED, and one of them is the host of its console. On Wine a
     * process ends with that host, so it would report nothing. Without a host it has no console.
     */
    @BeforeEach
    public void withoutConsole() throws Exception {
        if (Wine.IS_HERE) {
            // What the set-up has laid beside java.exe, where Procrun does not look: Java 21 and later need it.
            for (String library : new String[] {"iphlpapi.dll", "wine_iphlpapi.dll"}) {
                Path source = Path.of(System.getProperty("java.home"), "bin", library);
                if (Files.exists(source)) {
                    Files.copy(source, Path.of(System.getProperty("procrun.directory"), "amd64", library),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
            succeed("reg.exe", "add", OVERRIDES, "/v", "conhost.exe", "/d", "\"\"", "/f");
        } else {
            assumeTrue(run("net.exe", "session").code == 0, "only an administrator can install a service");
        }
    }

    @AfterEach
    public void withConsole() throws Exception {
        if (Wine.IS_HERE) {
            succeed("reg.exe", "delete", OVERRIDES, "/v", "conhost.exe", "/f");
        }
    }

    @Test
    public void aRequestUnderWayIsAnsweredWhenTheServiceIsStopped() throws Exception {
        Path logs = Files.createDirectories(Path.of(System.getProperty("procrun.directory"), "logs"));
        Path output = logs.resolve("output.log").toAbsolutePath();
        Files.deleteIfExists(output);
        install(logs.toAbsolutePath(), output);
        try {
            sc("start");
            awaitState("RUNNING");
            Matcher listens = awaitLine(output);
            assertEquals("iocpnotify", listens.group(2));
            try (HttpConnection connection = new HttpConnection(Integer.parseInt(listens.group(1)))) {
                connection.send("/first", "/wait/6000");
                connection.receive("/first");
                sc("stop");
                assertEquals("STOP_PENDING", state(sc("query")));
                String head = connection.receive("/wait/6000");
                assertTrue(head.toLowerCase().contains("connection: close"), head);
                assertTrue(connection.isAtEnd());
            }
            String last = awaitState("STOPPED");
            assertTrue(SUCCESS.matcher(last).find(), last);
        } finally {
            // Harmless if it has stopped. A service that still runs is deleted when it ends.
            sc("stop");
            sc("delete");
        }
    }

    private static void install(Path logs, Path output) throws Exception {
        String name = HttpService.class.getName();
        // The current directory of a service is that of the system, so all paths are absolute.
        String classPath = Arrays.stream(System.getProperty("surefire.test.class.path").split(File.pathSeparator))
                .map(path -> new File(path).getAbsolutePath()).collect(Collectors.joining(";"));
        succeed(new File(System.getProperty("procrun.directory"), "amd64/prunsrv.exe").getAbsolutePath(),
                "//IS//" + NAME, "--Startup=manual",
                "--Jvm=" + new File(System.getProperty("java.home"), "bin\\server\\jvm.dll"),
                "--JvmOptions=-XX:+UseSerialGC;-XX:TieredStopAtLevel=1", "--Classpath=" + classPath,
                "--StartMode=jvm", "--StartClass=" + name, "--StartMethod=start", "--StartParams=0",
                "--StopMode=jvm", "--StopClass=" + name, "--StopMethod=stop", "--StopTimeout=30",
                // On Windows it could not read a class path in the folder of a user, nor write there.
                "--ServiceUser=" + (Wine.IS_HERE ? "NT AUTHORITY\\LocalService" : "LocalSystem"),
                "--LogPath=" + logs, "--LogLevel=Debug",
                "--StdOutput=" + output, "--StdError=" + logs.resolve("error.log"));
    }

    private static String state(String query) {
        Matcher state = STATE.matcher(query);
        assertTrue(state.find(), query);
        return state.group();
    }

    /** What {@code sc.exe query} says when the service has come to the state. */
    private static String awaitState(String state) throws Exception {
        for (;;) {
            String query = sc("query");
            if (state(query).equals(state)) {
                return query;
            }
            Thread.sleep(200);
        }
    }

    private static Matcher awaitLine(Path output) throws Exception {
        for (;;) {
            Matcher listens = LISTENS.matcher(Files.exists(output) ? Files.readString(output) : "");
            if (listens.find()) {
                return listens;
            }
            Thread.sleep(100);
        }
    }

    private static String sc(String command) throws Exception {
        return run("sc.exe", command, NAME).output;
    }

    private static void succeed(String... command) throws Exception {
        Result result = run(command);
        assertEquals(0, result.code, result.output);
    }

    private static Result run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        return new Result(process.waitFor(), output);
    }

    private static final class Result {
        final int code;
        final String output;

        Result(int code, String output) {
            this.code = code;
            this.output = output;
        }
    }
}
