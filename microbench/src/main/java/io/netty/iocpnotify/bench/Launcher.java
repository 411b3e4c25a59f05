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

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts servers on this machine: each in a process of its own, in a Windows JVM or as a Windows program.
 */
public final class Launcher {

    /**
     * The heap is there from the beginning, so that what the process grows by is native memory; and collected in the
     * simplest way, because few processors serve all processes.
     */
    private static final List<String> JVM_OPTIONS = List.of("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC", "-Dio.netty.leakDetection.level=disabled");
    private static final String SERVER = "io.netty.iocpnotify.bench.server.BenchServer";
    private static final String GO_SERVER = "go_server.exe";
    private static final String SYSTEM_PROVIDER = "-Dio.netty.iocpnotify.provider=system";

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private final String jvm;
    private final int loomRelease;
    private final File natives;
    private final WinePrefix wine;
    private final int threads;
    private final List<String> serverArguments;

    /** For servers on transports of Netty's: without the contender with virtual threads. */
    public Launcher(String jvm, File natives, WinePrefix wine, int threads, List<String> serverArguments) {
        this(jvm, 0, natives, wine, threads, serverArguments);
    }

    /**
     * @param jvm the {@code java} of a Windows JVM
     * @param loomRelease the release of Java in which the contender with virtual threads runs. Under Wine the
     *                    {@code java} reads it in the variable {@code IOCPNOTIFY_JDK}
     * @param natives the folder of the benchmark's own native program and libraries
     * @param wine where they run, {@code null} on Windows. The JVM finds it without help
     * @param threads of each server
     * @param serverArguments what {@code BenchServer} is told beside
     */
    public Launcher(String jvm, int loomRelease, File natives, WinePrefix wine, int threads,
                    List<String> serverArguments) {
        this.jvm = jvm;
        this.loomRelease = loomRelease;
        this.natives = natives;
        this.wine = wine;
        this.threads = threads;
        this.serverArguments = serverArguments;
    }

    /**
     * Tells what a contender lacks to run here.
     *
     * @return {@code null} if it can run
     */
    public String lacks(Contender contender) {
        switch (contender) {
            case LOOM:
                return loomRelease >= FIRST_WITH_VIRTUAL_THREADS ? null :
                        "a JVM of Java " + FIRST_WITH_VIRTUAL_THREADS + " or later, this is " + loomRelease;
            case GO:
                return new File(nativeFile(GO_SERVER)).exists() ? null :
                        "a Go tool chain when the benchmark is built: put go on the PATH";
            default:
                return null;
        }
    }

    /** Starts a server as it is measured, and waits until it listens to commands. */
    public ServerProcess start(Contender contender) throws IOException {
        switch (contender) {
            case FLOOR:
                return launch(programCommand("floor.exe"), Map.of());
            case GO:
                return launch(programCommand(GO_SERVER), Map.of());
            case LOOM:
                // Wine 8 has no groups of processors, which Java 21 warns of again and again.
                return launch(serverCommand(SERVER, contender, List.of("-XX:-PrintWarnings",
                        "-Djdk.virtualThreadScheduler.parallelism=" + threads)),
                        Map.of("IOCPNOTIFY_JDK", Integer.toString(loomRelease)));
            default:
                return launch(serverCommand(SERVER, contender, List.of()), Map.of());
        }
    }

    private List<String> programCommand(String program) {
        List<String> command = new ArrayList<>();
        if (wine != null) {
            command.add(wine.program());
        }
        command.add(nativeFile(program));
        command.add(Integer.toString(threads));
        return command;
    }

    /**
     * Starts a server of another kind.
     *
     * @param mainClass takes the transport and the number of threads as {@code BenchServer} does
     * @param onSystemPath see {@link #startCounting}
     * @param options of the JVM
     */
    public ServerProcess start(String mainClass, Contender contender, boolean onSystemPath, List<String> options)
            throws IOException {
        if (!onSystemPath) {
            return launch(serverCommand(mainClass, contender, options), Map.of());
        }
        List<String> withProvider = new ArrayList<>(options);
        withProvider.add(SYSTEM_PROVIDER);
        // The jar has a library of the same name; the one that comes first is meant.
        withProvider.add("-Dio.netty.native.detectNativeLibraryDuplicates=false");
        return launch(serverCommand(mainClass, contender, withProvider, nativeFile("stand-in")), Map.of());
    }

    /**
     * Starts a server that counts its native calls.
     *
     * @param onSystemPath on the path of the provider {@code system}; where there is none a library stands in for it
     *                     that does the same by the calls of {@code afd}, which are not counted then
     */
    ServerProcess startCounting(Contender contender, boolean onSystemPath) throws IOException {
        List<String> command = onSystemPath ?
                serverCommand(SERVER, contender, List.of(SYSTEM_PROVIDER), nativeFile("stand-in")) :
                serverCommand(SERVER, contender, List.of());
        command.add("--count-calls");
        command.add(nativeFile("count_calls.dll"));
        return launch(command, Map.of());
    }

    /**
     * @param before what comes before our own class path
     */
    private List<String> serverCommand(String mainClass, Contender contender, List<String> options,
                                       String... before) {
        List<String> command = new ArrayList<>();
        command.add(jvm);
        command.addAll(JVM_OPTIONS);
        command.addAll(options);
        command.add("-cp");
        // Ours too: the server needs no more than the driver has. Windows separates by semicolons, also under Wine.
        String classPath = System.getProperty("java.class.path").replace(File.pathSeparatorChar, ';');
        command.add(before.length == 0 ? classPath : String.join(";", before) + ';' + classPath);
        command.add(mainClass);
        command.add("--transport");
        command.add(contender.id());
        command.add("--threads");
        command.add(Integer.toString(threads));
        command.addAll(serverArguments);
        return command;
    }

    private String nativeFile(String name) {
        return new File(natives, name).getAbsolutePath();
    }

    private ServerProcess launch(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        if (wine != null) {
            wine.configure(builder);
        }
        // Read by the library in the folder stand-in, and by nothing else.
        builder.environment().put("IOCPNOTIFY_STAND_IN", nativeFile("iocpnotify_psn.dll"));
        return new ServerProcess(builder.start(), wine);
    }
}
