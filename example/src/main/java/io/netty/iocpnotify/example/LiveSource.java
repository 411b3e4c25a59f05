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
package io.netty.iocpnotify.example;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.channel.iocpnotify.IocpNotifyCounts;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyMetrics;
import io.netty.util.NettyRuntime;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the page shows, as JSON. Both services are measured from outside in the same way. What a group of this transport
 * tells of itself comes besides. All durations are in milliseconds, and of the time since the last sample.
 * <p>
 * One thread at a time may use it.
 */
final class LiveSource implements LiveFeed {

    private static final JsonFactory JSON = new JsonFactory();
    private static final double NANOS_PER_MILLI = 1e6;

    private final UnevenSettings settings;
    private final Measured own;
    private final List<Measured> services;
    private final IocpNotifyEventLoopGroup group;
    private final long startNanos;
    private IocpNotifyMetrics last;

    /**
     * @param own     the service on an {@link IocpNotifyEventLoopGroup}
     * @param ownLoad its load
     * @param nio     the service on NIO
     * @param nioLoad its load
     */
    LiveSource(UnevenSettings settings, UnevenService own, UnevenLoad ownLoad, UnevenService nio, UnevenLoad nioLoad) {
        this.settings = settings;
        this.own = new Measured(own, ownLoad);
        services = Arrays.asList(this.own, new Measured(nio, nioLoad));
        group = (IocpNotifyEventLoopGroup) own.group();
        last = group.metrics();
        startNanos = last.takenAtNanos();
    }

    void submitTasks() {
        for (Measured measured : services) {
            measured.service.submitTasks();
        }
    }

    @Override
    public String about() {
        return json(json -> {
            json.writeStringField("system", System.getProperty("os.name"));
            json.writeStringField("java", System.getProperty("java.version"));
            json.writeNumberField("processors", NettyRuntime.availableProcessors());
            json.writeStringField("provider", own.service.transport().provider());
            json.writeNumberField("threads", settings.threads());
            json.writeNumberField("quietConnections", settings.quietConnections());
            json.writeNumberField("everyMillis", settings.everyMillis());
            json.writeNumberField("slowConnections", settings.slowConnections());
            json.writeNumberField("sleepMillis", settings.sleepMillis());
            json.writeNumberField("phaseSeconds", settings.phaseSeconds());
            json.writeNumberField("window", LiveSamples.WINDOW);
        });
    }

    @Override
    public String sample() {
        return json(json -> {
            IocpNotifyMetrics now = group.metrics();
            json.writeNumberField("seconds", (now.takenAtNanos() - startNanos) / 1e9);
            json.writeNumberField("intervalSeconds", (now.takenAtNanos() - last.takenAtNanos()) / 1e9);
            json.writeNumberField("slowConnections", own.load.slowConnectionsNow());
            for (Measured measured : services) {
                measured.write(json);
            }
            json.writeObjectFieldStart("group");
            write(json, now);
            json.writeEndObject();
            last = now;
        });
    }

    private void write(JsonGenerator json, IocpNotifyMetrics now) throws IOException {
        IocpNotifyCounts counts = now.counts();
        json.writeNumberField("carriersBusy", (double) (counts.busyNanos() - last.counts().busyNanos()) /
                (now.takenAtNanos() - last.takenAtNanos()));
        json.writeNumberField("channels", now.registeredChannels());
        json.writeNumberField("queuedEventLoops", now.queuedEventLoops());
        write(json, "queueDelay", now.queueDelays().since(last.queueDelays()));
        write(json, "run", now.runDurations().since(last.runDurations()));
        json.writeObjectFieldStart("callsPerMessage");
        for (Map.Entry<String, Long> calls : counts.calls().entrySet()) {
            long before = last.counts().calls().get(calls.getKey());
            json.writeNumberField(calls.getKey(),
                    (double) (calls.getValue() - before) / Math.max(1, own.newMessages));
        }
        json.writeEndObject();
        json.writeArrayFieldStart("carriers");
        for (IocpNotifyMetrics.ThreadMetrics carrier : now.threads()) {
            json.writeStartObject();
            json.writeStringField("name", carrier.name());
            json.writeBooleanField("waiting", carrier.isWaiting());
            json.writeStringField("eventLoop", carrier.eventLoop());
            json.writeNumberField("runningMillis", carrier.runningNanos() / NANOS_PER_MILLI);
            json.writeEndObject();
        }
        json.writeEndArray();
        IocpNotifyMetrics.LongestRun longest = now.longestRun();
        if (longest != null) {
            json.writeObjectFieldStart("longestRun");
            json.writeStringField("eventLoop", longest.eventLoop());
            json.writeNumberField("millis", longest.runNanos() / NANOS_PER_MILLI);
            json.writeStringField("step", longest.step());
            json.writeNumberField("stepMillis", longest.stepNanos() / NANOS_PER_MILLI);
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, String name, IocpNotifyMetrics.Durations durations)
            throws IOException {
        write(json, name, durations.count(), durations.percentileNanos(50), durations.percentileNanos(99),
                durations.maxNanos());
    }

    static void write(JsonGenerator json, String name, Histogram durations) throws IOException {
        write(json, name, durations.getTotalCount(), durations.getValueAtPercentile(50),
                durations.getValueAtPercentile(99), durations.getMaxValue());
    }

    private static void write(JsonGenerator json, String name, long count, long p50, long p99, long max)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("count", count);
        json.writeNumberField("p50", p50 / NANOS_PER_MILLI);
        json.writeNumberField("p99", p99 / NANOS_PER_MILLI);
        json.writeNumberField("max", max / NANOS_PER_MILLI);
        json.writeEndObject();
    }

    static String json(Fields fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string takes everything", e);
        }
        return text.toString();
    }

    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    /** What is measured from outside, of one service. */
    private static final class Measured {
        private final UnevenService service;
        private final UnevenLoad load;
        private long messages;
        private long newMessages;
        private Histogram roundTrips;
        private Histogram taskWaits;

        Measured(UnevenService service, UnevenLoad load) {
            this.service = service;
            this.load = load;
            messages = service.messages();
        }

        void write(JsonGenerator json) throws IOException {
            newMessages = service.messages() - messages;
            messages += newMessages;
            roundTrips = load.roundTrips().getIntervalHistogram(roundTrips);
            taskWaits = service.taskWaits().getIntervalHistogram(taskWaits);
            json.writeObjectFieldStart(service.transport().toString());
            json.writeNumberField("messages", newMessages);
            LiveSource.write(json, "roundTrip", roundTrips);
            LiveSource.write(json, "taskWait", taskWaits);
            json.writeEndObject();
        }
    }
}
