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

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.iocpnotify.machine.FaultKind;
import io.netty.iocpnotify.machine.Faults;
import io.netty.iocpnotify.machine.ProcessHandles;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Round after round of traffic under faults, each with rates of its own. In one half of them only faults are injected
 * that must go unnoticed; in the other half calls and connections fail, too.
 */
public final class FaultRun {

    private static final long ROUND_MILLIS = 3000;
    private static final int THREADS = 3;
    private static final int ACCEPTS = 4;
    /** Threads and whatever the JVM opens by the way; a leak of one handle for each connection is far beyond. */
    private static final int HANDLE_TOLERANCE = 30;
    /** A call that always fails never gets done; but one that is always short does. */
    private static final double MOST = 1;
    /**
     * Each kind of round once, and the first one again. Until then the JVM starts threads, and loads what it needs: the
     * count goes up by about 15, and stays there.
     */
    private static final int WARM_UP_ROUNDS = 5;

    private final TransportLog log = TransportLog.install();
    private final long seed;
    private final double rate;
    private final File file;
    private long faults;
    private long completed;
    private long failed;
    private long handlesAfterWarmUp;

    /**
     * @param seed what the rates and the calls that are hit follow from
     * @param rate 1 for the usual rates, more for more faults, less for fewer
     */
    public FaultRun(long seed, double rate) throws IOException {
        this.seed = seed;
        this.rate = rate;
        Faults.install();
        IocpNotify.ensureAvailability();
        file = Services.newFile();
    }

    /** How many faults were injected so far. */
    public long faults() {
        return faults;
    }

    /** How many flows have done what they were to do so far. */
    public long completed() {
        return completed;
    }

    /**
     * Runs rounds until the time is over or something is wrong.
     *
     * @return what is wrong
     */
    public List<String> run(long millis) throws Exception {
        List<String> wrong = new ArrayList<String>();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (int round = 0; wrong.isEmpty() && (round < 4 || System.nanoTime() - end < 0); round++) {
            wrong.addAll(round(round));
        }
        return wrong;
    }

    private List<String> round(int round) throws Exception {
        LoopKind kind = round % 2 == 0 ? LoopKind.STRANDS : LoopKind.HANDLER;
        boolean visible = round / 2 % 2 == 1;
        Random random = new Random(seed + round);
        setRates(random, visible);
        Faults.setSeed(seed + round);
        Ledger ledger = new Ledger(visible);
        Traffic traffic = new Traffic(kind, THREADS, ACCEPTS, seed + round, ledger, file);
        traffic.run(ROUND_MILLIS);
        if (ledger.violations().isEmpty()) {
            traffic.checkFresh();
            traffic.checkRest();
            if (random.nextInt(3) == 0) {
                Faults.setEnabled(true);
            }
            try {
                traffic.close();
            } finally {
                Faults.setEnabled(false);
            }
        }
        faults += Faults.injectedTotal();
        completed += traffic.completed();
        failed += traffic.failed();
        long handles = ProcessHandles.count();
        System.out.printf("round %d, %s, %s faults: %,d injected, %d flows done, %d failed, %d handles%n", round,
                kind, visible ? "all" : "invisible", Faults.injectedTotal(), traffic.completed(), traffic.failed(),
                handles);
        List<String> wrong = new ArrayList<String>(ledger.violations());
        wrong.addAll(log.faults());
        if (round < WARM_UP_ROUNDS) {
            handlesAfterWarmUp = Math.max(handles, handlesAfterWarmUp);
        } else if (handles > handlesAfterWarmUp + HANDLE_TOLERANCE) {
            wrong.add(handlesAfterWarmUp + " handles after the warm-up, " + handles + " now");
        }
        if (!wrong.isEmpty()) {
            wrong.add(0, "round " + round + " of seed " + seed + ", provider " + IocpNotify.provider() +
                    ", faults so far:\n" + Faults.report());
        }
        return wrong;
    }

    /** Each kind is left out, rare, or as frequent as it may be, so that they meet in all ways. */
    private void setRates(Random random, boolean visible) {
        for (FaultKind kind : FaultKind.values()) {
            double share = random.nextInt(4) == 0 ? 0 : random.nextBoolean() ? 0.1 : 1;
            double chosen = Math.min(MOST, most(kind) * rate) * share;
            Faults.setRate(kind, kind.isVisible() && !visible ? 0 : chosen);
        }
    }

    private static double most(FaultKind kind) {
        switch (kind) {
        case CALL_REFUSED:
            // Three tries in succession.
            return 0.02;
        case DEQUEUE_REFUSED:
            // Each costs a pause.
            return 0.005;
        case POST_REFUSED:
        case PACKET_LATE:
            return 0.05;
        case ACCEPT_NO_SOCKET:
            // Each costs a second in which nothing is accepted.
            return 0.01;
        case RECEIVE_ONE_BYTE:
        case SEND_SHORT:
            return 1;
        case CONTROL_CUT:
            // What it costs is a datagram.
            return 0.1;
        case RECEIVE_WOULD_BLOCK:
        case SEND_WOULD_BLOCK:
        case SEND_NO_BUFFERS:
        case DATAGRAM_WOULD_BLOCK:
        case ACCEPT_WOULD_BLOCK:
            return 0.2;
        default:
            return kind.isVisible() ? 0.002 : 0.5;
        }
    }

    /**
     * Lets memory fail at each place in turn; needs the agent.
     *
     * @param places a part of the names of those that are to fail; {@code ""} for all
     * @param thorough the kinds of loop on which each is to fail in each scenario that reaches it; on others it fails
     *                 in the first one only
     * @return what is wrong
     */
    List<String> failAllocations(String places, Set<LoopKind> thorough) throws Exception {
        List<String> wrong = new ArrayList<String>();
        for (LoopKind kind : LoopKind.values()) {
            AllocationFailures failures = new AllocationFailures(kind, file, places, thorough.contains(kind));
            wrong.addAll(failures.run());
            faults += failures.injected();
            System.out.printf("OutOfMemoryError at %d places, %s, provider %s%n", failures.injected(), kind,
                    IocpNotify.provider());
        }
        return wrong;
    }

    /** Prints the counts. */
    void summary() {
        System.out.printf("%,d faults injected and survived; %,d flows done, %,d failed for a fault; provider %s, " +
                "seed %d%n", faults, completed, failed, IocpNotify.provider(), seed);
    }

    /** {@code --memory [place]}, or {@code --minutes n}, {@code --seed s} and {@code --rate r}. */
    public static void main(String[] args) throws Exception {
        double minutes = 5;
        long seed = System.nanoTime();
        double rate = 1;
        boolean memory = args.length > 0 && args[0].equals("--memory");
        String places = memory && args.length > 1 ? args[1] : "";
        for (int i = memory ? args.length : 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
            case "--minutes":
                minutes = Double.parseDouble(args[i + 1]);
                break;
            case "--seed":
                seed = Long.parseLong(args[i + 1]);
                break;
            case "--rate":
                rate = Double.parseDouble(args[i + 1]);
                break;
            default:
                throw new IllegalArgumentException(args[i]);
            }
        }
        FaultRun run = new FaultRun(seed, rate);
        List<String> wrong = memory ? run.failAllocations(places, EnumSet.allOf(LoopKind.class)) :
                run.run((long) (minutes * 60000));
        run.summary();
        if (memory && run.faults() == 0) {
            wrong.add("no place that allocates has " + places + " in its name");
        }
        if (!memory || run.faults() == 0) {
            wrong.forEach(System.out::println);
        }
        System.exit(wrong.isEmpty() ? 0 : 1);
    }
}
