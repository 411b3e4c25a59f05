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
package io.netty.iocpnotify.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs programs on NIO and on the other lanes, and says what is wrong.
 */
final class Judge {

    /** How often NIO gets the chance to do the same, before a difference counts as one. */
    private static final int NIO_AGAIN = 12;
    /** In so many runs it must show at least half of the time: what shows now and then is a race of the program. */
    private static final int OURS = 12;

    private final Lanes lanes;
    /** Differences that NIO shows to itself, when it runs the program often enough. */
    final AtomicLong races = new AtomicLong();
    /** Differences that NIO has not shown, and this transport only now and then. */
    final AtomicLong rare = new AtomicLong();
    /** Programs that NIO does not run as the plan says. */
    final AtomicLong undecided = new AtomicLong();

    Judge(Lanes lanes) {
        this.lanes = lanes;
    }

    /** All findings of one run, at most one for each lane. */
    List<Finding> judge(Program program, long limitBeats) throws InterruptedException {
        Plan plan = new Plan(program, lanes.areUnderFaults());
        List<Finding> findings = new ArrayList<Finding>();
        Outcome nio = new ProgramRun(plan, lanes.of(Lane.Kind.NIO), limitBeats).run();
        boolean decided = nio.stuck == null && nio.complaints.isEmpty();
        if (!decided) {
            undecided.incrementAndGet();
            findings.add(new Finding(Lane.Kind.NIO, nio.stuck == null ? nio.complaints.get(0) : nio.stuck,
                    nio.threads));
        }
        for (Lane.Kind kind : lanes.tried()) {
            Outcome ours = new ProgramRun(plan, lanes.of(kind), limitBeats).run();
            if (!ours.complaints.isEmpty()) {
                if (nio.complaints.isEmpty()) {
                    // First: what does not come to rest after it may do so because of it.
                    findings.add(new Finding(kind, ours.complaints.get(0) +
                            (ours.stuck == null ? "" : ", then stuck: " + ours.stuck), ours.threads));
                }
            } else if (ours.stuck != null) {
                if (nio.stuck == null) {
                    findings.add(new Finding(kind, "stuck: " + ours.stuck, ours.threads));
                }
            } else if (decided) {
                Finding finding = compare(plan, kind, nio, ours, limitBeats);
                if (finding != null) {
                    findings.add(finding);
                }
            }
        }
        return findings;
    }

    private Finding compare(Plan plan, Lane.Kind kind, Outcome nio, Outcome ours, long limitBeats)
            throws InterruptedException {
        String differs = difference(plan.program, nio, ours);
        if (differs == null) {
            return null;
        }
        for (int i = 0; i < NIO_AGAIN; i++) {
            Outcome again = new ProgramRun(plan, lanes.of(Lane.Kind.NIO), limitBeats).run();
            if (again.stuck == null && ours.facts.get(differs).equals(again.facts.get(differs))) {
                races.incrementAndGet();
                return null;
            }
        }
        int shown = 1;
        for (int i = 1; i < OURS; i++) {
            Outcome again = new ProgramRun(plan, lanes.of(kind), limitBeats).run();
            if (again.stuck != null || !again.complaints.isEmpty()) {
                return new Finding(kind, again.stuck != null ? "stuck: " + again.stuck : again.complaints.get(0),
                        again.threads);
            }
            shown += ours.facts.get(differs).equals(again.facts.get(differs)) ? 1 : 0;
        }
        String text = differs + " is " + ours.facts.get(differs) + ", with NIO " + nio.facts.get(differs);
        if (2 * shown >= OURS) {
            return new Finding(kind, text, "");
        }
        rare.incrementAndGet();
        return Finding.rare(kind, text + ", in " + shown + " of " + OURS + " runs");
    }

    /** The first fact that differs without a reason; {@code null} if none does. */
    private static String difference(Program program, Outcome nio, Outcome ours) {
        for (Map.Entry<String, String> fact : ours.facts.entrySet()) {
            String theirs = String.valueOf(nio.facts.get(fact.getKey()));
            if (!theirs.equals(fact.getValue()) &&
                    !KnownDifference.isKnown(program, fact.getKey(), theirs, fact.getValue())) {
                return fact.getKey();
            }
        }
        return null;
    }
}
