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

import io.netty.channel.iocpnotify.winsock.OpenSockets;
import io.netty.iocpnotify.machine.ProcessHandles;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Runs programs one after the other, several at a time, until the time is over, and tells of what it finds.
 */
final class FuzzSession {

    private static final long SHRINK_LIMIT_BEATS = 200;
    private static final int SHRINK_TRIES = 250;
    private static final long SHRINK_BEATS = 6000;
    /** A race does not show each time. */
    private static final int TRIES_TO_SHOW = 4;
    private static final int TRIES_TO_REPEAT = 20;
    private static final long PROGRESS_SECONDS = 10;
    /** Loops end, handles are counted, and all begins anew. */
    private static final long CHECK_SECONDS = 25;
    /** Threads and what the JVM opens by the way. A handle for each program is far beyond. */
    private static final int HANDLES_MORE = 40;

    private final long seed;
    private final LinkSpec.Kind only;
    private final Lanes lanes;
    private final Judge judge;
    private final LogWatch log;
    private final PrintStream out;
    private final int atOnce;
    private final int mostFindings;
    private final long limitBeats;

    private final AtomicLong next = new AtomicLong();
    private final AtomicLong programs = new AtomicLong();
    private final AtomicLong operations = new AtomicLong();
    /** Programs read; who looks at handles, or shrinks, is alone. */
    private final ReadWriteLock running = new ReentrantReadWriteLock(true);
    // Guarded by the write lock.
    private final Set<String> signatures = new HashSet<String>();
    private volatile int findings;
    private int handleFindings;
    private long handles = -1;
    private int sockets;
    private boolean stopped;
    /** What is found by programs that run on when the time is over counts as well. */
    private volatile boolean over;

    /**
     * @param only the kind of link that each program must have; {@code null} for any
     */
    FuzzSession(long seed, LinkSpec.Kind only, Lanes lanes, int atOnce, int mostFindings, long limitBeats,
                PrintStream out) {
        this.seed = seed;
        this.only = only;
        this.atOnce = atOnce;
        this.mostFindings = mostFindings;
        this.limitBeats = limitBeats;
        this.out = out;
        TlsContexts.load();
        NobodyListens.load();
        this.lanes = lanes;
        log = new LogWatch(lanes.areUnderFaults());
        judge = new Judge(lanes);
    }

    /** The number of different ones. */
    int findings() {
        return findings;
    }

    /** How many have run to their end. */
    long programs() {
        return programs.get();
    }

    /** Returns the number of different findings. */
    int run(long seconds) throws InterruptedException {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> workers = new ArrayList<Thread>();
        for (int i = 0; i < atOnce; i++) {
            Thread worker = new Thread(this::work, "fuzz-" + i);
            worker.setDaemon(true);
            worker.start();
            workers.add(worker);
        }
        long nextProgress = begun + TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
        // The first look comes early: what is there once has been made by then.
        long nextCheck = begun + TimeUnit.SECONDS.toNanos(Math.min(CHECK_SECONDS, seconds / 3));
        while (!over && System.nanoTime() - end < 0) {
            Thread.sleep(100);
            if (System.nanoTime() - nextProgress >= 0) {
                say(progress(begun));
                nextProgress += TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
            }
            if (System.nanoTime() - nextCheck >= 0) {
                check(true);
                nextCheck = System.nanoTime() + TimeUnit.SECONDS.toNanos(CHECK_SECONDS);
            }
        }
        over = true;
        for (Thread worker : workers) {
            worker.join();
        }
        check(false);
        say("ended: " + progress(begun));
        return findings;
    }

    private String progress(long begun) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) + " s, " + programs + " programs, " +
                operations + " operations, " + findings + " findings, " + judge.races + " races of NIO with itself, " +
                judge.rare + " rare, " + judge.undecided + " undecided";
    }

    private synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    private void work() {
        try {
            while (!over) {
                Program program = Generator.program(seed, next.getAndIncrement());
                if (!isWanted(program)) {
                    continue;
                }
                List<Finding> found;
                running.readLock().lock();
                try {
                    found = judge.judge(program, limitBeats);
                } finally {
                    running.readLock().unlock();
                }
                programs.incrementAndGet();
                operations.addAndGet(program.operations());
                for (Finding finding : found) {
                    report(program, finding);
                }
                reportWarnings();
            }
        } catch (Throwable e) {
            over = true;
            findings++;
            say("the fuzzer itself fails: " + e);
            e.printStackTrace(out);
        }
    }

    private void report(Program program, Finding finding) throws InterruptedException {
        running.writeLock().lock();
        try {
            if (stopped || !signatures.add(finding.signature())) {
                return;
            }
            if (finding.lane == Lane.Kind.NIO || finding.isRare) {
                say((finding.isRare ? "RARE " : "UNDECIDED ") + finding + "\n  --replay \"" + program + '"');
                return;
            }
            say("FOUND " + finding + "\n  --replay \"" + program + '"');
            say(finding.threads);
            renew();
            Program smallest = program;
            Repetition repetition = repeat(program, finding);
            if (repetition.shown > 0) {
                long end = Pulse.beats() + SHRINK_BEATS;
                smallest = new Shrinker(candidate -> Pulse.beats() < end && shows(candidate, finding), SHRINK_TRIES)
                        .shrink(program);
                Repetition last = repeat(smallest, finding);
                say("shrunk: " + (last.finding == null ? finding : last.finding) + ", in " + last.shown + " of " +
                        last.runs + " runs");
            } else {
                say("it did not come again in " + TRIES_TO_REPEAT + " runs by itself");
            }
            say("  --replay \"" + smallest + '"');
            if (++findings >= mostFindings) {
                stopped = true;
                over = true;
            }
            renew();
        } finally {
            running.writeLock().unlock();
        }
    }

    private boolean isWanted(Program program) {
        // Netty takes the allocator at the first read, which under faults may be one too early, that finds nothing.
        if (lanes.areUnderFaults() && program.changesReceiveOfDatagrams()) {
            return false;
        }
        for (LinkSpec link : program.links) {
            if (only == null || link.kind == only) {
                return true;
            }
        }
        return false;
    }

    /** Which program it was is not known: several run at a time. */
    private void reportWarnings() {
        running.writeLock().lock();
        try {
            for (String warning = log.poll(); warning != null; warning = log.poll()) {
                if (signatures.add(warning)) {
                    found("the transport warns, in programs up to " + next + " of seed " + seed + ": " + warning);
                }
            }
        } finally {
            running.writeLock().unlock();
        }
    }

    /** With the write lock. */
    private void found(String what) {
        say("FOUND " + what);
        if (++findings >= mostFindings) {
            stopped = true;
            over = true;
        }
    }

    /** How often a program showed it. */
    private static final class Repetition {
        int runs;
        int shown;
        Finding finding;
    }

    private Repetition repeat(Program program, Finding like) throws InterruptedException {
        Repetition repetition = new Repetition();
        for (int i = 0; i < TRIES_TO_REPEAT && repetition.shown < 3; i++) {
            repetition.runs++;
            Finding shown = find(program, like);
            if (shown != null) {
                repetition.shown++;
                repetition.finding = shown;
            }
        }
        return repetition;
    }

    private boolean shows(Program program, Finding like) throws InterruptedException {
        for (int i = 0; i < TRIES_TO_SHOW; i++) {
            if (find(program, like) != null) {
                return true;
            }
        }
        return false;
    }

    private Finding find(Program program, Finding like) throws InterruptedException {
        for (Finding finding : judge.judge(program, SHRINK_LIMIT_BEATS)) {
            if (finding.lane == like.lane && !finding.isRare && finding.threads.isEmpty() == like.threads.isEmpty()) {
                return finding;
            }
        }
        return null;
    }

    private void renew() throws InterruptedException {
        endLanes();
        lanes.renew();
    }

    private void endLanes() throws InterruptedException {
        String alive = lanes.end();
        if (alive != null) {
            found(alive);
            say(ThreadDump.all());
        }
    }

    /** Ends all loops, and counts what is left of handles and sockets. */
    void check(boolean goOn) throws InterruptedException {
        running.writeLock().lock();
        try {
            endLanes();
            long now = ProcessHandles.count();
            int socketsNow = OpenSockets.count();
            if (handles < 0) {
                handles = now;
                sockets = socketsNow;
            }
            say("at rest: " + now + " handles, " + socketsNow + " of them sockets");
            if ((now > handles + HANDLES_MORE || socketsNow > sockets) && handleFindings++ == 0) {
                found("handles are not closed: " + handles + " with " + sockets + " sockets at first, now " + now +
                        " with " + socketsNow + "; programs up to " + next + " of seed " + seed);
            }
            reportWarnings();
            if (goOn) {
                lanes.renew();
            }
        } finally {
            running.writeLock().unlock();
        }
    }

    /** Runs one program so many times. Returns how often something was found. */
    int replay(Program program, int times) throws InterruptedException {
        int found = 0;
        for (int i = 0; i < times; i++) {
            for (Finding finding : judge.judge(program, limitBeats)) {
                found++;
                say(finding.toString());
                if (!finding.threads.isEmpty()) {
                    say(finding.threads);
                }
            }
        }
        String alive = lanes.end();
        if (alive != null) {
            found++;
            say(alive);
        }
        say(times + " runs, " + found + " findings, " + judge.races + " races of NIO with itself");
        return found;
    }
}
