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
import java.util.concurrent.ThreadLocalRandom;

/**
 * A queue that each strand of a group is in once at most, so that it is never full. Any thread.
 * <p>
 * It has one lane for a few carriers, and several for many. Each lane is a queue of its own, because the two ends of a
 * queue are words that all carriers write. A strand is always in the same lane. Who takes a strand begins at any lane.
 * So with several lanes the order is that of the lane. No carrier has a lane of its own: a handler that takes long
 * keeps no strand from the other carriers.
 */
final class StrandQueue {

    /** A lane for each so many, where that is a power of two. Where these come from: docs/scaling.md. */
    private static final int CARRIERS_PER_LANE = 8;
    /** The smallest queue there is holds 2. */
    private static final int LEAST_CAPACITY = 2;

    /** As many as a power of two. */
    private final Queue<Strand>[] lanes;
    private final int mask;

    /**
     * @param strands  how many strands there are, whose numbers begin with 0
     * @param carriers how many carriers there are for them
     */
    @SuppressWarnings("unchecked")
    StrandQueue(int strands, int carriers) {
        int count = Integer.highestOneBit(Math.max(1, Math.min(strands, carriers) / CARRIERS_PER_LANE));
        mask = count - 1;
        lanes = new Queue[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = PlatformDependent.newFixedMpmcQueue(Math.max(LEAST_CAPACITY, (strands + mask) / count));
        }
    }

    /**
     * @throws IllegalStateException if it is full, which means that some strand is in it more than once
     */
    void add(Strand strand) {
        if (!lanes[strand.number() & mask].offer(strand)) {
            throw new IllegalStateException("a strand was queued that is in the queue: it holds " + size());
        }
    }

    /** Returns the strand that has been in some lane for the longest time, or {@code null} if there is none. */
    Strand poll() {
        int first = anyLane();
        for (int i = 0; i <= mask; i++) {
            Strand strand = lanes[first + i & mask].poll();
            if (strand != null) {
                return strand;
            }
        }
        return null;
    }

    boolean isEmpty() {
        int first = anyLane();
        for (int i = 0; i <= mask; i++) {
            if (!lanes[first + i & mask].isEmpty()) {
                return false;
            }
        }
        return true;
    }

    int size() {
        int size = 0;
        for (Queue<Strand> lane : lanes) {
            size += lane.size();
        }
        return size;
    }

    /** Carriers that begin at different lanes do not meet, and each lane gets its turn. */
    private int anyLane() {
        return mask == 0 ? 0 : ThreadLocalRandom.current().nextInt() & mask;
    }
}
