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
package io.netty.channel.iocpnotify;

import org.pastalab.fray.core.ThreadContext;
import org.pastalab.fray.core.concurrency.operations.BlockedOperation;
import org.pastalab.fray.core.randomness.ControlledRandom;
import org.pastalab.fray.core.randomness.Randomness;
import org.pastalab.fray.core.scheduler.Scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Which thread runs next, drawn from a seed. In some schedules the thread that runs goes on for a random while; in some
 * the threads have priorities, which change a few times. In most of them a thread is stopped at a random point as well,
 * as if it had lost its processor: it runs again when all others have come to rest, and time has passed for whatever
 * they wait for.
 */
final class Schedule extends Scheduler {

    /** What is told of the rest. */
    interface Rest {

        /** All but this thread have come to rest. */
        void restWithout(ThreadContext stopped, Collection<ThreadContext> threads);
    }

    /** More than ten times of what a schedule takes. Who takes as many steps goes round in circles. */
    private static final int MOST_STEPS = 100000;
    /** As above, from the stop of a thread to the rest of the others. */
    private static final int MOST_STEPS_TO_REST = 20000;
    /** A thread of high priority that waits for another in a loop must let it run. */
    private static final int STEPS_IN_A_ROW = 400;

    private final long seed;
    private final World world;
    private final Rest rest;
    private final Random random;
    /** How likely the thread that runs goes on; or negative if priorities decide. */
    private final double going;
    private final Map<ThreadContext, Integer> priorities = new HashMap<ThreadContext, Integer>();
    private final List<Integer> changes = new ArrayList<Integer>();
    private int lowest;

    private final String[] stops;
    private final int[] stopSteps;
    private int nextStop;
    private ThreadContext stopped;
    private int stoppedAt;

    private final Map<ThreadContext, int[]> stepsOf = new HashMap<ThreadContext, int[]>();
    private final List<ThreadContext> able = new ArrayList<ThreadContext>();
    private Collection<ThreadContext> all = new ArrayList<ThreadContext>();
    private ThreadContext last;
    private int inARow;
    private int steps;
    private int hash;
    private Wait awaitsRest;

    Schedule(long seed, World world, Rest rest, String[] threads) {
        super(new ControlledRandom(new ArrayList<Integer>(), new ArrayList<Double>(), random(seed, 0)));
        this.seed = seed;
        this.world = world;
        this.rest = rest;
        random = random(seed, 1);
        double[] goings = { -1, -1, -1, 0, 0.5, 0.8, 0.95 };
        going = goings[random.nextInt(goings.length)];
        for (int i = random.nextInt(6); i > 0; i--) {
            changes.add(random.nextInt(1 << 6 + random.nextInt(6)));
        }
        int count = random.nextInt(4);
        stops = new String[count];
        stopSteps = new int[count];
        for (int i = 0; i < count; i++) {
            stops[i] = threads[random.nextInt(threads.length)];
            stopSteps[i] = random.nextInt(1 << 4 + random.nextInt(7));
        }
    }

    /** The first numbers of {@link Random}s whose seeds follow each other are much alike, so these do not. */
    static Random random(long seed, int use) {
        return new Random(new SplittableRandom(seed * 3 + use).nextLong());
    }

    @Override
    public Scheduler nextIteration(Randomness randomness) {
        throw new UnsupportedOperationException();
    }

    int steps() {
        return steps;
    }

    /** The same for the same sequence of threads. */
    int hash() {
        return hash;
    }

    /** How many threads were stopped so far. */
    int stopped() {
        return nextStop;
    }

    /** Comes back when all other threads wait without end, or have ended. For one thread. */
    void awaitRest() {
        awaitsRest = new Wait(Thread.currentThread(), Wait.NO_DEADLINE);
        world.await(awaitsRest);
    }

    @Override
    public ThreadContext scheduleNextOperation(List<ThreadContext> threads,
                                               Collection<ThreadContext> allThreads) {
        all = new ArrayList<ThreadContext>(allThreads);
        if (++steps > MOST_STEPS) {
            fail("there is no end after " + steps + " steps");
        }
        ThreadContext next = choose(threads);
        inARow = next == last ? inARow + 1 : 0;
        last = next;
        hash = 31 * hash + next.getIndex();
        return next;
    }

    private ThreadContext choose(List<ThreadContext> threads) {
        if (stopped != null && steps - stoppedAt > MOST_STEPS_TO_REST) {
            if (!areAllLastCarriers()) {
                fail("the others do not come to rest while " + stopped.getThread().getName() + " does not run");
            }
            stopped = null;
        }
        for (;;) {
            world.endDueWaits();
            able.clear();
            for (ThreadContext thread : threads) {
                if (thread != stopped && !world.isWaiting(thread.getThread())) {
                    able.add(thread);
                }
            }
            if (able.isEmpty()) {
                ThreadContext idle = atRest(threads);
                if (idle != null) {
                    return idle;
                }
                continue;
            }
            ThreadContext next = going < 0 ? ofHighestPriority() : goingOn();
            if (!isToBeStopped(next)) {
                return next;
            }
            stopped = next;
            stoppedAt = steps;
        }
    }

    /** Of those that could go on at the last step. */
    private boolean areAllLastCarriers() {
        for (ThreadContext thread : able) {
            if (!Known.LAST_CARRIER.holds(thread.getThread())) {
                return false;
            }
        }
        return true;
    }

    /** Only a thread that could go on is stopped. */
    private boolean isToBeStopped(ThreadContext next) {
        int step = stepsOf.computeIfAbsent(next, key -> new int[1])[0]++;
        if (stopped == null && nextStop < stops.length && next.getThread().getName().equals(stops[nextStop]) &&
                step >= stopSteps[nextStop]) {
            nextStop++;
            return true;
        }
        return false;
    }

    private ThreadContext goingOn() {
        if (able.contains(last) && random.nextDouble() < going) {
            return last;
        }
        return able.get(random.nextInt(able.size()));
    }

    private ThreadContext ofHighestPriority() {
        ThreadContext next = null;
        for (ThreadContext thread : able) {
            priorities.computeIfAbsent(thread, key -> random.nextInt(1 << 20));
            if (next == null || priorities.get(thread) > priorities.get(next)) {
                next = thread;
            }
        }
        if (changes.contains(steps) || next == last && inARow >= STEPS_IN_A_ROW) {
            inARow = 0;
            priorities.put(next, --lowest);
        }
        return next;
    }

    /**
     * Nobody can do anything now. Lets time pass; or else lets the stopped thread run again; or else ends the wait for
     * the rest.
     *
     * @return a thread that has nothing to do, after time has passed that only Fray knows the end of
     */
    private ThreadContext atRest(List<ThreadContext> threads) {
        long waitEnds = world.nextDeadlineNanos();
        long blockEnds = nextUnblockedNanos();
        if (waitEnds != Wait.NO_DEADLINE && waitEnds <= blockEnds) {
            world.nanos(Math.max(world.nanos(), waitEnds));
            return null;
        }
        if (blockEnds != Wait.NO_DEADLINE) {
            world.nanos(Math.max(world.nanos(), blockEnds));
            return threads.get(0);
        }
        if (stopped != null) {
            rest.restWithout(stopped, all);
            stopped = null;
            return null;
        }
        if (awaitsRest == null || awaitsRest.isOver()) {
            fail("nobody can go on");
        }
        awaitsRest.end();
        return null;
    }

    private long nextUnblockedNanos() {
        long next = Wait.NO_DEADLINE;
        for (ThreadContext thread : all) {
            if (thread.getPendingOperation() instanceof BlockedOperation) {
                long millis = ((BlockedOperation) thread.getPendingOperation()).getBlockedUntil();
                if (millis >= 0) {
                    next = Math.min(next, TimeUnit.MILLISECONDS.toNanos(millis));
                }
            }
        }
        return next;
    }

    /** Says what is wrong and with which seed, and ends the JVM: the threads of this schedule cannot go on. */
    void fail(String what) {
        StringBuilder report = new StringBuilder(1024).append("exploration: ").append(what)
                .append("\n  seed ").append(seed).append(", step ").append(steps).append('\n');
        if (stopped != null) {
            report.append("  stopped at step ").append(stoppedAt).append(": ").append(stopped.getThread().getName())
                    .append('\n');
        }
        for (ThreadContext thread : all) {
            report.append("  ").append(thread.getThread().getName()).append(", ")
                    .append(thread.getState()).append(' ')
                    .append(thread.getPendingOperation().getClass().getSimpleName())
                    .append(world.isWaiting(thread.getThread()) ? ", waits" : "")
                    .append(thread == stopped ? ", stopped" : "").append('\n');
            for (StackTraceElement frame : thread.getThread().getStackTrace()) {
                if (!frame.getClassName().startsWith("org.pastalab.fray.") &&
                        !frame.getClassName().startsWith(Schedule.class.getName())) {
                    report.append("      at ").append(frame).append('\n');
                }
            }
        }
        System.out.print(report);
        System.out.flush();
        Explorer.ended("the last one failed; -Dexploration.seed=" + seed + " runs it again");
        Runtime.getRuntime().halt(1);
    }
}
