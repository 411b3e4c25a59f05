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

import io.netty.channel.iocpnotify.group.Carrier;
import io.netty.channel.iocpnotify.group.CarrierPool;
import io.netty.channel.iocpnotify.group.RunMeter;
import io.netty.channel.iocpnotify.group.Strand;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.DurationHistogram;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ObjectUtil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What an {@link IocpNotifyEventLoopGroup} has counted and measured since it was made. This object and those that it
 * returns do not change any more. Any thread may use them.
 * <p>
 * The figures of different threads are read one after the other while the group goes on. So two figures that belong
 * together may differ by what happened meanwhile.
 */
public final class IocpNotifyMetrics {

    private final long takenAtNanos = LoopClock.nanos();
    private final int usualThreads;
    private final List<ThreadMetrics> threads;
    private final IocpNotifyCounts counts;
    private final int eventLoops;
    private final int queuedEventLoops;
    private final int registeredChannels;
    private final int pendingTasks;
    private final Durations queueDelays;
    private final Durations runDurations;
    private final LongestRun longestRun;

    /** Any thread. */
    IocpNotifyMetrics(CarrierPool pool) {
        List<ThreadMetrics> threads = new ArrayList<ThreadMetrics>();
        long[] figures = new long[RunCounters.FIGURES];
        long[] delays = new long[DurationHistogram.BUCKETS];
        long[] durations = new long[DurationHistogram.BUCKETS];
        long longestDelay = 0;
        long longestDuration = 0;
        RunMeter.LongRun longest = null;
        for (Carrier carrier : pool.carriers()) {
            Thread thread = carrier.thread();
            if (thread != null) {
                RunMeter meter = carrier.meter();
                ThreadMetrics metrics = new ThreadMetrics(thread, meter, takenAtNanos);
                threads.add(metrics);
                metrics.counts.addTo(figures);
                meter.queueDelays.addTo(delays);
                longestDelay = Math.max(longestDelay, meter.queueDelays.maxNanos());
                meter.runDurations.addTo(durations);
                longestDuration = Math.max(longestDuration, meter.runDurations.maxNanos());
                longest = RunMeter.LongRun.longer(longest, meter.longest());
            }
        }
        figures[RunCounters.POSTS] = pool.wakeUps();
        usualThreads = pool.carrierCount();
        this.threads = Collections.unmodifiableList(threads);
        counts = new IocpNotifyCounts(figures);
        eventLoops = pool.strands().length;
        queuedEventLoops = pool.runnable().size();
        registeredChannels = Arrays.stream(pool.strands()).mapToInt(Strand::registered).sum();
        pendingTasks = Arrays.stream(pool.strands()).mapToInt(Strand::pendingTasks).sum();
        queueDelays = new Durations(delays, longestDelay);
        runDurations = new Durations(durations, longestDuration);
        longestRun = longest == null ? null : new LongestRun(longest);
    }

    /** {@return which provider serves the notifications, as {@link IocpNotify#provider()} does} */
    public String provider() {
        return Availability.provider();
    }

    /**
     * {@return why the provider is not the first choice, or {@code null}, as {@link IocpNotify#fallbackReason()} does}
     */
    public String fallbackReason() {
        return Availability.fallbackReason();
    }

    /** {@return when this snapshot was taken, in nanoseconds} The origin is the same for all snapshots of a program. */
    public long takenAtNanos() {
        return takenAtNanos;
    }

    /** {@return how many threads the group was made with, started or not} Spare threads do not count. */
    public int usualThreads() {
        return usualThreads;
    }

    /**
     * {@return each thread that has started, in the order in which they started} The list cannot be changed. A group
     * starts a thread when there is work for it. Spare threads are the last ones.
     */
    public List<ThreadMetrics> threads() {
        return threads;
    }

    /** {@return what all threads have counted together} */
    public IocpNotifyCounts counts() {
        return counts;
    }

    /** {@return how often a waiting thread was woken without a packet of a socket, as for another thread's task} */
    public long wakeUps() {
        return counts.calls(CountedCall.POST_QUEUED_COMPLETION_STATUS);
    }

    /** {@return how many event loops the group has} */
    public int eventLoops() {
        return eventLoops;
    }

    /** {@return how many event loops have something to do and wait for a thread} */
    public int queuedEventLoops() {
        return queuedEventLoops;
    }

    /**
     * {@return how many channels and other handles are registered, as of the last run of each event loop} An
     * {@link IocpNotifyCompletionHandle} does not count.
     */
    public int registeredChannels() {
        return registeredChannels;
    }

    /** {@return how many tasks wait to run} Scheduled tasks count when their time has come. */
    public int pendingTasks() {
        return pendingTasks;
    }

    /**
     * {@return how long event loops that had something to do waited for a thread, one duration for each run} The time
     * begins when the event loop is put into the run queue, and ends when its run begins. How long a packet was at the
     * port before that is not known.
     */
    public Durations queueDelays() {
        return queueDelays;
    }

    /** {@return how long the runs of event loops took, one duration for each run} */
    public Durations runDurations() {
        return runDurations;
    }

    /** {@return the longest run so far, or {@code null} if no event loop was ever run} */
    public LongestRun longestRun() {
        return longestRun;
    }

    @Override
    public String toString() {
        return "IocpNotifyMetrics" + text();
    }

    /** What follows the name of what it is about. */
    String text() {
        StringBuilder text = new StringBuilder("(provider: ").append(provider())
                .append(fallbackReason() == null ? "" : ", because " + fallbackReason())
                .append("; threads: ").append(threads.size()).append(" of ").append(usualThreads)
                .append(" started; event loops: ").append(eventLoops).append(", ").append(queuedEventLoops)
                .append(" queued; channels: ").append(registeredChannels).append("; pending tasks: ")
                .append(pendingTasks).append("; wake-ups: ").append(wakeUps()).append("; queue delay: ")
                .append(queueDelays).append("; run: ").append(runDurations);
        if (longestRun != null) {
            text.append("; longest run: ").append(longestRun);
        }
        text.append(')');
        for (ThreadMetrics thread : threads) {
            text.append("\n    ").append(thread);
        }
        return text.toString();
    }

    /** What one thread of the group does, and what it has counted. */
    public static final class ThreadMetrics {

        private final String name;
        private final boolean waiting;
        private final String eventLoop;
        private final long runningNanos;
        private final IocpNotifyCounts counts;

        /** @param thread the carrier's that the meter belongs to */
        ThreadMetrics(Thread thread, RunMeter meter, long nowNanos) {
            name = thread.getName();
            counts = new IocpNotifyCounts(meter.counters.snapshot(nowNanos));
            // After the counters. The time at once after the loop: it may be that of a later run.
            EventExecutor loop = meter.running();
            runningNanos = loop == null ? 0 : Math.max(0, nowNanos - meter.beganNanos());
            waiting = meter.counters.isWaiting();
            eventLoop = loop == null ? null : String.valueOf(loop);
        }

        /** {@return the name of the thread} */
        public String name() {
            return name;
        }

        /** {@return whether the thread has nothing to do and waits for packets} */
        public boolean isWaiting() {
            return waiting;
        }

        /** {@return which event loop the thread runs, or {@code null} if it is between two runs} */
        public String eventLoop() {
            return eventLoop;
        }

        /** {@return how many nanoseconds the present run has taken so far, or 0 between two runs} */
        public long runningNanos() {
            return runningNanos;
        }

        /** {@return what this thread has counted} {@code PostQueuedCompletionStatus} is counted for the group only. */
        public IocpNotifyCounts counts() {
            return counts;
        }

        @Override
        public String toString() {
            return '"' + name + "\" " + (eventLoop != null ?
                    "has run " + eventLoop + " for " + DurationHistogram.text(runningNanos) :
                    waiting ? "waits" : "is between two runs") + ", " + counts;
        }
    }

    /**
     * A histogram of durations, similar to an HdrHistogram. The error of a duration is at most one sixteenth of it, or
     * 64 ns if that is more.
     */
    public static final class Durations {

        private final long[] inBuckets;
        private final long count;
        private final long maxNanos;

        /** @param inBuckets by the buckets of {@link DurationHistogram}; this object's from here on */
        Durations(long[] inBuckets, long maxNanos) {
            this.inBuckets = inBuckets;
            count = LongStream.of(inBuckets).sum();
            this.maxNanos = maxNanos;
        }

        /** {@return how many durations were measured} */
        public long count() {
            return count;
        }

        /**
         * Returns the duration that a share of all does not exceed.
         *
         * @param percentile the share, from 0 to 100. 50 asks for the median
         * @return the duration in nanoseconds, rounded up as the histogram knows it, or 0 if there is none
         * @throws IllegalArgumentException if {@code percentile} is not from 0 to 100
         */
        public long percentileNanos(double percentile) {
            if (!(percentile >= 0 && percentile <= 100)) {
                throw new IllegalArgumentException("percentile: " + percentile + " (expected: 0 to 100)");
            }
            long wanted = Math.max(1, (long) Math.ceil(percentile / 100 * count));
            long seen = 0;
            for (int i = 0; i < inBuckets.length; i++) {
                seen += inBuckets[i];
                if (seen >= wanted) {
                    return longestNanos(i);
                }
            }
            return 0;
        }

        private long longestNanos(int bucket) {
            return bucket == inBuckets.length - 1 ?
                    maxNanos : Math.min(maxNanos, DurationHistogram.longestNanos(bucket));
        }

        /**
         * {@return the longest duration in nanoseconds, or 0 if there is none} It is exact, unless this is the result
         * of {@link #since}.
         */
        public long maxNanos() {
            return maxNanos;
        }

        /**
         * {@return the durations that are in this snapshot and not in an earlier one of the same group}
         *
         * @param earlier the earlier snapshot, never {@code null}
         * @throws NullPointerException if {@code earlier} is {@code null}
         */
        public Durations since(Durations earlier) {
            ObjectUtil.checkNotNull(earlier, "earlier");
            long[] difference = new long[inBuckets.length];
            long max = 0;
            for (int i = 0; i < inBuckets.length; i++) {
                difference[i] = Math.max(0, inBuckets[i] - earlier.inBuckets[i]);
                if (difference[i] != 0) {
                    max = longestNanos(i);
                }
            }
            return new Durations(difference, max);
        }

        @Override
        public String toString() {
            return "p50 " + DurationHistogram.text(percentileNanos(50)) + ", p99 " +
                    DurationHistogram.text(percentileNanos(99)) + ", max " + DurationHistogram.text(maxNanos);
        }
    }

    /**
     * The longest run of an event loop so far. A run ends soon after 12 ms. In a longer run a handler or a task
     * took too long. {@link #step()} names it.
     */
    public static final class LongestRun {

        private final RunMeter.LongRun run;

        LongestRun(RunMeter.LongRun run) {
            this.run = run;
        }

        /** {@return which event loop it was, never {@code null}} */
        public String eventLoop() {
            return run.eventLoop;
        }

        /** {@return how many nanoseconds the run took} */
        public long runNanos() {
            return run.nanos;
        }

        /**
         * {@return what took longest in that run, or {@code null} if nothing was handled in it} It is the channel with
         * an event, or the class of the task. A task of {@code submit} or {@code schedule} is wrapped by Netty, and
         * only a periodic one still tells its class when it has run.
         */
        public String step() {
            return run.step;
        }

        /** {@return how many nanoseconds {@link #step()} took} */
        public long stepNanos() {
            return run.stepNanos;
        }

        @Override
        public String toString() {
            return DurationHistogram.text(run.nanos) + " in " + run.eventLoop +
                    (run.step == null ? "" : ", of it " + DurationHistogram.text(run.stepNanos) + " for " + run.step);
        }
    }
}
