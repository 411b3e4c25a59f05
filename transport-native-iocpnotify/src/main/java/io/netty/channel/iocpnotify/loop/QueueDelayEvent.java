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

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * An event loop had something to do, and no thread ran it for a long time. The event is of a moment, since the time is
 * known only when it is over. So a recording that sets a threshold for it gets none.
 */
@SuppressWarnings("Since15")
@Name("io.netty.iocpnotify.QueueDelay")
@Label("Queue Delay of an Event Loop")
@Category({ "Netty", "IocpNotify" })
@Description("An event loop with events or tasks has waited for a thread for a long time, until now")
final class QueueDelayEvent extends Event {

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
