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
package io.netty.iocpnotify.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The agent: {@code -javaagent:netty-transport-iocpnotify-agent.jar}. It puts the transport under each Netty 4.2 that
 * the program loads. It never stops a program: what fails is told in one line, and the program goes on with NIO.
 */
public final class Agent {

    private static final String STAYS = ": programs stay on NIO";

    /** Whether an agent is installed in this JVM. It may be named twice, by a flag and by JAVA_TOOL_OPTIONS. */
    private static boolean installed;

    /**
     * Called by the JVM before the program starts.
     *
     * @param arguments what stands after the {@code =} of the flag, or {@code null}
     * @param instrumentation changes classes
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, false);
    }

    /**
     * Called by the JVM when the agent is attached to a program that runs. Groups that are made later get the
     * transport.
     *
     * @param arguments the options, or {@code null}
     * @param instrumentation changes classes
     */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        start(arguments, instrumentation, true);
    }

    private static synchronized void start(String arguments, Instrumentation instrumentation, boolean attached) {
        long began = System.nanoTime();
        AgentLog log = new AgentLog(System.err, false);
        try {
            AgentOptions options = AgentOptions.read(arguments);
            log = new AgentLog(System.err, options.log);
            if (!options.unknown.isEmpty()) {
                log.line("options that are not known: " + options.unknown);
            }
            if (options.off) {
                log.detail("off" + STAYS);
                return;
            }
            String refusal = refusal(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
            if (refusal != null) {
                log.line(refusal + STAYS);
                return;
            }
            if (installed) {
                log.line("there already: the second flag is not used");
                return;
            }
            installed = true;
            install(options, log, instrumentation, attached);
            log.detail("installed, version " + version() + ", in " +
                    (System.nanoTime() - began) / 1000000 + " ms");
        } catch (Throwable t) {
            // Whatever it is, the program must start.
            log.line("cannot start, so programs stay on NIO: " + t);
        }
    }

    private static void install(AgentOptions options, AgentLog log, Instrumentation instrumentation, boolean attached)
            throws Exception {
        ClassFilter filter = new ClassFilter(options, log, instrumentation, attached);
        instrumentation.addTransformer(filter, true);
        if (attached) {
            changeLoaded(filter.transformer(), instrumentation);
        }
    }

    private static void changeLoaded(NettyTransformer transformer, Instrumentation instrumentation) throws Exception {
        if (transformer == null) {
            return;
        }
        List<Class<?>> exchanged = new ArrayList<Class<?>>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() != null && ExchangedMethods.of(type.getName().replace('.', '/')) != null) {
                exchanged.add(type);
            } else {
                transformer.uses().lookAt(type);
            }
        }
        if (!exchanged.isEmpty()) {
            instrumentation.retransformClasses(exchanged.toArray(new Class<?>[0]));
        }
    }

    /** Why nothing can be done in a JVM like this, or {@code null}. */
    static String refusal(String osName, String arch) {
        if (!osName.toLowerCase(Locale.ROOT).startsWith("windows")) {
            return "this is " + osName + ", and the transport is for Windows";
        }
        if (nettyArch(arch) == null) {
            return "there is no library for a JVM of architecture " + arch;
        }
        return null;
    }

    /** The name of an architecture in the names of the libraries, or {@code null} if there is none for it. */
    static String nettyArch(String arch) {
        switch (arch.toLowerCase(Locale.ROOT)) {
            case "amd64":
            case "x86_64":
                return "x86_64";
            case "aarch64":
                return "aarch_64";
            default:
                return null;
        }
    }

    static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    private Agent() { }
}
