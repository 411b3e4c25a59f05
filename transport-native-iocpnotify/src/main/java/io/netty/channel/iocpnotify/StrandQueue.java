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

import io.netty.util.internal.PlatformDependent;

import java.util.Queue;

/**
 * A queue that each strand of a group is in once at most, so that it is never full. Any thread.
 */
final class StrandQueue {

    private final Queue<Strand> strands;

    /**
     * @param capacity how many strands there are
     */
    StrandQueue(int capacity) {
        // The smallest queue there is holds 2.
        strands = PlatformDependent.newFixedMpmcQueue(Math.max(2, capacity));
    }

    /**
     * @throws IllegalStateException if it is full, which means that some strand is in it more than once
     */
    void add(Strand strand) {
        if (!strands.offer(strand)) {
            throw new IllegalStateException("a strand was queued that is in the queue: it holds " + strands.size());
        }
    }

    /** Returns the strand that has been in it for the longest time, or {@code null} if there is none. */
    Strand poll() {
        return strands.poll();
    }

    boolean isEmpty() {
        return strands.isEmpty();
    }

    int size() {
        return strands.size();
    }
}
