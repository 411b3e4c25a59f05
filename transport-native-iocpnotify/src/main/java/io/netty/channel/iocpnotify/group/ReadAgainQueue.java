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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.winsock.CompletionKey;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The strands of a group that have sockets to read again, until it is their turn. That is when all packets have been
 * taken that were on the port before: a stream that is not armed gets no more than one that is, and its peer has as
 * long to answer. Who finds the port empty has seen it; where the port does not get empty, a packet of this queue's own
 * goes behind the others and tells.
 * <p>
 * For carriers. Who adds a strand looks here before it waits, and has another carrier look before it runs a strand,
 * which may take any time ({@link #needsCarrier}). While a packet is under way, who gets the packet does so. A strand
 * stays here until its turn, also if a packet was to tell of it. So none is forgotten, whichever thread is stopped.
 */
public final class ReadAgainQueue {

    /** A strand that waits here. */
    interface Waiter extends StrandSet.Member {

        /** It is the turn of this strand's sockets; for any carrier that looks at the run queue next. */
        void readAgain(long nowNanos);
    }

    private final PostedPacket packet;
    private final StrandSet<Waiter> strands;
    /** Whose turn a packet tells of. Set by who posts the packet, before; cleared by who has taken one. */
    private final AtomicLongArray announced;

    /** @param packet of {@link CompletionKey#READ_AGAIN} */
    ReadAgainQueue(PostedPacket packet, Waiter[] strands, int carriers) {
        this.packet = packet;
        this.strands = new StrandSet<Waiter>(strands, carriers);
        announced = new AtomicLongArray(this.strands.wordCount());
    }

    /** For {@link #beforePoll} and {@link #afterPoll}. */
    long[] newCopy() {
        return new long[strands.wordCount()];
    }

    void add(Waiter strand) {
        strands.add(strand);
    }

    boolean isEmpty() {
        return strands.isEmpty();
    }

    /** Any thread. */
    boolean contains(Waiter strand) {
        return strands.contains(strand);
    }

    /** Whether there are strands that no packet will tell of. */
    boolean needsCarrier() {
        return !strands.isEmpty() && !packet.isUnderWay();
    }

    /** The caller is about to poll the port, and {@code copy} is for {@link #afterPoll}. */
    void beforePoll(long[] copy) {
        for (int word = 0; word < copy.length; word++) {
            copy[word] = strands.bits(word);
        }
    }

    /**
     * The caller has polled the port.
     *
     * @param copyBefore what {@link #beforePoll} has set before that
     * @param packets how many packets there were, negative if the call failed
     * @param nowNanos when that was
     */
    void afterPoll(long[] copyBefore, int packets, long nowNanos) {
        if (packets <= 0) {
            for (int word = 0; word < copyBefore.length; word++) {
                release(word, copyBefore[word], nowNanos);
            }
        } else if (needsCarrier()) {
            for (int word = 0; word < strands.wordCount(); word++) {
                announce(word, strands.bits(word));
            }
            if (packet.tryPost() != 0) {
                // No memory for it: then too early, instead of never.
                releaseAnnounced(nowNanos);
            }
        }
    }

    private void announce(int word, long bits) {
        long before;
        do {
            before = announced.get(word);
        } while ((bits & ~before) != 0 && !announced.compareAndSet(word, before, before | bits));
    }

    /** The packet was dequeued. The caller looks at this queue after that, as if it had added a strand. */
    void packetDequeued(long nowNanos) {
        packet.dequeued();
        releaseAnnounced(nowNanos);
    }

    private void releaseAnnounced(long nowNanos) {
        for (int word = 0; word < strands.wordCount(); word++) {
            if (announced.get(word) != 0) {
                release(word, announced.getAndSet(word, 0), nowNanos);
            }
        }
    }

    /** Any thread. */
    public long posts() {
        return packet.posts();
    }

    private void release(int word, long bits, long nowNanos) {
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            Waiter strand = strands.poll(word, Long.numberOfTrailingZeros(rest));
            // Else another carrier was faster.
            if (strand != null) {
                strand.readAgain(nowNanos);
            }
        }
    }
}
