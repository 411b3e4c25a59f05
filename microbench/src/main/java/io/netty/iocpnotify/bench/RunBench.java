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

import io.netty.iocpnotify.bench.report.Chart;
import io.netty.iocpnotify.bench.report.Environment;
import io.netty.iocpnotify.bench.report.FiguresPage;
import io.netty.iocpnotify.bench.report.JsonReport;
import io.netty.iocpnotify.bench.report.TableReport;
import io.netty.iocpnotify.bench.simulation.OrderReport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * The driver's command line.
 */
@Command(name = "run bench", mixinStandardHelpOptions = true,
        description = "Measures this transport against NIO, side by side, and prints a table.")
public final class RunBench implements Callable<Integer> {

    private static final double QUICK_WARM_UP = 0.2;
    private static final double QUICK_WINDOW = 0.3;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD", description = "What to measure, everything unless given: a name such as " +
            "echo-64, a group such as echo, either with parameters: echo-64:connections=100,size=1000.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "3", description = "How often; ${DEFAULT-VALUE} unless given.")
    private int rounds;

    @Option(names = "--warm-up", defaultValue = "1.5", paramLabel = "SECONDS",
            description = "Load before each window, during which the JVM compiles what the workload runs; " +
            "${DEFAULT-VALUE} unless given, and three times as long with TLS.")
    private double warmUp;

    @Option(names = "--window", defaultValue = "2", paramLabel = "SECONDS",
            description = "What is measured of each workload; ${DEFAULT-VALUE} unless given.")
    private double window;

    @Option(names = "--may-be-stolen", defaultValue = "3", paramLabel = "PERCENT",
            description = "What the host of a virtual machine may take of the processors in a window. With more, the " +
            "workload is measured once more at the end of the round; ${DEFAULT-VALUE} unless given.")
    private double mayBeStolen;

    @Option(names = "--quick", description = "One round of windows so short that the figures mean nothing: shows " +
            "that everything works.")
    private boolean quick;

    @Option(names = "--scale", description = "Measures echo with a small handler, and nothing else, on servers with " +
            "1, 2, 4, ... threads, up to all processors; NIO and iocpnotify unless --transports names others.")
    private boolean scale;

    @Option(names = "--simulate", description = "Measures iocpnotify beside long work, and says what other orders of " +
            "its run queue change in a model of the processors.")
    private boolean simulate;

    @Option(names = "--threads", defaultValue = "4", description = "Of each server; ${DEFAULT-VALUE} unless given.")
    private int threads;

    @Option(names = "--server", paramLabel = "ARGUMENT", description = "What else servers are told, to try other " +
            "parameters: --server=--strands=N (in all), --server=--accepts=N, --server=--spares=N.")
    private List<String> serverArguments = new ArrayList<>();

    @Option(names = "--transports", split = ",", description = "Which to measure, of ${COMPLETION-CANDIDATES}; all " +
            "that can run here unless given, but for the selector.")
    private List<Contender> contenders = new ArrayList<>();

    @Option(names = "--no-calls", description = "Leaves out the runs that count native calls.")
    private boolean noCalls;

    @Option(names = "--own-sessions", description = "Starts each server and the wineserver in a session of its own, " +
            "as a shell and Wine do; only under Wine.")
    private boolean ownSessions;

    @Option(names = "--list", description = "Prints the workloads and their parameters, and ends.")
    private boolean list;

    @Option(names = "--output", defaultValue = "microbench/target/results", paramLabel = "FOLDER",
            description = "Where table, JSON, page and chart are written; ${DEFAULT-VALUE} unless given.")
    private Path output;

    @Option(names = "--page", paramLabel = "FILE.json", description = "Measures nothing: makes the page of a JSON " +
            "file anew, beside it.")
    private Path page;

    @Option(names = "--jvm", required = true, hidden = true, description = "java of the Windows JVM.")
    private String jvm;

    @Option(names = "--loom-jdk", hidden = true, description = "Release of the Windows JVM for virtual threads.")
    private int loomRelease = Runtime.version().feature();

    @Option(names = "--natives", required = true, hidden = true, description = "Folder of the native programs.")
    private File natives;

    @Option(names = "--wine", hidden = true, description = "wine64, unless this is Windows.")
    private String wine;

    @Option(names = "--wine-prefix", hidden = true)
    private Path winePrefix;

    public static void main(String... args) {
        System.exit(new CommandLine(new RunBench()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    private List<Workload> selected() {
        try {
            return Workloads.select(words);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    @Override
    public Integer call() throws IOException {
        if (page != null) {
            say("written to " + FiguresPage.write(page));
            return 0;
        }
        List<Workload> workloads = selected();
        if (list) {
            workloads.forEach(workload -> System.out.println(workload.name() + ' ' + workload.parameters()));
            return 0;
        }
        if (quick) {
            rounds = 1;
            warmUp = QUICK_WARM_UP;
            window = QUICK_WINDOW;
            mayBeStolen = 100;
            workloads = workloads.stream().map(Workload::quick).collect(Collectors.toList());
        }
        long begin = System.nanoTime();
        boolean failed = scale ? scale() : simulate ? simulate() : measure(workloads);
        say("done in " + (System.nanoTime() - begin) / 1000000000 + " s");
        return failed ? 1 : 0;
    }

    /** Starts servers with so many threads. */
    private Launcher launcher(int threads) {
        WinePrefix prefix = wine == null ? null : new WinePrefix(wine, winePrefix, ownSessions);
        return new Launcher(jvm, loomRelease, natives, prefix, threads, serverArguments);
    }

    /** Returns whether a contender has failed. */
    private boolean measure(List<Workload> workloads) throws IOException {
        Launcher launcher = launcher(threads);
        try (Session session = new Session(launcher, contenders(launcher), workloads, warmUp, window,
                mayBeStolen / 100, RunBench::say)) {
            String table = "";
            for (int i = 1; i <= rounds; i++) {
                say("round " + i + " of " + rounds);
                session.round();
                // All rounds take long: who ends it earlier keeps what there is.
                table = write(session, i);
            }
            if (!noCalls) {
                say("counting native calls");
                session.countCalls();
                table = write(session, rounds);
            }
            print(table);
            return session.hasFailed();
        }
    }

    private String write(Session session, int done) throws IOException {
        return write("results", session.results(), session.providers().values(), done, Integer.toString(threads));
    }

    /** Returns whether a contender has failed. */
    private boolean scale() throws IOException {
        if (contenders.isEmpty()) {
            contenders = List.of(Contender.NIO, Contender.IOCPNOTIFY);
        }
        List<Integer> counts = ScaleRun.threadCounts(Runtime.getRuntime().availableProcessors());
        try (ScaleRun run = new ScaleRun(counts, this::launcher, contenders(launcher(1)), quick, warmUp, window,
                mayBeStolen / 100, RunBench::say)) {
            for (int i = 1; i <= rounds; i++) {
                say("round " + i + " of " + rounds);
                run.round();
            }
            print(write("scale", run.results(), run.providers(), rounds, counts.toString()));
            return run.hasFailed();
        }
    }

    /** Returns whether the server has failed. */
    private boolean simulate() throws IOException {
        List<Workload> workloads = Workloads.all().stream()
                .filter(workload -> OrderReport.WORKLOADS.contains(workload.name())).collect(Collectors.toList());
        try (Session session = new Session(launcher(threads), List.of(Contender.IOCPNOTIFY), workloads, warmUp, window,
                mayBeStolen / 100, RunBench::say)) {
            for (int i = 0; i < rounds; i++) {
                session.round();
            }
            if (!session.hasFailed()) {
                System.out.print(new OrderReport(session.results(), threads).text());
            }
            return session.hasFailed();
        }
    }

    /** Those that were asked for and can run. */
    private List<Contender> contenders(Launcher launcher) {
        Set<Contender> asked = contenders.isEmpty() ? EnumSet.complementOf(EnumSet.of(Contender.SELECTOR)) :
                new LinkedHashSet<>(contenders);
        List<Contender> able = new ArrayList<>();
        for (Contender contender : asked) {
            String lack = launcher.lacks(contender);
            if (lack == null) {
                able.add(contender);
            } else {
                say(contender.label() + " is left out: it takes " + lack);
            }
        }
        return able;
    }

    /**
     * Writes the table, the figures, their page and the chart.
     *
     * @param name of the files
     * @param providers what has told the servers that sockets are ready
     * @param done how many rounds there are
     * @param threads of each server
     * @return the table
     */
    private String write(String name, Results results, Collection<String> providers, int done, String threads)
            throws IOException {
        Environment environment = Environment.here(wine, providers.stream().distinct()
                .collect(Collectors.joining(", ")), done, window, threads);
        environment.with("sessions", ownSessions ? "one for each process" : "one for all processes");
        if (!results.stolenShares().isEmpty()) {
            Spread stolen = Spread.of(results.stolenShares());
            environment.with("taken by the host meanwhile", String.format(Locale.ROOT, "%.1f %% (%.1f to %.1f)",
                    100 * stolen.median(), 100 * stolen.min(), 100 * stolen.max()));
        }
        String table = new TableReport(results, environment).text();
        Files.createDirectories(output);
        Files.writeString(output.resolve(name + ".md"), table);
        Path json = output.resolve(name + ".json");
        JsonReport.write(results, environment, json);
        FiguresPage.write(json);
        Chart.write(results, environment, output.resolve(name + ".svg"));
        return table;
    }

    private void print(String table) {
        System.out.print(table);
        say("written to " + output);
    }

    private static void say(String what) {
        System.err.println("bench: " + what);
    }
}
