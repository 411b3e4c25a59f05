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
package io.netty.iocpnotify.fuzz;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.iocpnotify.machine.FaultKind;
import io.netty.iocpnotify.machine.Faults;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The command line of the fuzzer.
 */
@Command(name = "run fuzz", mixinStandardHelpOptions = true, showDefaultValues = true,
        description = "Runs random programs of channel operations on NIO and on this transport, and compares.")
public final class RunFuzz implements Callable<Integer> {

    /** What chooses the provider, when its class is loaded. */
    private static final String PROVIDER = "io.netty.iocpnotify.provider";
    /** What has files sent by {@code TransmitFile} on client editions of Windows, and on Wine. */
    private static final String TRANSMIT_FILE = "io.netty.iocpnotify.transmitFile";

    @Option(names = "--minutes", description = "how long", paramLabel = "N")
    private double minutes = 2;

    @Option(names = "--seed", description = "the seed of the programs; none: another each time", paramLabel = "N")
    private Long seed;

    @Option(names = "--provider", description = "afd, system or auto", paramLabel = "NAME")
    private String provider = "auto";

    @Option(names = "--loops", split = ",", description = "which kinds of loops: ${COMPLETION-CANDIDATES}",
            paramLabel = "KIND")
    private List<Loops> loops = Arrays.asList(Loops.values());

    @Option(names = "--at-once", description = "how many programs at a time", paramLabel = "N")
    private int atOnce = 6;

    @Option(names = "--findings", description = "after how many findings to stop", paramLabel = "N")
    private int findings = 5;

    @Option(names = "--limit", paramLabel = "N",
            description = "for how many seconds, at least, a program may stand still; more where the machine is busy")
    private int limitSeconds = 20;

    @Option(names = "--only", description = "only programs with such a link: ${COMPLETION-CANDIDATES}",
            paramLabel = "KIND")
    private LinkSpec.Kind only;

    @Option(names = "--transmit-file", description = "has the system send files by itself, as on servers")
    private boolean transmitFile;

    @Option(names = "--replay", description = "runs this one program", paramLabel = "LINE",
            converter = ProgramConverter.class)
    private Program replay;

    @Option(names = "--times", description = "how often --replay runs it", paramLabel = "N")
    private int times = 1;

    @Option(names = "--log", description = "shows what Netty logs: warnings about what programs do on purpose")
    private boolean log;

    @ArgGroup(exclusive = false)
    private UnderFaults faults;

    /** How the system fails meanwhile. */
    static final class UnderFaults {
        @Option(names = "--faults", required = true,
                description = "has the system's calls fail as well, in ways that must go unnoticed")
        private boolean on;

        @Option(names = "--rate", description = "how often, 1 is usual", paramLabel = "R")
        private double rate = 1;

        @Option(names = "--kinds", split = ",", description = "only these kinds of faults", paramLabel = "KIND")
        private Set<FaultKind> kinds = FaultKind.unnoticed();
    }

    /** What it throws is told in a line. */
    static final class ProgramConverter implements CommandLine.ITypeConverter<Program> {
        @Override
        public Program convert(String line) {
            return Program.parse(line);
        }
    }

    /** As users call them. */
    enum Loops {
        strands(Lane.Kind.STRANDS),
        handler(Lane.Kind.HANDLER);

        final Lane.Kind lane;

        Loops(Lane.Kind lane) {
            this.lane = lane;
        }
    }

    public static void main(String[] args) {
        // Not only the end of main: loops may be stuck.
        System.exit(new CommandLine(new RunFuzz()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (!provider.equals("auto")) {
            System.setProperty(PROVIDER, provider);
        }
        if (transmitFile) {
            System.setProperty(TRANSMIT_FILE, "true");
        }
        if (!log) {
            Logger.getLogger("").setLevel(Level.SEVERE);
        }
        if (faults != null) {
            Faults.install();
        }
        IocpNotify.ensureAvailability();
        long chosen = seed == null ? System.nanoTime() % 1000000007 : seed;
        List<Lane.Kind> tried = new ArrayList<Lane.Kind>();
        for (Loops kind : loops) {
            tried.add(kind.lane);
        }
        Lanes lanes = faults == null ? new Lanes(tried, Lane::new) : Lanes.underFaults(tried);
        FuzzSession session = new FuzzSession(chosen, only, lanes, atOnce, findings,
                TimeUnit.SECONDS.toMillis(limitSeconds) / Pulse.BEAT_MILLIS, System.out);
        if (replay == null || faults != null) {
            System.out.println("seed " + chosen + ", provider " + IocpNotify.provider() + ", loops " + loops +
                    (faults == null ? "" : ", faults at rate " + faults.rate + ' ' + faults.kinds));
        }
        if (faults != null) {
            Faults.setUnnoticed(faults.kinds, faults.rate);
            Faults.setSeed(chosen);
            Faults.setEnabled(true);
        }
        int found = replay != null ? session.replay(replay, times) : session.run((long) (minutes * 60));
        if (faults != null) {
            Faults.setEnabled(false);
            System.out.printf("%s%,d faults injected%n", Faults.report(), Faults.injectedTotal());
        }
        return found == 0 ? 0 : 1;
    }
}
