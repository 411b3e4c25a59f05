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

import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.DurationHistogram;
import io.netty.channel.iocpnotify.loop.RunCounters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one thread has counted since it began, or all threads of a group together. The object does not change any more.
 * Any thread may use it.
 */
public final class IocpNotifyCounts {

    private final long[] figures;

    /** @param figures as those of {@link RunCounters#snapshot}; this object's from here on */
    IocpNotifyCounts(long[] figures) {
        this.figures = figures;
    }

    void addTo(long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += figures[i];
        }
    }

    /**
     * {@return for how many nanoseconds the threads, taken together, did not wait for packets} A handler that blocks is
     * busy.
     */
    public long busyNanos() {
        return figures[RunCounters.BUSY_NANOS];
    }

    /**
     * {@return for how many nanoseconds the threads, taken together, waited for packets, in
     * {@code ProcessSocketNotifications}}
     */
    public long waitingNanos() {
        return figures[RunCounters.WAITING_NANOS];
    }

    /**
     * {@return how many runs of event loops have ended} One run handles events, reads sockets again, and runs tasks.
     * For an {@link IocpNotifyIoHandler} it is the number of calls of {@link IocpNotifyIoHandler#run}.
     */
    public long runs() {
        return figures[RunCounters.ENDED_RUNS];
    }

    /**
     * {@return how many packets came from the completion port} Each tells that a socket is ready, that an operation has
     * ended, or that there is something to do.
     */
    public long packets() {
        return figures[RunCounters.PACKETS];
    }

    /** {@return how often a socket was armed} The port was asked for one packet when the socket is ready. */
    public long arms() {
        return figures[RunCounters.ARMS];
    }

    /**
     * {@return how many arms the system refused for good} The channel of each such socket was closed with an exception.
     * An arm that found no memory is tried again and does not count.
     */
    public long refusedArms() {
        return figures[RunCounters.REFUSED_ARMS];
    }

    /** {@return how often a socket was read again before an arm, because its next message might be there already} */
    public long readAgains() {
        return figures[RunCounters.READ_AGAINS];
    }

    /** {@return how many {@link #readAgains()} have received something} Each has spared an arm and a packet. */
    public long successfulReadAgains() {
        // A thread may have been read between the try and its end.
        return Math.max(0, readAgains() - figures[RunCounters.READ_AGAINS_IN_VAIN]);
    }

    /** {@return how many connections were reset before they were accepted, and were skipped} */
    public long skippedAccepts() {
        return figures[RunCounters.SKIPPED_ACCEPTS];
    }

    /**
     * {@return how often each function of the system was called, by its name, such as {@code recv}} The map cannot be
     * changed. {@code ProcessSocketNotifications} stands for the calls of the provider, also where the provider makes
     * other calls for it. Calls that are made once for each connection, such as {@code closesocket}, are not counted.
     */
    public Map<String, Long> calls() {
        Map<String, Long> map = new LinkedHashMap<String, Long>();
        for (CountedCall call : CountedCall.values()) {
            map.put(call.function, calls(call));
        }
        return Collections.unmodifiableMap(map);
    }

    long calls(CountedCall call) {
        return figures[RunCounters.CALLS + call.ordinal()];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("IocpNotifyCounts(busy: ").append(DurationHistogram.text(busyNanos()))
                .append(", waiting: ").append(DurationHistogram.text(waitingNanos()))
                .append(", runs: ").append(runs()).append(", packets: ").append(packets())
                .append(", arms: ").append(arms()).append(", refused: ").append(refusedArms())
                .append(", read again: ").append(successfulReadAgains()).append(" of ").append(readAgains())
                .append(", skipped accepts: ").append(skippedAccepts());
        for (CountedCall call : CountedCall.values()) {
            if (calls(call) != 0) {
                text.append(", ").append(call.function).append(": ").append(calls(call));
            }
        }
        return text.append(')').toString();
    }
}
