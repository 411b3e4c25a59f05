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
package io.netty.iocpnotify.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * What went wrong in this process. One is enough to end the soak; a few are kept, as others may follow from the first.
 * Any thread.
 */
final class Failures {

    private static final int KEPT = 20;

    private final List<String> kept = new ArrayList<>();
    private int count;
    private boolean ended;

    /** What follows is the end of connections that nobody lets go on. */
    synchronized void end() {
        ended = true;
    }

    synchronized void add(String what) {
        if (ended) {
            return;
        }
        count++;
        if (kept.size() < KEPT) {
            kept.add(what.replace('\n', ' '));
        }
    }

    synchronized void add(Object who, Throwable cause) {
        // Where it comes from is not in the message of a bug of our own.
        if (!ended && count < KEPT && !(cause instanceof WrongBytesException)) {
            cause.printStackTrace();
        }
        add(who + ": " + cause);
    }

    synchronized boolean isEmpty() {
        return count == 0;
    }

    /** Those that were kept, one a line. */
    synchronized String text() {
        return String.join("\n", kept) + (count > kept.size() ? "\nand " + (count - kept.size()) + " more" : "");
    }
}
