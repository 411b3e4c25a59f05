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

import io.netty.channel.iocpnotify.winsock.CompletionPort;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the carriers of a group have their {@link ArmDebt}s from, and whose debt a carrier may pay for another. For
 * carriers.
 */
final class ArmDebts {

    private static final int ARMS_PER_CALL = 256;
    private static final int STRANDS_PER_CALL = 64;
    /** Where arms are owed: its own, and either an empty one or one that it has taken over and pays. */
    private static final int DEBTS_PER_CARRIER = 2;
    private static final int NONE = -1;

    private final CompletionPort port;
    /** Filled before the first carrier starts, unchanged from then on. */
    private final Carrier[] carriers;
    /** All debts, by their numbers. Filled before the first carrier starts, unchanged from then on. */
    private final ArmDebt[] all;
    private int count;
    /**
     * The top of the stack of debts that are paid and that no carrier has: its number, or NONE. The upper half counts
     * the changes: so who was stopped sees that the stack is another, even if the top is the same. Any carrier.
     */
    private final AtomicLong top = new AtomicLong(NONE);

    ArmDebts(CompletionPort port, Carrier[] carriers) {
        this.port = port;
        this.carriers = carriers;
        all = new ArmDebt[DEBTS_PER_CARRIER * carriers.length];
    }

    /** Makes what one carrier needs. Before the first carrier starts. */
    void addForCarrier() {
        for (int debts = port.combinesArms() ? DEBTS_PER_CARRIER : 1; debts > 0; debts--) {
            all[count] = new ArmDebt(count, ARMS_PER_CALL, STRANDS_PER_CALL);
            keepEmpty(all[count++]);
        }
    }

    /** Returns a debt that is paid. */
    ArmDebt takeEmpty() {
        for (;;) {
            long seen = top.get();
            if ((int) seen == NONE) {
                throw new IllegalStateException("more debts than " + DEBTS_PER_CARRIER + " for each carrier");
            }
            ArmDebt debt = all[(int) seen];
            if (top.compareAndSet(seen, changed(seen, debt.nextEmpty))) {
                return debt;
            }
        }
    }

    /** Takes a debt that is paid. */
    void keepEmpty(ArmDebt debt) {
        long seen;
        do {
            seen = top.get();
            debt.nextEmpty = (int) seen;
        } while (!top.compareAndSet(seen, changed(seen, debt.number)));
    }

    private static long changed(long seen, int number) {
        return (seen >>> Integer.SIZE) + 1 << Integer.SIZE | number & 0xFFFFFFFFL;
    }

    /**
     * For a carrier that has said that it waits: takes a debt from a carrier that is busy with other things, or returns
     * {@code null} if there is none.
     */
    ArmDebt takeOver() {
        if (!port.combinesArms()) {
            // Each carrier pays at the end of each run. So there is no debt to look for in all of them.
            return null;
        }
        for (Carrier carrier : carriers) {
            ArmDebt debt = carrier.takeDebt();
            if (debt != null) {
                return debt;
            }
        }
        return null;
    }

    /**
     * For a carrier that goes on working. Returns a carrier that is still in the same run as at the last call of this
     * method, and owes something: so nobody has to wait for the end of that run. {@code null} if there is none.
     *
     * @param runsSeen what the caller knows of each carrier
     */
    Carrier findStuck(long[] runsSeen) {
        if (!port.combinesArms()) {
            // As above. What is read here is written by each run of another carrier.
            return null;
        }
        Carrier stuck = null;
        for (int i = 0; i < carriers.length; i++) {
            long runs = carriers[i].runs();
            if (runs != runsSeen[i]) {
                runsSeen[i] = runs;
            } else if (stuck == null && carriers[i].owes()) {
                stuck = carriers[i];
            }
        }
        return stuck;
    }

    /** Frees the memory of those that no carrier has; for the last carrier, or when there never will be one. */
    void free() {
        while ((int) top.get() != NONE) {
            takeEmpty().free();
        }
    }
}
