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
package io.netty.iocpnotify.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyCounts;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyMetrics;
import io.netty.channel.iocpnotify.IocpNotifyMetrics.Durations;
import io.netty.channel.iocpnotify.IocpNotifyMetrics.ThreadMetrics;
import io.netty.util.internal.ObjectUtil;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Shows the {@linkplain IocpNotifyEventLoopGroup#metrics() metrics} of a group as meters of Micrometer.
 * <p>
 * The names begin with {@code netty.iocpnotify}. The tasks that wait have the name that Micrometer's own
 * {@code NettyEventExecutorMetrics} gives them, {@code netty.eventexecutor.tasks.pending}: that binder shows them only
 * for event loops that are a thread. The page {@code docs/metrics.md} lists all meters.
 * <p>
 * Any thread may use it. The meters do not keep the group: when it is garbage, they have no value.
 */
public final class IocpNotifyMeterBinder implements MeterBinder {

    private static final double[] QUANTILES = { 0.5, 0.99, 1 };

    private final IocpNotifyEventLoopGroup group;
    private final Tags tags;

    /**
     * Makes a binder for one group.
     *
     * @param group the group, never {@code null}
     * @param name the value of the tag {@code name} of each meter, which tells apart the groups of a program, never
     *         {@code null}
     * @param tags more tags for each meter, never {@code null}
     * @throws NullPointerException if one of them is {@code null}
     */
    public IocpNotifyMeterBinder(IocpNotifyEventLoopGroup group, String name, Tag... tags) {
        this.group = ObjectUtil.checkNotNull(group, "group");
        this.tags = Tags.of("name", ObjectUtil.checkNotNull(name, "name")).and(ObjectUtil.checkNotNull(tags, "tags"));
    }

    /**
     * Registers the meters.
     *
     * @param registry where to, never {@code null}
     * @throws NullPointerException if {@code registry} is {@code null}
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        ObjectUtil.checkNotNull(registry, "registry");
        Binding binding = new Binding(registry, group, tags);
        binding.provider();
        binding.gauge("netty.eventexecutor.tasks.pending", "Tasks that wait to run", IocpNotifyMetrics::pendingTasks);
        binding.gauge("netty.iocpnotify.threads", "Threads that have started", metrics -> metrics.threads().size());
        binding.gauge("netty.iocpnotify.threads.waiting", "Threads that wait for packets",
                metrics -> metrics.threads().stream().filter(ThreadMetrics::isWaiting).count());
        binding.gauge("netty.iocpnotify.eventloops", "Event loops", IocpNotifyMetrics::eventLoops);
        binding.gauge("netty.iocpnotify.eventloops.queued", "Event loops that wait for a thread",
                IocpNotifyMetrics::queuedEventLoops);
        binding.gauge("netty.iocpnotify.channels", "Channels that are registered",
                IocpNotifyMetrics::registeredChannels);

        String time = "netty.iocpnotify.threads.time";
        binding.seconds(time, "What the threads did with their time", "busy", IocpNotifyCounts::busyNanos);
        binding.seconds(time, "What the threads did with their time", "waiting", IocpNotifyCounts::waitingNanos);
        binding.counter("netty.iocpnotify.runs", "Runs of event loops", IocpNotifyCounts::runs);
        binding.counter("netty.iocpnotify.packets", "Packets of the completion port", IocpNotifyCounts::packets);
        binding.counter("netty.iocpnotify.arms", "Arms of sockets", IocpNotifyCounts::arms);
        binding.counter("netty.iocpnotify.arms.refused", "Arms that the system refused",
                IocpNotifyCounts::refusedArms);
        binding.counter("netty.iocpnotify.readagains", "Reads again instead of an arm", IocpNotifyCounts::readAgains);
        binding.counter("netty.iocpnotify.readagains.successful", "Reads again that have received something",
                IocpNotifyCounts::successfulReadAgains);
        binding.counter("netty.iocpnotify.accepts.skipped", "Connections that were reset before they were accepted",
                IocpNotifyCounts::skippedAccepts);
        binding.counter("netty.iocpnotify.wakeups", "Wake-ups of waiting threads", tags, IocpNotifyMetrics::wakeUps);
        for (String function : group.metrics().counts().calls().keySet()) {
            binding.counter("netty.iocpnotify.calls", "Calls of the system", tags.and("function", function),
                    metrics -> metrics.counts().calls().get(function));
        }

        binding.quantiles("netty.iocpnotify.queue.delay", "How long event loops waited for a thread",
                IocpNotifyMetrics::queueDelays);
        binding.quantiles("netty.iocpnotify.run.duration", "How long runs of event loops took",
                IocpNotifyMetrics::runDurations);
    }

    /** One call of {@link #bindTo}. The meters hold it, and hold the group weakly. */
    private static final class Binding {

        private final MeterRegistry registry;
        private final IocpNotifyEventLoopGroup group;
        private final Tags tags;
        private final Recent recent;

        Binding(MeterRegistry registry, IocpNotifyEventLoopGroup group, Tags tags) {
            this.registry = registry;
            this.group = group;
            this.tags = tags;
            recent = new Recent(group.metrics());
        }

        /** What asks a group for a value, by way of a snapshot that all meters of a scrape share. */
        private static ToDoubleFunction<IocpNotifyEventLoopGroup> of(
                Recent recent, ToDoubleFunction<IocpNotifyMetrics> value) {
            return asked -> value.applyAsDouble(recent.of(asked));
        }

        /** Its tag says what there is to know. */
        void provider() {
            Gauge.builder("netty.iocpnotify.provider", group, asked -> 1).description("The provider of notifications")
                    .tags(tags.and("provider", IocpNotify.provider())).register(registry);
        }

        void gauge(String name, String description, ToDoubleFunction<IocpNotifyMetrics> value) {
            Gauge.builder(name, group, of(recent, value)).description(description).tags(tags).register(registry);
        }

        void counter(String name, String description, ToDoubleFunction<IocpNotifyCounts> value) {
            counter(name, description, tags, metrics -> value.applyAsDouble(metrics.counts()));
        }

        void counter(String name, String description, Tags tags, ToDoubleFunction<IocpNotifyMetrics> value) {
            FunctionCounter.builder(name, group, of(recent, value)).description(description).tags(tags)
                    .register(registry);
        }

        void seconds(String name, String description, String state, ToDoubleFunction<IocpNotifyCounts> nanos) {
            FunctionCounter.builder(name, group, of(recent, metrics -> nanos.applyAsDouble(metrics.counts()) / 1e9))
                    .description(description).baseUnit("seconds").tags(tags.and("state", state)).register(registry);
        }

        void quantiles(String name, String description, Function<IocpNotifyMetrics, Durations> durations) {
            Recent recent = this.recent;
            for (double quantile : QUANTILES) {
                TimeGauge.builder(name, group, TimeUnit.NANOSECONDS,
                        asked -> recent.durations(asked, durations).percentileNanos(100 * quantile))
                        .description(description).tags(tags.and("quantile", text(quantile))).register(registry);
            }
        }

        private static String text(double quantile) {
            return quantile == 1 ? "1" : String.valueOf(quantile);
        }
    }

    /**
     * The metrics of a group for a caller that asks for many of them at once, and again from time to time. One snapshot
     * serves all that is asked within a moment. Durations are those of the last minutes, not of all time. Any thread.
     */
    static final class Recent {

        private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
        /** Durations are those since a snapshot that is as old, or up to twice as old. */
        private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

        // Guarded by this.
        private IocpNotifyMetrics latest;
        private long latestNanos = System.nanoTime();
        private IocpNotifyMetrics begin;
        private IocpNotifyMetrics nextBegin;

        Recent(IocpNotifyMetrics first) {
            latest = first;
            begin = first;
            nextBegin = first;
        }

        /** Returns a snapshot of the group, which is the one of the first. */
        synchronized IocpNotifyMetrics of(IocpNotifyEventLoopGroup group) {
            long nowNanos = System.nanoTime();
            if (nowNanos - latestNanos >= MOMENT_NANOS) {
                latest = group.metrics();
                latestNanos = nowNanos;
                if (latest.takenAtNanos() - nextBegin.takenAtNanos() >= WINDOW_NANOS) {
                    begin = nextBegin;
                    nextBegin = latest;
                }
            }
            return latest;
        }

        synchronized Durations durations(IocpNotifyEventLoopGroup group,
                                                   Function<IocpNotifyMetrics, Durations> kind) {
            return kind.apply(of(group)).since(kind.apply(begin));
        }
    }
}
