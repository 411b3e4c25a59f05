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

import java.util.Arrays;
import java.util.List;

/**
 * Places where a stopped thread is known to hold up others. Whatever else is held up is a finding. A place that is
 * mended is taken away here. {@code -Dexploration.without=WAKE_UP,TIMERS} tries what is found without these.
 */
enum Known {

    /**
     * JCTools' queue for the tasks of a loop. Its {@code poll} goes round until the element is there whose place is
     * taken. Netty's own event loops do the same. No thread is stopped here.
     */
    SUBMISSION("BaseMpscLinkedAtomicArrayQueue.offer"),
    /** From the moment on at which a strand is QUEUED until a carrier is called. Only this strand waits. */
    ENQUEUE("CarrierPool.enqueue"),
    /** From the moment on at which the packet counts as posted until it is. All rely on it. */
    WAKE_UP("WakeUpPacket.tryPost"),
    /** Who starts a carrier has a lock for a moment, and no other is started meanwhile. */
    START("CarrierStarter."),
    /** A carrier has the lock of the timers for a moment. */
    TIMERS("StrandTimers."),
    /**
     * Anywhere in a carrier. One that was woken, or is about to look for work, is relied on for all event loops. Of one
     * event loop the same is true without being listed here: the carrier is about to run it, or has just run it.
     */
    CARRIER(""),
    /** The last carrier closes the port. It waits until nobody is about to post to it. */
    LAST_CARRIER("CarrierPool.carrierEnds");

    private static final List<String> WITHOUT =
            Arrays.asList(System.getProperty("exploration.without", "").split(","));

    private final String place;
    private long met;

    Known(String place) {
        this.place = place;
    }

    /** Whether the thread is there, or in what is called there. */
    boolean holds(Thread thread) {
        if (WITHOUT.contains(name())) {
            return false;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            String type = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
            if ((type + '.' + frame.getMethodName()).startsWith(place)) {
                met++;
                return true;
            }
        }
        return false;
    }

    static boolean holds(Thread thread, Known... places) {
        for (Known known : places) {
            if (known.holds(thread)) {
                return true;
            }
        }
        return false;
    }

    /** How often each was met: one that never is may be needed no more. */
    static String counts() {
        StringBuilder counts = new StringBuilder();
        for (Known known : values()) {
            counts.append(counts.length() == 0 ? "" : ", ").append(known).append(' ').append(known.met);
        }
        return counts.toString();
    }
}
