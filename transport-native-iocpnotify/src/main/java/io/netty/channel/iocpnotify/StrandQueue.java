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
 * queue are words that all carriers write. A strand is always in the same lane. Who takes a strand begins at any lane,
 * and goes on in any order. So with several lanes the order is that of the lane. No carrier has a lane of its own: a
 * handler that takes long keeps no strand from the other carriers.
 */
final class StrandQueue {

    /** At least: the number of lanes is rounded down to a power of two. docs/scaling.md says why 8. */
    private static final int CARRIERS_PER_LANE = 8;
    /** The smallest queue there is holds 2. */
    private static final int LEAST_CAPACITY = 2;

    private final Queue<Strand>[] lanes;
    private final int mask;
    /** As a shift: division by the number of lanes. */
    private final int shift;

    /**
     * @param strands  how many strands there are, whose numbers begin with 0
     * @param carriers how many carriers there are for them
     */
    @SuppressWarnings("unchecked")
    StrandQueue(int strands, int carriers) {
        int count = Integer.highestOneBit(Math.max(1, Math.min(strands, carriers) / CARRIERS_PER_LANE));
        mask = count - 1;
        shift = Integer.numberOfTrailingZeros(count);
        lanes = new Queue[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = PlatformDependent.newFixedMpmcQueue(Math.max(LEAST_CAPACITY, (strands + mask) / count));
        }
    }

    /**
     * @throws IllegalStateException if it is full, which means that some strand is in it more than once
     */
    void add(Strand strand) {
        if (!lanes[lane(strand)].offer(strand)) {
            throw new IllegalStateException("a strand was queued that is in the queue: it holds " + size());
        }
    }

    /**
     * Of as many strands in a row as there are lanes, each has another lane, so no lane gets too many. The next row is
     * shifted by one: else the strands whose number is a multiple of the number of lanes, which may be the busy ones of
     * some program, would all be in one.
     */
    private int lane(Strand strand) {
        int number = strand.number();
        return number + (number >>> shift) & mask;
    }

    /** Returns the strand that has been in some lane for the longest time, or {@code null} if there is none. */
    Strand poll() {
        int way = anyWay();
        for (int i = 0; i <= mask; i++) {
            Strand strand = lanes[lane(way, i)].poll();
            if (strand != null) {
                return strand;
            }
        }
        return null;
    }

    /** Returns the strand that has been in that lane for the longest time, or {@code null} if there is none. */
    Strand poll(int lane) {
        return lanes[lane].poll();
    }

    boolean isEmpty() {
        int way = anyWay();
        for (int i = 0; i <= mask; i++) {
            if (!lanes[lane(way, i)].isEmpty()) {
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

    int laneCount() {
        return lanes.length;
    }

    /** Sets {@code sizes[i]} to the size of lane i. */
    void sizes(int[] sizes) {
        for (int i = 0; i < lanes.length; i++) {
            sizes[i] = lanes[i].size();
        }
    }

    /**
     * Returns a way through all lanes. Carriers that begin at different lanes do not meet. Those that find the same
     * lanes empty go on to different ones.
     */
    private int anyWay() {
        return mask == 0 ? 0 : ThreadLocalRandom.current().nextInt();
    }

    /** Returns the lane at step i of a way. The length of a step is odd, so each lane comes once. */
    private int lane(int way, int i) {
        return way + i * (way >>> Short.SIZE | 1) & mask;
    }
}
