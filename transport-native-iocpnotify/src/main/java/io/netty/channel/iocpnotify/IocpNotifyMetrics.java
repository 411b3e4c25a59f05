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
import io.netty.channel.iocpnotify.winsock.Availability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What an {@link IocpNotifyEventLoopGroup} has counted and measured since it was made. The object does not change any
 * more. Any thread may use it.
 * <p>
 * The figures of different threads are read one after the other while the group goes on. So two figures that belong
 * together may differ by what happened meanwhile.
 */
public final class IocpNotifyMetrics {

    private final String provider;
    private final String fallbackReason;
    private final long takenAtNanos;
    private final int usualThreads;
    private final List<IocpNotifyThreadMetrics> threads;
    private final IocpNotifyCounts counts;
    private final long wakeUps;
    private final int eventLoops;
    private final int queuedEventLoops;
    private final int registeredChannels;
    private final int pendingTasks;
    private final IocpNotifyDurations queueDelays;
    private final IocpNotifyDurations runDurations;
    private final IocpNotifyLongestRun longestRun;

    /** Reads what the carriers and the strands of the group tell. Any thread. */
    IocpNotifyMetrics(CarrierPool pool) {
        takenAtNanos = LoopClock.nanos();
        List<IocpNotifyThreadMetrics> threads = new ArrayList<IocpNotifyThreadMetrics>();
        IocpNotifyCounts sum = IocpNotifyCounts.none();
        long[] delays = new long[DurationHistogram.BUCKETS];
        long[] durations = new long[DurationHistogram.BUCKETS];
        long longestDelay = 0;
        long longestDuration = 0;
        RunMeter.LongRun longest = null;
        for (Carrier carrier : pool.carriers()) {
            Thread thread = carrier.thread();
            if (thread != null) {
                RunMeter meter = carrier.meter();
                IocpNotifyThreadMetrics metrics = new IocpNotifyThreadMetrics(thread, meter, takenAtNanos);
                threads.add(metrics);
                sum = sum.plus(metrics.counts());
                meter.queueDelays().addTo(delays);
                longestDelay = Math.max(longestDelay, meter.queueDelays().maxNanos());
                meter.runDurations().addTo(durations);
                longestDuration = Math.max(longestDuration, meter.runDurations().maxNanos());
                longest = RunMeter.LongRun.longer(longest, meter.longest());
            }
        }
        wakeUps = pool.wakeUps();
        int registered = 0;
        int pending = 0;
        for (Strand strand : pool.strands()) {
            registered += strand.registered();
            pending += strand.pendingTasks();
        }
        provider = Availability.provider();
        fallbackReason = Availability.fallbackReason();
        usualThreads = pool.carrierCount();
        this.threads = Collections.unmodifiableList(threads);
        counts = sum.plus(CountedCall.POST_QUEUED_COMPLETION_STATUS, wakeUps + pool.readAgainQueue().posts());
        eventLoops = pool.strands().length;
        queuedEventLoops = pool.runnable().size();
        registeredChannels = registered;
        pendingTasks = pending;
        queueDelays = new IocpNotifyDurations(delays, longestDelay);
        runDurations = new IocpNotifyDurations(durations, longestDuration);
        longestRun = longest == null ? null : new IocpNotifyLongestRun(longest);
    }

    /**
     * Returns which provider serves the notifications, as {@link IocpNotify#provider()} does.
     *
     * @return {@code "system"} or {@code "afd"}
     */
    public String provider() {
        return provider;
    }

    /**
     * Returns why that provider was taken and not the first choice, as {@link IocpNotify#fallbackReason()} does.
     *
     * @return the reason, or {@code null} if it is the first choice, or was named by a property
     */
    public String fallbackReason() {
        return fallbackReason;
    }

    /**
     * Returns when this snapshot was taken. The difference of two snapshots is the time between them.
     *
     * @return the time in nanoseconds, from an origin that is the same for all snapshots of a program
     */
    public long takenAtNanos() {
        return takenAtNanos;
    }

    /**
     * Returns how many threads the group was made with. Spare threads do not count.
     *
     * @return the number of threads, whether they have started or not
     */
    public int usualThreads() {
        return usualThreads;
    }

    /**
     * Returns each thread that has started, in the order in which they started. A group starts a thread when there is
     * work for it. Spare threads are the last ones.
     *
     * @return the threads. The list cannot be changed
     */
    public List<IocpNotifyThreadMetrics> threads() {
        return threads;
    }

    /**
     * Returns what all threads have counted together.
     *
     * @return the sums
     */
    public IocpNotifyCounts counts() {
        return counts;
    }

    /**
     * Returns how often a waiting thread was woken for work that no packet of a socket tells of, such as a task of
     * another thread.
     *
     * @return the number of wake-ups that were posted to the port
     */
    public long wakeUps() {
        return wakeUps;
    }

    /**
     * Returns how many event loops the group has.
     *
     * @return the number of event loops
     */
    public int eventLoops() {
        return eventLoops;
    }

    /**
     * Returns how many event loops have something to do and wait for a thread.
     *
     * @return the number of event loops in the run queue
     */
    public int queuedEventLoops() {
        return queuedEventLoops;
    }

    /**
     * Returns how many channels and other handles are registered, as of the last run of each event loop.
     *
     * @return the number of handles. An {@link IocpNotifyCompletionHandle} does not count
     */
    public int registeredChannels() {
        return registeredChannels;
    }

    /**
     * Returns how many tasks wait to run. Scheduled tasks count when their time has come.
     *
     * @return the number of tasks of all event loops
     */
    public int pendingTasks() {
        return pendingTasks;
    }

    /**
     * Returns how long event loops that had something to do waited for a thread. The time begins when the event loop is
     * put into the run queue, and ends when its run begins. How long a packet was at the port before that is not known.
     *
     * @return one duration for each run
     */
    public IocpNotifyDurations queueDelays() {
        return queueDelays;
    }

    /**
     * Returns how long the runs of event loops took.
     *
     * @return one duration for each run
     */
    public IocpNotifyDurations runDurations() {
        return runDurations;
    }

    /**
     * Returns the longest run so far.
     *
     * @return the run, or {@code null} if no event loop was ever run
     */
    public IocpNotifyLongestRun longestRun() {
        return longestRun;
    }

    @Override
    public String toString() {
        return "IocpNotifyMetrics" + text();
    }

    /** What follows the name of what it is about. */
    String text() {
        StringBuilder text = new StringBuilder("(provider: ").append(provider)
                .append(fallbackReason == null ? "" : ", because " + fallbackReason)
                .append("; threads: ").append(threads.size()).append(" of ").append(usualThreads)
                .append(" started; event loops: ").append(eventLoops).append(", ").append(queuedEventLoops)
                .append(" queued; channels: ").append(registeredChannels).append("; pending tasks: ")
                .append(pendingTasks).append("; wake-ups: ").append(wakeUps).append("; queue delay: ")
                .append(queueDelays).append("; run: ").append(runDurations);
        if (longestRun != null) {
            text.append("; longest run: ").append(longestRun);
        }
        text.append(')');
        for (IocpNotifyThreadMetrics thread : threads) {
            text.append("\n    ").append(thread);
        }
        return text.toString();
    }
}
