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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.iocpnotify.ChannelFixture;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.LoopKind;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.util.concurrent.EventExecutor;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What the flight recorder records of a group. */
@Timeout(120)
class FlightEventsTest {

    private static final String SLOW_RUN = "io.netty.iocpnotify.SlowRun";
    private static final String QUEUE_DELAY = "io.netty.iocpnotify.QueueDelay";
    private static final long BLOCKED_MILLIS = 300;
    private static final Duration MOST_OF_IT = Duration.ofMillis(BLOCKED_MILLIS - 100);

    private static final class Sleep implements Runnable {
        private final long millis;

        Sleep(long millis) {
            this.millis = millis;
        }

        @Override
        public void run() {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Sharable
    private static final class SleepsAndEchoes extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            new Sleep(BLOCKED_MILLIS).run();
            ctx.writeAndFlush(msg);
        }
    }

    /** A part of a test that may throw. */
    private interface Part {
        void run(IocpNotifyEventLoopGroup group, ChannelFixture fixture) throws Exception;
    }

    /** Returns the events of that name, and of no other thread than the group's, that are recorded meanwhile. */
    private static List<RecordedEvent> record(String name, Duration threshold, Part part) throws Exception {
        Path file = Files.createTempFile("iocpnotify", ".jfr");
        try (Recording recording = new Recording()) {
            if (threshold == null) {
                recording.enable(name);
            } else {
                recording.enable(name).withThreshold(threshold);
            }
            recording.start();
            try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
                part.run((IocpNotifyEventLoopGroup) fixture.group(), fixture);
            }
            recording.stop();
            recording.dump(file);
            List<RecordedEvent> events = new ArrayList<RecordedEvent>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(name)) {
                    events.add(event);
                }
            }
            return events;
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aSlowRunTellsItsChannel() throws Exception {
        String[] port = new String[1];
        List<RecordedEvent> events = record(SLOW_RUN, MOST_OF_IT, (group, fixture) -> {
            Channel server = fixture.serve(new SleepsAndEchoes());
            try (Socket client = new Socket()) {
                client.connect((InetSocketAddress) server.localAddress(), 10000);
                client.setSoTimeout(10000);
                port[0] = String.valueOf(client.getLocalPort());
                client.getOutputStream().write(7);
                assertEquals(7, client.getInputStream().read());
            }
        });
        // What the machine does meanwhile may make others slow.
        events.removeIf(event -> !event.getString("longestStep").endsWith(':' + port[0] + ']'));
        assertEquals(1, events.size(), events::toString);
        RecordedEvent event = events.get(0);
        assertTrue(event.getDuration().compareTo(MOST_OF_IT) >= 0, event::toString);
        assertTrue(event.getLong("longestStepNanos") >= MOST_OF_IT.toNanos(), event::toString);
        assertTrue(event.getString("eventLoop").contains("IocpNotifyEventLoop@"), event::toString);
        assertTrue(event.getThread().getJavaName().contains("iocpNotifyEventLoopGroup"), event::toString);
    }

    /** Without a setting in the recording 10 ms is slow; a setting may ask for more. */
    @Test
    void whatIsShorterThanTheThresholdIsNotRecorded() throws Exception {
        Part part = (group, fixture) -> {
            EventExecutor loop = group.next();
            for (int millis : new int[] { 1, 1, 50, 1, 1 }) {
                // Alone in its run.
                loop.submit(new Sleep(millis)).sync();
                Thread.sleep(20);
            }
        };
        List<RecordedEvent> usual = record(SLOW_RUN, null, part);
        // What the machine does meanwhile may make others slow, but each that is there was.
        assertTrue(usual.stream().anyMatch(event -> event.getDuration().toMillis() >= 40), usual::toString);
        for (RecordedEvent event : usual) {
            assertTrue(event.getDuration().toMillis() >= 9, event::toString);
        }
        List<RecordedEvent> none = record(SLOW_RUN, Duration.ofSeconds(20), part);
        assertEquals(0, none.size(), none::toString);
    }

    /** The thread may be held up between two readings of a clock, before the recorder begins. */
    @Test
    void whatPassedBeforeTheRecorderBeganIsNotRecorded() throws Exception {
        long aSecond = TimeUnit.SECONDS.toNanos(1);
        List<RecordedEvent> slow = record(SLOW_RUN, null, (group, fixture) -> {
            long nowNanos = System.nanoTime();
            RunMeter meter = new RunMeter(new RunCounters());
            meter.runBegins(group.next(), nowNanos - aSecond, nowNanos - aSecond);
            meter.runEnds(group.next(), nowNanos);
        });
        slow.removeIf(event -> event.getDuration().toMillis() >= 9);
        assertEquals(0, slow.size(), slow::toString);
    }

    @Test
    void anEventLoopThatHasWaitedIsTold() throws Exception {
        EventExecutor[] waiting = new EventExecutor[1];
        List<RecordedEvent> events = record(QUEUE_DELAY, null, (group, fixture) -> {
            List<EventExecutor> loops = new ArrayList<EventExecutor>();
            group.forEach(loops::add);
            CountDownLatch blocked = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                loops.get(i).execute(() -> {
                    blocked.countDown();
                    new Sleep(BLOCKED_MILLIS).run();
                });
            }
            assertTrue(blocked.await(10, TimeUnit.SECONDS));
            waiting[0] = loops.get(2);
            waiting[0].submit(() -> { }).sync();
        });
        // What the machine does meanwhile may delay others, and this one later.
        events.removeIf(event -> !event.getString("eventLoop").equals(waiting[0].toString()) ||
                event.getLong("delayNanos") < MOST_OF_IT.toNanos());
        assertEquals(1, events.size(), events::toString);
    }
}
