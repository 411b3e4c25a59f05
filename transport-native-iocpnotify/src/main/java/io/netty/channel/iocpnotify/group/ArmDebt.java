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
 * The arms that finished runs have asked for. They are gathered to go to the port in one call. The debt also has the
 * strands of those runs: nobody may run them again before that call.
 * <p>
 * Used by one thread at a time: the carrier that made the runs, or the one that took the debt over from it.
 */
final class ArmDebt {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(ArmDebt.class);

    /** Its place in {@link ArmDebts}. */
    final int number;
    /**
     * The number of the debt below it in the stack of {@link ArmDebts}, or -1. Written by who puts it there, before;
     * read by any carrier, which then takes it only if the stack has not changed.
     */
    volatile int nextEmpty;

    private final ArmBatch arms;
    private final Strand[] strands;
    /** Where in {@link #arms} those of each strand end. */
    private final int[] ends;
    private int strandCount;

    ArmDebt(int number, int maxArms, int maxStrands) {
        this.number = number;
        strands = new Strand[maxStrands];
        ends = new int[maxStrands];
        arms = new ArmBatch(maxArms);
    }

    ArmBatch arms() {
        return arms;
    }

    boolean isEmpty() {
        return strandCount == 0;
    }

    /** Whether it can take the arms of one more strand. */
    boolean hasRoom(int moreArms) {
        return strandCount < strands.length && moreArms <= arms.room();
    }

    /** Keeps a strand that has put its arms into {@link #arms()} just now. */
    void hold(Strand strand) {
        strands[strandCount] = strand;
        ends[strandCount++] = arms.count();
    }

    /**
     * Pays it without waiting for anything.
     *
     * @param counters the caller's
     */
    void pay(CompletionPort port, RunCounters counters) {
        if (!isEmpty()) {
            if (!isFree()) {
                counters.processed(arms.count(), 0);
            }
            settle(-port.arm(arms));
        }
    }

    /**
     * Pays it with the call that also looks for packets.
     *
     * @param counters the caller's
     * @return as {@link CompletionPort#process}
     */
    int payAndPoll(CompletionPort port, PacketArray packets, RunCounters counters) {
        int count = port.process(arms, packets);
        counters.processed(arms.count(), count);
        // A call that failed has armed nothing, but it may have failed for what it was to dequeue.
        settle(count < 0 ? -port.arm(arms) : 0);
        return count;
    }

    private void settle(int error) {
        int from = 0;
        for (int i = 0; i < strandCount; i++) {
            Strand strand = strands[i];
            strands[i] = null;
            try {
                strand.armed(arms, from, ends[i], error);
            } catch (Throwable t) {
                // A strand that is not released runs no more; one that made trouble is no other strand's trouble.
                Errors.logUnexpected(logger, "Unexpected exception after arms were handed over", t);
            }
            from = ends[i];
        }
        strandCount = 0;
        arms.clear();
    }

    /** Whether to pay it costs no call. */
    boolean isFree() {
        return arms.count() == 0;
    }

    void free() {
        arms.free();
    }
}
