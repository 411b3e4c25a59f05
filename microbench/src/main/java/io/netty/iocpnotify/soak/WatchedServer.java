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
package io.netty.iocpnotify.soak;

import io.netty.iocpnotify.bench.Contender;
import io.netty.iocpnotify.bench.Launcher;
import io.netty.iocpnotify.bench.ProcessMemory;
import io.netty.iocpnotify.bench.ServerProcess;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * The server's process as the driver sees it. Used by one thread.
 */
final class WatchedServer implements Closeable {

    /**
     * What Wine 8 never frees of each {@code TransmitFile}: a buffer, and the head that malloc gives it. See
     * docs/robustness.md. It is no growth of ours, and there is nothing that we could free.
     */
    private static final long WINE_TRANSMIT_LEAK = 65536 + 16;

    private static final long ANSWER_SECONDS = 240;

    private final ServerProcess process;

    private WatchedServer(ServerProcess process) {
        this.process = process;
    }

    static WatchedServer start(Launcher launcher, Contender contender, boolean onSystemPath, List<String> jvmOptions)
            throws IOException {
        // C1 alone: what C2 needs for a moment is more than what a leak would be.
        List<String> options = new ArrayList<>(List.of("-XX:NativeMemoryTracking=summary", "-XX:TieredStopAtLevel=1",
                "-Dio.netty.iocpnotify.transmitFile=true"));
        options.addAll(jvmOptions);
        return new WatchedServer(launcher.start(SoakServer.class.getName(), contender, onSystemPath, options));
    }

    /** A server that does not answer is ended, which is an answer too. */
    private String ask(String command) throws IOException {
        Timer timer = new Timer("server-answers", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.err.println("the server does not answer to: " + command);
                try {
                    process.kill();
                } catch (IOException e) {
                    e.printStackTrace();
                }
            }
        }, TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
        try {
            return process.ask(command);
        } finally {
            timer.cancel();
        }
    }

    String provider() {
        return process.provider();
    }

    ServerPorts ports() throws IOException {
        String[] ports = ask("ports").split(" ");
        return new ServerPorts(Integer.parseInt(ports[1]), Integer.parseInt(ports[2]), Integer.parseInt(ports[3]));
    }

    /** Groups begin and end there from now on. */
    void startGroups() throws IOException {
        ask("groups");
    }

    /** Empty if nothing went wrong there. */
    String failures() throws IOException {
        return ask("failures").substring("failures".length()).trim();
    }

    /** Measures, while only that many connections are open. */
    Map<String, Long> sample(int open) throws IOException {
        String answer = ask("sample " + open);
        if (!answer.startsWith("sample ")) {
            throw new IOException("the server says: " + answer);
        }
        Map<String, Long> numbers = new LinkedHashMap<>(ServerProcess.numbers(answer.substring("sample ".length())));
        long resident = ProcessMemory.residentBytes(process.pid());
        boolean wine = resident >= 0;
        numbers.put("process", wine ? resident : numbers.get("committed"));
        // The heap is as large from the beginning.
        long beside = numbers.get("process") - numbers.get("jvm.JavaHeap");
        numbers.put("native", wine ? beside - numbers.get("transmits") * WINE_TRANSMIT_LEAK : beside);
        return numbers;
    }

    void resume() throws IOException {
        ask("resume");
    }

    /** Connections may be cut off from now on. */
    void end() throws IOException {
        ask("end");
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
