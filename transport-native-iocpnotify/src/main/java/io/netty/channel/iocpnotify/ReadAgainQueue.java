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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The strands of a group that have sockets to read again, until it is their turn. That is when all packets have been
 * taken that were on the port before: a stream that is not armed gets no more than one that is, and its peer has as
 * long to answer. Who finds the port empty has seen it; where the port does not get empty, a packet of this queue's own
 * goes behind the others and tells.
 * <p>
 * For carriers. Who adds a strand looks here before it waits, and has another carrier look before it runs a strand,
 * which may take any time ({@link #needsCarrier}). While a packet is under way, who gets the packet does so. So none is
 * forgotten.
 */
final class ReadAgainQueue {

    /** There is no packet under way. */
    private static final int NONE = 0;
    /** Somebody is about to post one. */
    private static final int BEGUN = 1;
    /** It is posted, or about to be. */
    private static final int ANNOUNCED = 2;

    private final IntSupplier post;
    private final StrandQueue strands;
    /** From NONE to BEGUN and to ANNOUNCED by who posts the packet, to NONE by who has taken it. */
    private final AtomicInteger packet = new AtomicInteger(NONE);
    /** How many strands of each lane the packet is for. Written while BEGUN, read while ANNOUNCED. */
    private final int[] announced;
    /** Written by who has announced, before the packet is posted, so by one thread at a time; read by any thread. */
    private volatile long posts;

    /**
     * @param post     puts a packet on the port that {@link #received} is called for: 0 or a negative error code
     * @param strands  how many there are
     * @param carriers how many there are
     */
    ReadAgainQueue(IntSupplier post, int strands, int carriers) {
        this.post = post;
        this.strands = new StrandQueue(strands, carriers);
        announced = newSizes();
    }

    /** For {@link #look} and {@link #looked}. */
    int[] newSizes() {
        return new int[strands.laneCount()];
    }

    void add(Strand strand) {
        strands.add(strand);
    }

    boolean isEmpty() {
        return strands.isEmpty();
    }

    /** Whether there are strands that no packet will tell of. */
    boolean needsCarrier() {
        return packet.get() == NONE && !strands.isEmpty();
    }

    /** The caller is about to look at the port, and {@code sizes} is for {@link #looked}. */
    void look(int[] sizes) {
        strands.sizes(sizes);
    }

    /**
     * The caller has looked at the port, and not waited.
     *
     * @param sizesBefore what {@link #look} has set before that
     * @param packets     how many packets there were, negative if the call failed
     * @param nowNanos    when that was
     */
    void looked(int[] sizesBefore, int packets, long nowNanos) {
        if (packets <= 0) {
            release(sizesBefore, nowNanos);
        } else if (!strands.isEmpty() && packet.compareAndSet(NONE, BEGUN)) {
            strands.sizes(announced);
            packet.set(ANNOUNCED);
            posts++;
            if (post.getAsInt() != 0) {
                // No memory for it: then too early, instead of never.
                received(nowNanos);
            }
        }
    }

    /** The packet was dequeued. The caller looks at this queue after that, as if it had added a strand. */
    void received(long nowNanos) {
        if (packet.get() == ANNOUNCED) {
            release(announced, nowNanos);
            packet.set(NONE);
        }
    }

    /** How many packets were posted. Any thread. */
    long posts() {
        return posts;
    }

    private void release(int[] sizes, long nowNanos) {
        for (int lane = 0; lane < sizes.length; lane++) {
            for (int i = sizes[lane]; i > 0; i--) {
                Strand strand = strands.poll(lane);
                if (strand == null) {
                    // Another carrier was faster.
                    break;
                }
                strand.readAgain(nowNanos);
            }
        }
    }
}
