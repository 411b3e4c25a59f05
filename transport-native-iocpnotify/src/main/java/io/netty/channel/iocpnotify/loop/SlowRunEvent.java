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
 * One run of an event loop took long. Each carrier has one object of this class, and uses it for each of its runs.
 */
@SuppressWarnings("Since15")
@Name("io.netty.iocpnotify.SlowRun")
@Label("Slow Run of an Event Loop")
@Category({ "Netty", "IocpNotify" })
@Description("A handler or a task has kept a thread of an event loop group for a long time")
public final class SlowRunEvent extends Event {

    @Label("Event Loop")
    public String eventLoop;

    @Label("Longest Step")
    @Description("The channel with an event, or the class of the task, that took longest in the run")
    public String longestStep;

    @Label("Time of the Longest Step")
    @Description("In nanoseconds")
    public long longestStepNanos;

    /** Whether the recording was on at the beginning. */
    private transient boolean begun;
    /** Read after {@link #begin()}, and the end before {@link #end()}: so what the recorder measures is not shorter. */
    private transient long begunNanos;

    /** A run begins. */
    public void beginIfEnabled() {
        begun = isEnabled();
        if (begun) {
            begin();
            begunNanos = System.nanoTime();
        }
    }

    /**
     * The run is over.
     *
     * @return whether it is to be recorded: then the fields are set, and {@link #commit()} is called
     */
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
