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
import io.netty.iocpnotify.bench.WinePrefix;
import io.netty.iocpnotify.bench.report.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The soak's command line, and the process that loads the server. It ends with 0 only if nothing was wrong.
 */
@Command(name = "run soak", mixinStandardHelpOptions = true, showDefaultValues = true,
        description = "Loads a server with connections of all kinds, checks every byte, and watches what it needs.")
public final class RunSoak implements Callable<Integer> {

    private static final double LONGEST_TIMES = 4;
    private static final double IDLE_SHARE = 0.25;
    private static final double LONGEST_IDLE_MINUTES = 4;

    @Option(names = "--minutes", paramLabel = "N", description = "how long at least")
    private double minutes = 30;

    @Option(names = "--connections", paramLabel = "N", description = "how many connections at least")
    private long connections = 1000000;

    @Option(names = "--most-minutes", paramLabel = "N",
            description = "fails if the connections are not reached by then; four times --minutes unless given")
    private Double mostMinutes;

    @Option(names = "--transport", description = "of the server: iocpnotify or nio")
    private Contender transport = Contender.IOCPNOTIFY;

    @Option(names = "--handler", description = "iocpnotify with a thread for each event loop: IocpNotifyIoHandler")
    private boolean handler;

    @Option(names = "--only", split = ",", paramLabel = "KIND",
            description = "some kinds of connections alone, of ${COMPLETION-CANDIDATES}")
    private List<Kind> only = new ArrayList<>();

    @Option(names = "--provider", description = "afd, or system, for which a test DLL stands in", paramLabel = "NAME")
    private String provider = "afd";

    @Option(names = "--threads", description = "of the server", paramLabel = "N")
    private int threads = 4;

    @Option(names = "--interval", description = "seconds from one rest, in which is measured, to the next",
            paramLabel = "N")
    private int interval = 15;

    @Option(names = "--jvm-option", description = "one more for the server's JVM", paramLabel = "OPTION")
    private List<String> jvmOptions = new ArrayList<>();

    @Option(names = "--compare", paramLabel = "FILE",
            description = "the CSV of another run, to be drawn into the same chart")
    private List<Path> compare = new ArrayList<>();

    @Option(names = "--output", description = "where CSV, JSON and chart are written", paramLabel = "FOLDER")
    private Path output = Path.of("microbench/target/soak");

    @Option(names = "--jvm", required = true, hidden = true, description = "java of the Windows JVM")
    private String jvm;

    @Option(names = "--natives", required = true, hidden = true, description = "folder of the native programs")
    private File natives;

    @Option(names = "--wine", hidden = true, description = "wine64, unless this is Windows")
    private String wine;

    @Option(names = "--wine-prefix", hidden = true)
    private Path winePrefix;

    public static void main(String... args) {
        System.exit(new CommandLine(new RunSoak()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (handler) {
            transport = Contender.IOCPHANDLER;
        }
        if (!transport.isTransport()) {
            System.err.println("soak: " + transport.id() + " is no transport of Netty's: take iocpnotify or nio");
            return 2;
        }
        SoakGoal goal = new SoakGoal(minutes, connections, mostMinutes != null ? mostMinutes :
                LONGEST_TIMES * minutes);
        Failures failures = new Failures();
        WinePrefix prefix = wine == null ? null : new WinePrefix(wine, winePrefix, false);
        Launcher launcher = new Launcher(jvm, natives, prefix, threads, List.of());
        List<Sample> samples;
        Environment environment;
        try (WatchedServer server = WatchedServer.start(launcher, transport, provider.equals("system"), jvmOptions)) {
            environment = Environment.here(wine, server.provider()).with("transport", transport.label())
                    .with("goal", goal.toString()).with("threads of the server", Integer.toString(threads));
            say(environment.line());
            double idleMinutes = Math.min(LONGEST_IDLE_MINUTES, minutes * IDLE_SHARE);
            Set<Kind> kinds = only.isEmpty() ? EnumSet.allOf(Kind.class) : EnumSet.copyOf(only);
            if (kinds.contains(Kind.GROUPS)) {
                server.startGroups();
            }
            Load load = new Load(server.ports(), kinds, (long) (idleMinutes * 60000), failures);
            samples = new SoakRun(server, load, failures, goal, interval, RunSoak::say).run();
            try {
                server.end();
            } catch (IOException e) {
                failures.add("the end", e);
            }
            failures.end();
            load.end();
        }
        GrowthReport report = new GrowthReport(samples, goal.warmUpMinutes());
        if (failures.isEmpty()) {
            failures = report.failures();
        }
        report.growths().forEach((quantity, growth) -> say(GrowthReport.line(quantity, growth)));
        write(environment, samples, report, failures, goal);
        if (failures.isEmpty()) {
            say("all " + samples.get(samples.size() - 1).get("connections") + " connections were right, nothing grows");
            return 0;
        }
        say("FAILED:\n" + failures.text());
        return 1;
    }

    private void write(Environment environment, List<Sample> samples, GrowthReport report, Failures failures,
                       SoakGoal goal) throws IOException {
        Files.createDirectories(output);
        Path base = output.resolve(transport.id());
        SampleTable.write(samples, Path.of(base + ".csv"));
        SoakJson.write(environment, samples, report, failures, Path.of(base + ".json"));
        if (!samples.isEmpty()) {
            Map<String, List<Sample>> runs = new LinkedHashMap<>();
            runs.put(transport.label(), samples);
            for (Path other : compare) {
                runs.put(other.getFileName().toString().replace(".csv", ""), SampleTable.read(other));
            }
            SoakChart.write(runs, goal.warmUpMinutes(), environment, Path.of(base + ".svg"));
        }
        say("written to " + output);
    }

    private static void say(String what) {
        System.out.println("soak: " + what);
    }
}
