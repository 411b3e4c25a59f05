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
 * goes behind the others and tells. As many strands get their turn then as have waited for it. With several lanes, one of
 * them may be later by some turns than a strand of another lane that came after it.
 * <p>
 * For carriers. Who adds a strand looks here before it waits, and has another carrier look before it runs a strand,
 * which may take any time ({@link #needsCarrier}); so none is forgotten.
 */
final class ReadAgainQueue {

    private final IntSupplier post;
    private final StrandQueue strands;
    /** How many strands the packet under way is for, 0 if there is none. Set by who posts it, cleared by who
     *  takes it. */
    private final AtomicInteger announced = new AtomicInteger();
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
    }

    void add(Strand strand) {
        strands.add(strand);
    }

    int size() {
        return strands.size();
    }

    /** Whether there are strands that no packet will tell of. */
    boolean needsCarrier() {
        return announced.get() == 0 && !strands.isEmpty();
    }

    /**
     * The caller has looked at the port, and not waited.
     *
     * @param sizeBefore the size of this queue before that
     * @param packets    how many packets there were, negative if the call failed
     * @param nowNanos   when that was
     */
    void looked(int sizeBefore, int packets, long nowNanos) {
        if (packets <= 0) {
            release(sizeBefore, nowNanos);
        } else {
            int size = strands.size();
            if (size != 0 && announced.compareAndSet(0, size)) {
                posts++;
                if (post.getAsInt() != 0) {
                    // No memory for it: then too early, instead of never.
                    release(announced.getAndSet(0), nowNanos);
                }
            }
        }
    }

    /** The packet was dequeued. */
    void received(long nowNanos) {
        release(announced.getAndSet(0), nowNanos);
    }

    /** How many packets were posted. Any thread. */
    long posts() {
        return posts;
    }

    private void release(int count, long nowNanos) {
        for (int i = 0; i < count; i++) {
            Strand strand = strands.poll();
            if (strand == null) {
                // Another carrier was faster.
                return;
            }
            strand.readAgain(nowNanos);
        }
    }
}
