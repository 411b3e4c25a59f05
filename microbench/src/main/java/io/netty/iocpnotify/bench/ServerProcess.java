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

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A running server: one line asks it for something, one line is its answer.
 */
public final class ServerProcess implements Closeable {

    private static final long END_SECONDS = 30;

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final ProcessClock clock;
    private final String provider;

    /**
     * Waits until the server is ready.
     *
     * @param wine {@code null} on Windows
     */
    ServerProcess(Process process, WinePrefix wine) throws IOException {
        this.process = process;
        forwardErrors();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        try {
            provider = answer("ready");
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        clock = new ProcessClock(process.toHandle(), wine);
    }

    /**
     * Shows what the server complains of, while it lives: a wineserver has the same stream, and a lot to say at its
     * end.
     */
    private void forwardErrors() {
        BufferedReader errors = new BufferedReader(new InputStreamReader(process.getErrorStream(),
                StandardCharsets.UTF_8));
        Thread forwarder = new Thread(() -> {
            try {
                for (String line = errors.readLine(); line != null && process.isAlive(); line = errors.readLine()) {
                    System.err.println(line);
                }
            } catch (IOException e) {
                System.err.println("the server's complaints broke off: " + e);
            }
        }, "server-errors");
        forwarder.setDaemon(true);
        forwarder.start();
    }

    /** What tells this server that a socket is ready. */
    public String provider() {
        return provider;
    }

    ProcessClock clock() {
        return clock;
    }

    /**
     * Starts a workload.
     *
     * @return where it listens
     */
    InetSocketAddress start(Workload workload) throws IOException {
        int port = Integer.parseInt(expect("port", ask(workload.startCommand())));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    void stop() throws IOException {
        expect("stopped", ask("stop"));
    }

    int connections() throws IOException {
        return Integer.parseInt(expect("connections", ask("connections")));
    }

    /** Bytes that the server needs now, on the heap, and that the process was promised in all. */
    Map<String, Long> memory() throws IOException {
        return numbers(expect("memory", ask("memory")));
    }

    /** How often each native function was called, since it is counted. */
    Map<String, Long> calls() throws IOException {
        return numbers(expect("calls", ask("calls")));
    }

    /** How often threads slept at a completion port, and the bytes they have allocated; where calls are counted. */
    Map<String, Long> work() throws IOException {
        return numbers(expect("work", ask("work")));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Reads {@code name=number} again and again. */
    public static Map<String, Long> numbers(String text) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String word : text.split(" ")) {
            String[] parts = word.split("=");
            numbers.put(parts[0], Long.valueOf(parts[1]));
        }
        return numbers;
    }

    /** Says a line and returns the answer. */
    public String ask(String command) throws IOException {
        commands.write(command + '\n');
        commands.flush();
        return line();
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line.trim();
    }

    /** Reads on until the line that begins with that word; what the system prints before it is passed on. */
    private String answer(String word) throws IOException {
        String line = line();
        while (!line.startsWith(word + ' ')) {
            System.err.println(line);
            line = line();
        }
        return expect(word, line);
    }

    private static String expect(String word, String line) throws IOException {
        if (!line.equals(word) && !line.startsWith(word + ' ')) {
            throw new IOException("the server says: " + line);
        }
        return line.substring(word.length()).trim();
    }

    /** Ends the process at once, with all its connections. */
    public void kill() throws IOException {
        process.destroyForcibly();
        await();
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            // The end of its input is the end of the server.
            commands.close();
            await();
        }
    }

    private void await() throws IOException {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the server did not end within " + END_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
