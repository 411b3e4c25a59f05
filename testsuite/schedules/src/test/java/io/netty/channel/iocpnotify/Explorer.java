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

import kotlin.Unit;
import org.pastalab.fray.core.RunContext;
import org.pastalab.fray.core.command.Configuration;
import org.pastalab.fray.core.command.ExecutionInfo;
import org.pastalab.fray.core.command.LambdaExecutor;
import org.pastalab.fray.core.command.NetworkDelegateType;
import org.pastalab.fray.core.command.SystemTimeDelegateType;
import org.pastalab.fray.core.delegates.DelegateSynchronizer;
import org.pastalab.fray.core.delegates.RuntimeDelegate;
import org.pastalab.fray.core.randomness.ControlledRandomProvider;
import org.pastalab.fray.core.scheduler.RandomScheduler;
import org.pastalab.fray.runtime.Runtime;

import java.nio.file.Paths;
import java.util.Date;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Runs one schedule after the other, each from a seed of its own, until one fails or the time is over.
 * <ul>
 * <li>{@code -Dexploration.minutes}: for how long; 2 unless given.</li>
 * <li>{@code -Dexploration.seed}: this one alone, again.</li>
 * <li>{@code -Dexploration.first}: the first seed, those that follow are greater by one each; drawn unless given.</li>
 * </ul>
 */
public final class Explorer {

    /** Steps that a class takes when it is loaded would make the first schedules other ones than later. */
    private static final int WARM_UP = 40;
    /** How far the clock goes at each look of Fray's; it looks about three times at each step. */
    private static final long NANOS_PER_LOOK = 300;

    private static final Configuration CONFIGURATION = new Configuration(
            new ExecutionInfo(new LambdaExecutor(() -> Unit.INSTANCE), false, false, -1),
            Paths.get(System.getProperty("exploration.directory", "."), "fray"), 1, Integer.MAX_VALUE,
            new RandomScheduler(), new ControlledRandomProvider(), false, false, true, false, false, false,
            NetworkDelegateType.NONE, SystemTimeDelegateType.MOCK, NANOS_PER_LOOK, false, false, false, false, false,
            false, null);

    /** For what takes a fraction of a second, so that a schedule that stands still ends with a report as well. */
    private static final long MOST_MILLIS = TimeUnit.MINUTES.toMillis(5);
    private static final long REPORT_MILLIS = TimeUnit.MINUTES.toMillis(5);

    private static long begunMillis;
    private static long schedules;
    private static long steps;
    private static long stops;

    public static void explore() throws InterruptedException {
        begunMillis = millis();
        for (long seed = -WARM_UP; seed < 0; seed++) {
            run(seed);
        }
        Long only = Long.getLong("exploration.seed");
        if (only != null) {
            Schedule schedule = run(only);
            System.out.printf("exploration: seed %d takes %d steps, whose hash is %x%n", only, schedule.steps(),
                    schedule.hash());
        } else {
            double minutes = Double.parseDouble(System.getProperty("exploration.minutes", "2"));
            long end = begunMillis + (long) (minutes * TimeUnit.MINUTES.toMillis(1));
            long reported = begunMillis;
            long first = Long.getLong("exploration.first", new Random().nextInt(1000000000));
            System.out.println("exploration: the first seed is " + first);
            for (long seed = first; millis() < end; seed++) {
                run(seed);
                if (millis() - reported >= REPORT_MILLIS) {
                    reported = millis();
                    ended("no finding so far");
                }
            }
        }
        ended("no finding");
        System.out.println("exploration: known places that were met: " + Known.counts());
        System.exit(0);
    }

    /** The real time, also inside a schedule, where Fray gives another to those who ask the system themselves. */
    private static long millis() {
        return new Date().getTime();
    }

    static void ended(String how) {
        System.out.printf("exploration: %d schedules with %d stopped threads, %d steps, %.1f s: %s%n", schedules, stops,
                steps, (millis() - begunMillis) / 1e3, how);
        System.out.flush();
    }

    private static Schedule run(long seed) throws InterruptedException {
        RunContext context = new RunContext(CONFIGURATION);
        Scenario scenario = new Scenario(seed, context);
        Schedule schedule = scenario.schedule();
        CONFIGURATION.setScheduler(schedule);
        schedules++;
        Thread thread = new Thread(() -> {
            DelegateSynchronizer synchronizer = new DelegateSynchronizer(context);
            Runtime.NETWORK_DELEGATE = CONFIGURATION.getNetworkDelegateType().produce(context, synchronizer);
            Runtime.LOCK_DELEGATE = new RuntimeDelegate(context, synchronizer);
            Runtime.start();
            try {
                scenario.run();
            } catch (Throwable t) {
                t.printStackTrace(System.out);
                schedule.fail("the scenario threw " + t);
            }
            Runtime.onMainExit();
            context.shutDown();
        }, "main");
        thread.start();
        thread.join(MOST_MILLIS);
        if (thread.isAlive()) {
            schedule.fail("the schedule stands still");
        }
        if (context.getBugFound() != null) {
            context.getBugFound().printStackTrace(System.out);
            schedule.fail("Fray has found " + context.getBugFound());
        }
        steps += schedule.steps();
        stops += schedule.stopped();
        return schedule;
    }

    private Explorer() { }
}
