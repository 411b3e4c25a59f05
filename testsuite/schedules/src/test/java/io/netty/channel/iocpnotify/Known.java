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
 * mended is taken away here. {@code -Dexploration.without=START,CARRIER} tries what is found without these.
 */
enum Known {

    /** Who starts a carrier has a lock for a moment, and no other is started meanwhile. */
    START("CarrierStarter."),
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

    /** How often each was met: one that never is may be needed no more. */
    static String counts() {
        StringBuilder counts = new StringBuilder();
        for (Known known : values()) {
            counts.append(counts.length() == 0 ? "" : ", ").append(known).append(' ').append(known.met);
        }
        return counts.toString();
    }
}
