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

import java.util.concurrent.TimeUnit;

/**
 * The events of the Java Flight Recorder. A class of these events can be loaded only where there is a recorder, which
 * a JVM of Java 8 may lack. So each use of one of them is behind {@link #AVAILABLE}.
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
            return SlowRunEvent.class.getSuperclass() != null;
        } catch (LinkageError e) {
            return false;
        }
    }

    /** An event loop has waited for a thread. Never throws: the loop is still to be run. */
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
}
