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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IsolatedTransport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The system properties of the flight recorder. They are read once, so each test loads the transport anew.
 */
@Tag("one-provider")
@Timeout(120)
class FlightPropertiesTest {

    private static final String SLOW_RUN = "io.netty.iocpnotify.SlowRun";
    /** What is shorter is no event unless the property says otherwise. */
    private static final Duration USUAL_THRESHOLD = Duration.ofMillis(10);
    private static final int SHORT_RUNS = 20;
    private static final long MIDDLE_MILLIS = 30;
    private static final long LONG_MILLIS = 100;

    /** Returns how long the recorded runs of a group are that has run tasks of three lengths. */
    private static List<Duration> record(String... properties) throws Exception {
        Path file = Files.createTempFile("iocpnotify", ".jfr");
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary());
             Recording recording = new Recording()) {
            recording.enable(SLOW_RUN).withThreshold(Duration.ZERO);
            recording.start();
            IsolatedTransport.with(() -> {
                run(transport);
                return null;
            }, properties);
            recording.stop();
            recording.dump(file);
            List<Duration> durations = new ArrayList<Duration>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(SLOW_RUN)) {
                    durations.add(event.getDuration());
                }
            }
            return durations;
        } finally {
            Files.delete(file);
        }
    }

    private static void run(IsolatedTransport transport) throws Exception {
        Class<?> type = transport.loadClass(IocpNotifyEventLoopGroup.class.getName());
        assertNotSame(IocpNotifyEventLoopGroup.class, type);
        // Its interfaces of Netty are others, too.
        ExecutorService group = (ExecutorService) type.getConstructor(int.class).newInstance(1);
        try {
            for (int i = 0; i < SHORT_RUNS; i++) {
                sleepIn(group, 0);
            }
            sleepIn(group, MIDDLE_MILLIS);
            sleepIn(group, LONG_MILLIS);
        } finally {
            type.getMethod("shutdownGracefully", long.class, long.class, TimeUnit.class)
                    .invoke(group, 0, 10, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(30, TimeUnit.SECONDS));
        }
    }

    /** With 0 the task does nothing: on a busy machine even the shortest sleep can take longer than a threshold. */
    private static void sleepIn(ExecutorService group, long millis) throws Exception {
        group.submit(() -> {
            if (millis > 0) {
                Thread.sleep(millis);
            }
            return null;
        }).get();
        // The next one is another run.
        Thread.sleep(20);
    }

    private static boolean hasLong(List<Duration> durations) {
        return durations.stream().anyMatch(duration -> duration.toMillis() >= LONG_MILLIS - 10);
    }

    @Test
    void aShorterThresholdRecordsShorterRuns() throws Exception {
        List<Duration> durations = record(FlightEvents.THRESHOLD_PROPERTY, "0");
        assertTrue(hasLong(durations), durations::toString);
        assertTrue(durations.stream().anyMatch(duration -> duration.compareTo(USUAL_THRESHOLD) < 0),
                durations::toString);
    }

    @Test
    void aLongerThresholdRecordsLongerRunsOnly() throws Exception {
        List<Duration> durations = record(FlightEvents.THRESHOLD_PROPERTY, "50");
        assertTrue(hasLong(durations), durations::toString);
        for (Duration duration : durations) {
            assertTrue(duration.toMillis() >= 49, durations::toString);
        }
    }

    @Test
    void nothingIsRecordedWhereNettysEventsAreOff() throws Exception {
        assertTrue(hasLong(record("io.netty.jfr.enabled", "true")));
        List<Duration> none = record("io.netty.jfr.enabled", "false");
        assertEquals(0, none.size(), none::toString);
    }
}
