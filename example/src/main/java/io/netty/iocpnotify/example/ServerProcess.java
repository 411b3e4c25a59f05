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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The published server in a JVM of its own. It ends with its input, so it does not outlive this JVM. */
final class ServerProcess implements AutoCloseable {

    private static final String LISTENS = "KtorServer listens on port ";
    private static final String JMX = "JMX: ";

    private final Process process;
    private final CountDownLatch started = new CountDownLatch(1);
    /** All lines but those of JMX. Guarded by itself. */
    private final List<String> lines = new ArrayList<>();
    private volatile int port;
    /** Written by the thread that reads the output. */
    private volatile String jmx = "";

    /**
     * @param agent what follows {@code -javaagent:}, or null
     */
    ServerProcess(String classPath, String agent) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        if (agent != null) {
            command.add("-javaagent:" + agent);
        }
        command.addAll(Arrays.asList("-cp", classPath, "com.example.programs.KtorServer"));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "server-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(JMX)) {
                    jmx = line.substring(JMX.length());
                    continue;
                }
                synchronized (lines) {
                    lines.add(line);
                }
                if (line.startsWith(LISTENS)) {
                    port = Integer.parseInt(line.substring(LISTENS.length()));
                    started.countDown();
                }
            }
        } catch (IOException e) {
            synchronized (lines) {
                lines.add("the output broke off: " + e);
            }
        } finally {
            started.countDown();
        }
    }

    /** Waits until it listens. */
    InetSocketAddress address() throws InterruptedException, IOException {
        if (!started.await(60, TimeUnit.SECONDS) || port == 0) {
            throw new IOException("the server did not start: " + output());
        }
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** All that it has printed. */
    String output() {
        synchronized (lines) {
            return String.join(System.lineSeparator(), lines);
        }
    }

    /** The line of the agent that names the transport, or null. */
    String agentLine() {
        synchronized (lines) {
            return lines.stream().filter(line -> line.contains(" runs on the transport iocpnotify")).findFirst()
                    .orElse(null);
        }
    }

    /** Asks what JMX tells. The answer comes later. */
    void askJmx() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** The last answer. */
    String jmx() {
        return jmx;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
