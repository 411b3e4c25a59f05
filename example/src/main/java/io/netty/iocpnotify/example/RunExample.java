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

import picocli.CommandLine;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code run.cmd example} starts: the echo server in a JVM of its own, on a port that is free, and the client
 * against it. Its arguments go to both; its exit code is the client's. If the first one is {@code live}, it is
 * {@link LiveCharts} instead, with the other arguments; {@code agent} is for {@link AgentComparison}.
 */
public final class RunExample {
    private static final Pattern LISTENS = Pattern.compile(" listens on port (\\d+),");

    private RunExample() { }

    public static void main(String... args) throws IOException {
        if (args.length > 0 && args[0].equals("live")) {
            LiveCharts.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        if (args.length > 0 && args[0].equals("agent")) {
            AgentComparison.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        Process server = start(EchoServer.class, args);
        Thread stop = new Thread(server::destroy);
        // However this JVM ends, the server does not outlive it.
        Runtime.getRuntime().addShutdownHook(stop);
        BufferedReader output = new BufferedReader(new InputStreamReader(server.getInputStream(),
                Charset.defaultCharset()));
        String port = null;
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            System.out.println(line);
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                port = listens.group(1);
                break;
            }
        }
        if (port == null) {
            System.err.println("RunExample: the server did not start");
            System.exit(1);
        }
        forward(output);
        List<String> clientArgs = new ArrayList<>(Arrays.asList(args));
        clientArgs.addAll(Arrays.asList("--port", port));
        int code = new CommandLine(new EchoClient()).setCaseInsensitiveEnumValuesAllowed(true)
                .execute(clientArgs.toArray(new String[0]));
        System.out.println(code == 0 ? "RunExample: every byte came back right" : "RunExample: FAILED");
        System.exit(code);
    }

    private static Process start(Class<?> program, String... args) throws IOException {
        List<String> command = new ArrayList<>(Arrays.asList(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp", System.getProperty("java.class.path"), program.getName(), "--port", "0"));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** What nobody reads would at last hold the server up. */
    private static void forward(BufferedReader output) {
        Thread forwarder = new Thread(() -> {
            try {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                    System.out.println(line);
                }
            } catch (IOException e) {
                System.err.println("RunExample: the server's output broke off: " + e);
            }
        }, "server-output");
        forwarder.setDaemon(true);
        forwarder.start();
    }
}
