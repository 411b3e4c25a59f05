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

import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * The arms that finished runs have asked for. They are gathered to be submitted to the port in one call, together with
 * the strands of those runs: nobody may run them again before that call. Used by one thread at a time: the carrier that
 * made the runs, or the one that took the arms over from it.
 */
final class PendingArms implements StrandSet.Member {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PendingArms.class);

    private final int number;
    private final ArmBatch arms;
    private final Strand[] strands;
    /** Where in {@link #arms} those of each strand end. */
    private final int[] ends;
    private int strandCount;

    PendingArms(int number, int maxArms, int maxStrands) {
        this.number = number;
        strands = new Strand[maxStrands];
        ends = new int[maxStrands];
        arms = new ArmBatch(maxArms);
    }

    @Override
    public int number() {
        return number;
    }

    ArmBatch arms() {
        return arms;
    }

    boolean isEmpty() {
        return strandCount == 0;
    }

    /** Whether there are strands, but no arms: then to submit costs no call. */
    boolean hasNoArms() {
        return arms.count() == 0;
    }

    boolean hasRoom(int moreArms) {
        return strandCount < strands.length && moreArms <= arms.room();
    }

    /** Keeps a strand that has put its arms into {@link #arms()} just now. */
    void add(Strand strand) {
        strands[strandCount] = strand;
        ends[strandCount++] = arms.count();
    }

    /** Submits the arms without waiting for anything, and releases the strands. The counters are the caller's. */
    void submit(CompletionPort port, RunCounters counters) {
        if (!hasNoArms()) {
            counters.processed(arms.count(), 0);
        }
        submitted(-port.arm(arms));
    }

    /** As {@link #submit}, with the call that also takes packets. Returns as {@link CompletionPort#process}. */
    int submitAndPoll(CompletionPort port, PacketArray packets, RunCounters counters) {
        int count = port.process(arms, packets);
        counters.processed(arms.count(), count);
        // A call that failed has armed nothing, but it may have failed for what it was to dequeue.
        submitted(count < 0 ? -port.arm(arms) : 0);
        return count;
    }

    private void submitted(int error) {
        int from = 0;
        for (int i = 0; i < strandCount; i++) {
            Strand strand = strands[i];
            strands[i] = null;
            try {
                strand.armed(arms, from, ends[i], error);
            } catch (Throwable t) {
                // A strand that is not released runs no more; one that made trouble is no other strand's trouble.
                Errors.logUnexpected(logger, "Unexpected exception after arms were submitted", t);
            }
            from = ends[i];
        }
        strandCount = 0;
        arms.clear();
    }

    void free() {
        arms.free();
    }

    /** Those that the carriers of a group have, and those that no carrier has. For carriers. */
    static final class Pool {

        private static final int ARMS_PER_CALL = 256;
        private static final int STRANDS_PER_CALL = 64;
        /** Its own, and either an empty one or one that it has taken over and submits. */
        private static final int MOST_OF_A_CARRIER = 2;

        private final CompletionPort port;
        /** Filled before the first carrier starts, unchanged from then on. */
        private final Carrier[] carriers;
        /** By their numbers. Filled before the first carrier starts, unchanged from then on. */
        private final PendingArms[] all;
        private int count;
        /** Those that are empty and that no carrier has. In as few words as possible: little happens here. */
        private final StrandSet<PendingArms> unused;

        Pool(CompletionPort port, Carrier[] carriers) {
            this.port = port;
            this.carriers = carriers;
            all = new PendingArms[MOST_OF_A_CARRIER * carriers.length];
            unused = new StrandSet<PendingArms>(all, 1);
        }

        /** Makes what one carrier needs. Before the first carrier starts. */
        void addForCarrier() {
            for (int more = port.combinesArms ? MOST_OF_A_CARRIER : 1; more > 0; more--) {
                all[count] = new PendingArms(count, ARMS_PER_CALL, STRANDS_PER_CALL);
                giveBack(all[count++]);
            }
        }

        PendingArms take() {
            // Who looks through several words misses one that is given back behind it.
            for (int looks = all.length; looks > 0; looks--) {
                PendingArms taken = unused.poll();
                if (taken != null) {
                    return taken;
                }
            }
            throw new IllegalStateException("more than " + MOST_OF_A_CARRIER + " for each carrier");
        }

        void giveBack(PendingArms empty) {
            unused.add(empty);
        }

        /** For a carrier that has said that it waits: the arms of a busy one, or {@code null} if there are none. */
        PendingArms takeOver() {
            if (!port.combinesArms) {
                // Each carrier submits at the end of each run. So there is nothing to look for in all of them.
                return null;
            }
            for (Carrier carrier : carriers) {
                PendingArms taken = carrier.takePendingArms();
                if (taken != null) {
                    return taken;
                }
            }
            return null;
        }

        /**
         * For a carrier that goes on working. Returns a carrier that is in the same run as at the last call of this
         * method, and has pending arms: so nobody has to wait for the end of that run. {@code null} if there is none.
         */
        Carrier findInSameRun(long[] runsSeen) {
            if (!port.combinesArms) {
                // What is read below is written by each run of another carrier.
                return null;
            }
            Carrier found = null;
            for (int i = 0; i < carriers.length; i++) {
                long runs = carriers[i].runs();
                if (runs != runsSeen[i]) {
                    runsSeen[i] = runs;
                } else if (found == null && carriers[i].hasPendingArms()) {
                    found = carriers[i];
                }
            }
            return found;
        }

        /** Frees the memory of those that no carrier has; for the last carrier, or when there never will be one. */
        void free() {
            for (PendingArms empty = unused.poll(); empty != null; empty = unused.poll()) {
                empty.free();
            }
        }
    }
}
