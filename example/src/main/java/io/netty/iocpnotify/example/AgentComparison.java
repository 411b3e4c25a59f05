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

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.util.NettyRuntime;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Starts a published server twice, without and with the flag of the agent. Both get the same load at the same time,
 * from one group.
 */
@Command(name = "AgentComparison", mixinStandardHelpOptions = true,
        description = "Loads a published server without and with the flag of the agent, side by side.")
public final class AgentComparison implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--agent", required = true, paramLabel = "JAR", description = "The jar of the agent.")
    private String agent;

    @Option(names = "--server", required = true, paramLabel = "CLASSPATH", description = "Class path of the server.")
    private String classPath;

    @Option(names = "--options", defaultValue = "", paramLabel = "OPTIONS",
            description = "Options of the agent, such as loops=shared.")
    private String options;

    private int port;
    private int seconds;
    private int warmUp;
    private int connections;

    @Option(names = "--port", defaultValue = "0", paramLabel = "PORT",
            description = "Port of the page with charts, 0 for any that is free; ${DEFAULT-VALUE} unless given.")
    void setPort(int port) {
        this.port = TransportOptions.inRange(spec, "--port", port, 0, 65535);
    }

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "N",
            description = "How long it measures; ${DEFAULT-VALUE} unless given.")
    void setSeconds(int seconds) {
        this.seconds = TransportOptions.inRange(spec, "--seconds", seconds, 1, 86400);
    }

    @Option(names = "--warm-up", defaultValue = "5", paramLabel = "N",
            description = "Seconds of load before that; ${DEFAULT-VALUE} unless given.")
    void setWarmUp(int warmUp) {
        this.warmUp = TransportOptions.inRange(spec, "--warm-up", warmUp, 0, 3600);
    }

    @Option(names = "--connections", defaultValue = "32", paramLabel = "N",
            description = "Connections to each server; ${DEFAULT-VALUE} unless given.")
    void setConnections(int connections) {
        this.connections = TransportOptions.inRange(spec, "--connections", connections, 1, 1000);
    }

    public static void main(String... args) {
        TransportOptions.run(new AgentComparison(), args);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        IocpNotify.ensureAvailability();
        String flag = options.isEmpty() ? agent : agent + '=' + options;
        EventLoopGroup clients = IocpNotifyTransport.IOCPNOTIFY.newGroup(2);
        EventLoopGroup viewers = IocpNotifyTransport.IOCPNOTIFY.newGroup(1);
        try (ServerProcess without = new ServerProcess(classPath, null);
             ServerProcess with = new ServerProcess(classPath, flag)) {
            without.address();
            with.address();
            String failure = compare(clients, viewers, without, with);
            if (failure != null) {
                System.err.println("AgentComparison: " + failure);
                return 1;
            }
            System.out.println("AgentComparison: every byte of every answer was right");
            return 0;
        } finally {
            viewers.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            clients.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    /** Returns what is wrong, or null. */
    private String compare(EventLoopGroup clients, EventLoopGroup viewers, ServerProcess without,
                           ServerProcess with)
            throws InterruptedException, IOException {
        if (with.agentLine() == null) {
            return "the server with the flag is not on the transport: " + with.output();
        }
        System.out.println("with the flag: " + with.agentLine());
        Measured[] both = { new Measured("without the flag"), new Measured("with the flag") };
        LiveSamples samples = new LiveSamples(viewers.next(), new Feed(both[0], both[1]));
        Channel page = new LivePage(samples, "agent.html").listen(IocpNotifyTransport.IOCPNOTIFY, viewers,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        System.out.println("Charts: http://127.0.0.1:" + ((InetSocketAddress) page.localAddress()).getPort() + '/');
        both[0].load.start(IocpNotifyTransport.IOCPNOTIFY, clients, without.address());
        both[1].load.start(IocpNotifyTransport.IOCPNOTIFY, clients, with.address());
        TimeUnit.SECONDS.sleep(warmUp);
        for (Measured measured : both) {
            measured.load.awaitAnswers();
            if (measured.load.error() != null) {
                return measured.error();
            }
        }
        for (Measured measured : both) {
            measured.take();
            measured.total.reset();
            measured.totalNanos = 0;
        }
        System.out.printf("%8s %32s %32s%n", "", "without the flag", "with the flag");
        System.out.printf("%8s %10s %10s %10s %10s %10s %10s  %s%n", "second", "requests/s", "p50 ms", "p99 ms",
                "requests/s", "p50 ms", "p99 ms", "JMX of the transport");
        for (int second = 1; second <= seconds; second++) {
            with.askJmx();
            TimeUnit.SECONDS.sleep(1);
            for (Measured measured : both) {
                measured.take();
                if (measured.load.error() != null) {
                    return measured.error();
                }
            }
            // It reads what this thread has taken, and this thread waits for it.
            samples.takeNow().sync();
            print(String.valueOf(second), both[0].figures(), both[1].figures(), with.jmx());
        }
        print("all", both[0].allFigures(), both[1].allFigures(), "");
        for (Measured measured : both) {
            measured.load.end();
            if (measured.load.error() != null) {
                return measured.error();
            }
        }
        if (!with.jmx().matches("[1-9][0-9]* packets, reasons for NIO \\[]")) {
            return "the server with the flag is not on the transport: JMX tells " + with.jmx();
        }
        return null;
    }

    private static void print(String second, String without, String with, String jmx) {
        System.out.printf("%8s %s %s  %s%n", second, without, with, jmx);
    }

    /** The figures of the last second. */
    private final class Feed implements LiveFeed {
        private final Measured without;
        private final Measured with;
        private final long startNanos = System.nanoTime();

        Feed(Measured without, Measured with) {
            this.without = without;
            this.with = with;
        }

        @Override
        public String about() {
            return LiveSource.json(json -> {
                json.writeStringField("system", System.getProperty("os.name"));
                json.writeStringField("java", System.getProperty("java.version"));
                json.writeNumberField("processors", NettyRuntime.availableProcessors());
                json.writeStringField("provider", IocpNotify.provider());
                json.writeStringField("load", "One server of Ktor, started twice. To each, " + connections +
                        " connections send requests, each the next one when its answer is there and right.");
                json.writeNumberField("window", LiveSamples.WINDOW);
            });
        }

        @Override
        public String sample() {
            return LiveSource.json(json -> {
                json.writeNumberField("seconds", (with.takenNanos - startNanos) / 1e9);
                json.writeNumberField("intervalSeconds", with.intervalNanos / 1e9);
                write(json, "nio", without);
                write(json, "iocpnotify", with);
            });
        }

        private void write(JsonGenerator json, String name, Measured measured) throws IOException {
            json.writeObjectFieldStart(name);
            json.writeNumberField("messages", measured.interval.getTotalCount());
            LiveSource.write(json, "roundTrip", measured.interval);
            json.writeEndObject();
        }
    }

    /** What is measured of one server. */
    private final class Measured {
        private final HttpLoad load = new HttpLoad(connections);
        private final Histogram total = new Histogram(2);
        private final String name;
        private Histogram interval;
        private long takenNanos = System.nanoTime();
        private long intervalNanos;
        private long totalNanos;

        Measured(String name) {
            this.name = name;
        }

        String error() {
            return "the server " + name + ": " + load.error();
        }

        void take() {
            interval = load.durations().getIntervalHistogram(interval);
            long now = System.nanoTime();
            intervalNanos = now - takenNanos;
            takenNanos = now;
            total.add(interval);
            totalNanos += intervalNanos;
        }

        String figures() {
            return figures(interval, intervalNanos);
        }

        String allFigures() {
            return figures(total, totalNanos);
        }

        private String figures(Histogram durations, long nanos) {
            return String.format(Locale.ROOT, "%10.0f %10.2f %10.2f", durations.getTotalCount() * 1e9 / nanos,
                    durations.getValueAtPercentile(50) / 1e6, durations.getValueAtPercentile(99) / 1e6);
        }
    }
}
