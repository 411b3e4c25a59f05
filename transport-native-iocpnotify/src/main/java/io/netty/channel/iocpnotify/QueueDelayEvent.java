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

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * An event loop had something to do, and no thread ran it for a long time. An event loop has one object of this class
 * if it was ever queued during a recording, and uses it each time. It belongs to who has put the event loop into the
 * queue, and then to who takes it from there.
 */
@SuppressWarnings("Since15")
@Name("io.netty.iocpnotify.QueueDelay")
@Label("Queue Delay of an Event Loop")
@Category({ "Netty", "IocpNotify" })
@Description("An event loop with events or tasks has waited for a thread for a long time")
final class QueueDelayEvent extends FlightDuration {

    private static final QueueDelayEvent INSTANCE = new QueueDelayEvent();

    @Label("Event Loop")
    String eventLoop;

    /**
     * The event loop is put into the queue. Never throws: it would be lost.
     *
     * @param old what this has returned for that event loop the last time, or {@code null}
     */
    static QueueDelayEvent queued(QueueDelayEvent old) {
        try {
            if (!INSTANCE.isEnabled()) {
                return old;
            }
            QueueDelayEvent event = old == null ? new QueueDelayEvent() : old;
            event.beginIfEnabled();
            return event;
        } catch (Throwable ignored) {
            // No memory for it: then this delay is not recorded.
            return old;
        }
    }

    /** It is taken from there. */
    void taken(Object loop) {
        if (wasLong()) {
            eventLoop = loop.toString();
            commit();
        }
    }
}
