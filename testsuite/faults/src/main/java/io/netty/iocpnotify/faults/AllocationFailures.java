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
package io.netty.iocpnotify.faults;

import java.io.File;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * An {@link OutOfMemoryError} at each place that allocates between a packet and a handler, one after the other. After
 * each one all other connections are served, and the one that it has hit works or is closed.
 */
final class AllocationFailures {

    private static final int THREADS = 2;
    /** No other brings back the one that there was no memory for. */
    private static final int ACCEPTS = 1;
    private static final int SEED = 7;
    private static final int MAX_WRONG = 40;

    /** What makes loops work: binds, connections, accepts, reads, writes, closes. */
    private static final Map<String, Function<Traffic, Flow>> SCENARIOS =
            new LinkedHashMap<String, Function<Traffic, Flow>>();

    static {
        SCENARIOS.put("echo", traffic -> new EchoFlow(traffic, new Random(SEED), false));
        SCENARIOS.put("echo behind AcceptEx", traffic -> new EchoFlow(traffic, new Random(SEED), true));
        SCENARIOS.put("listener", traffic -> new ListenerFlow(traffic, new Random(SEED), 0));
        SCENARIOS.put("listener with AcceptEx", traffic -> new ListenerFlow(traffic, new Random(SEED), ACCEPTS));
        SCENARIOS.put("first bytes", traffic -> new FirstBytesFlow(traffic, new Random(SEED)));
        SCENARIOS.put("change of the loop", traffic -> new LoopChangeFlow(traffic, new Random(SEED)));
        SCENARIOS.put("datagrams", traffic -> new DatagramFlow(traffic, new Random(SEED)));
        SCENARIOS.put("file", traffic -> new FileFlow(traffic, new Random(SEED)));
    }

    private final LoopKind kind;
    private final File file;
    private final String places;
    private final boolean inEachScenario;
    private final List<String> wrong = new ArrayList<String>();
    private Ledger ledger;
    private Traffic traffic;
    private int injected;

    /**
     * @param places a part of the names of those that are to fail; {@code ""} for all
     * @param inEachScenario whether they are to fail in each scenario that reaches them, and not in the first one only
     */
    AllocationFailures(LoopKind kind, File file, String places, boolean inEachScenario) {
        this.inEachScenario = inEachScenario;
        this.kind = kind;
        this.file = file;
        this.places = places;
    }

    /** How often memory could not be had. */
    int injected() {
        return injected;
    }

    /** Returns what is wrong. */
    List<String> run() throws Exception {
        open();
        // All that allocate in a scenario: the same place may allocate for a listener and for a connection.
        Map<String, BitSet> sites = new LinkedHashMap<String, BitSet>();
        BitSet all = new BitSet();
        for (Map.Entry<String, Function<Traffic, Flow>> scenario : SCENARIOS.entrySet()) {
            AllocationSites.record();
            for (int i = 0; i < 3; i++) {
                traffic.runOne(scenario.getValue().apply(traffic));
            }
            BitSet recorded = AllocationSites.recorded();
            if (!inEachScenario) {
                recorded.andNot(all);
            }
            all.or(recorded);
            sites.put(scenario.getKey(), recorded);
        }
        System.out.printf("%d places allocate, %s%n", all.cardinality(), kind);
        for (Map.Entry<String, BitSet> scenario : sites.entrySet()) {
            BitSet of = scenario.getValue();
            for (int site = of.nextSetBit(0); site >= 0 && wrong.size() < MAX_WRONG; site = of.nextSetBit(site + 1)) {
                if (AllocationSites.name(site).contains(places)) {
                    failAt(scenario.getKey(), site);
                }
            }
        }
        close("at the end");
        return wrong;
    }

    private void failAt(String scenario, int site) throws Exception {
        AllocationSites.arm(site);
        traffic.runOne(SCENARIOS.get(scenario).apply(traffic));
        // Of what comes once in a while only, such as the start of a thread.
        boolean failed = AllocationSites.disarm();
        if (!failed) {
            System.out.printf("not reached this time: %s (%s)%n", AllocationSites.name(site), scenario);
            return;
        }
        injected++;
        if (ledger.violations().isEmpty()) {
            traffic.checkFresh();
        }
        if (!ledger.violations().isEmpty()) {
            tell("OutOfMemoryError at " + AllocationSites.name(site) + " (" + scenario + ", " + kind + "): " +
                    ledger.violations());
            // What it has left behind is not the next one's.
            traffic.abandon();
            open();
        } else if (injected % 16 == 0 || !places.isEmpty()) {
            traffic.checkRest();
            close("after " + AllocationSites.name(site));
            open();
        }
    }

    private void open() throws Exception {
        ledger = new Ledger(true);
        traffic = new Traffic(kind, THREADS, ACCEPTS, SEED, ledger, file);
    }

    private void close(String when) throws Exception {
        traffic.close();
        if (!ledger.violations().isEmpty()) {
            tell("closing " + when + " (" + kind + "): " + ledger.violations());
        }
    }

    private void tell(String what) {
        System.out.println(what);
        OutOfMemoryError last = AllocationSites.thrown();
        if (last != null) {
            System.out.println("the last error was thrown here:");
            last.printStackTrace(System.out);
        }
        wrong.add(what);
    }
}
