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

import io.netty.util.internal.SystemPropertyUtil;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

import java.util.concurrent.TimeUnit;

/**
 * The events of the Java Flight Recorder. A class of these events can be loaded only where there is a recorder, which a
 * JVM of Java 8 may lack. So each use of one of them is behind {@link #AVAILABLE}.
 */
public final class FlightEvents {

    /** Whether there is a recorder, and Netty may use it: {@code io.netty.jfr.enabled} is for its own events, too. */
    public static final boolean AVAILABLE = SystemPropertyUtil.getBoolean("io.netty.jfr.enabled", true) && isThere();

    public static final String THRESHOLD_PROPERTY = "io.netty.iocpnotify.jfrThresholdMillis";

    /** What is shorter is no event. A recording may set a longer threshold for slow runs, but not a shorter one. */
    public static final long THRESHOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(Math.max(0, SystemPropertyUtil.getLong(
            THRESHOLD_PROPERTY, 10)));

    private static boolean isThere() {
        try {
            // Initialised, too: the recorder adds calls to the class, and a class loader may find its base class alone.
            Class.forName(SlowRunEvent.class.getName());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Never throws: the loop is still to be run. */
    public static void queueDelay(Object eventLoop, long nanos) {
        if (AVAILABLE) {
            try {
                QueueDelayEvent.record(eventLoop, nanos);
            } catch (Throwable ignored) {
                // No memory for it.
            }
        }
    }

    private FlightEvents() { }

    /** One run of an event loop took long. Each carrier has one object of this class, for all of its runs. */
    @SuppressWarnings("Since15")
    @Name("io.netty.iocpnotify.SlowRun")
    @Label("Slow Run of an Event Loop")
    @Category({ "Netty", "IocpNotify" })
    @Description("A handler or a task has kept a thread of an event loop group for a long time")
    public static final class SlowRunEvent extends Event {

        @Label("Event Loop")
        public String eventLoop;

        @Label("Longest Step")
        @Description("The channel with an event, or the class of the task, that took longest in the run")
        public String longestStep;

        @Label("Time of the Longest Step")
        @Description("In nanoseconds")
        public long longestStepNanos;

        private transient boolean begun;
        /** Read after {@code begin}, and the end before {@code end}: so what the recorder measures is not shorter. */
        private transient long begunNanos;

        public void beginIfEnabled() {
            begun = isEnabled();
            if (begun) {
                begin();
                begunNanos = System.nanoTime();
            }
        }

        /** The run is over: whether it is to be recorded. Then the caller sets the fields and commits. */
        public boolean wasLong() {
            if (!begun) {
                return false;
            }
            begun = false;
            if (System.nanoTime() - begunNanos < FlightEvents.THRESHOLD_NANOS) {
                return false;
            }
            end();
            return shouldCommit();
        }
    }

    /**
     * An event loop had something to do, and no thread ran it for a long time. The event is of a moment, since the time
     * is known only when it is over. So a recording that sets a threshold for it gets none.
     */
    @SuppressWarnings("Since15")
    @Name("io.netty.iocpnotify.QueueDelay")
    @Label("Queue Delay of an Event Loop")
    @Category({ "Netty", "IocpNotify" })
    @Description("An event loop with events or tasks has waited for a thread for a long time, until now")
    static final class QueueDelayEvent extends Event {

        @Label("Event Loop")
        String eventLoop;

        @Label("Delay")
        @Description("In nanoseconds")
        long delayNanos;

        static void record(Object eventLoop, long nanos) {
            QueueDelayEvent event = new QueueDelayEvent();
            if (event.shouldCommit()) {
                event.eventLoop = String.valueOf(eventLoop);
                event.delayNanos = nanos;
                event.commit();
            }
        }
    }
}
