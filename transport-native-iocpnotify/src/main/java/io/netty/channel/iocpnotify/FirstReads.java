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

/**
 * Whether to read a listener's new connections once before they are armed. Where clients speak first, and the server
 * is busy enough, their data is there by then, and an arm and its packet are spared. Where not, the call is in vain. So
 * the connections to come are tried as those before them have turned out.
 */
final class FirstReads {

    /** How many connections in vain, after many others that had data, until no more are tried. */
    private static final int CREDIT = 8;
    /** Of so many connections one is tried even then. */
    private static final int INTERVAL = 16;

    /**
     * Above 0: each connection is tried. Written by the loops of the connections, read by that of the listener. An
     * update may be lost to another, or undo it: then a few connections are tried, or not, that need not be.
     */
    private volatile int credit;

    /** Since the last one that was tried. Belongs to the listener's loop. */
    private int untried;

    /** Whether to try a new connection. In the listener's loop, once for each. */
    boolean isNextTried() {
        untried++;
        if (credit > 0 || untried >= INTERVAL) {
            untried = 0;
            return true;
        }
        return false;
    }

    /** What has become of it. In the connection's loop. */
    void tried(boolean received) {
        int before = credit;
        int after = received ? Math.min(CREDIT, before + 1) : Math.max(0, before - 1);
        // Most of the time it is the same as before, and other processors keep their copy.
        if (after != before) {
            credit = after;
        }
    }
}
