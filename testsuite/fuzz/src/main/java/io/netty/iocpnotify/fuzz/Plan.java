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

/**
 * A program with all that can be said of it beforehand. It is the same for every transport.
 */
final class Plan {

    final Program program;
    final List<PlannedPhase> phases = new ArrayList<PlannedPhase>();
    private final List<LinkModel> links = new ArrayList<LinkModel>();

    /** @param cutShort whether sends and receives may be cut short */
    Plan(Program program, boolean cutShort) {
        this.program = program;
        for (int i = 0; i < program.links.size(); i++) {
            links.add(new LinkModel(i, program.links.get(i), cutShort));
        }
        for (int i = 0; i < program.phases.size(); i++) {
            phases.add(plan(i, program.phases.get(i)));
        }
    }

    private PlannedPhase plan(int phase, List<Group> groups) {
        List<PlannedGroup> planned = new ArrayList<PlannedGroup>();
        List<Rest[]> rests = new ArrayList<Rest[]>();
        for (int i = 0; i < links.size(); i++) {
            List<Group> ofLink = new ArrayList<Group>();
            for (Group group : groups) {
                if (group.link == i) {
                    ofLink.add(group);
                }
            }
            planned.addAll(links.get(i).plan(phase, ofLink));
            rests.add(links.get(i).rest());
        }
        return new PlannedPhase(planned, rests);
    }

    /** Whether a link's outcome is known to the end of that phase. */
    boolean isCompared(int phase, int link) {
        return phases.get(phase).rests.get(link) != null;
    }

    /** Whether a side changes its loop somewhere. */
    boolean moves(int link, boolean client) {
        for (List<Group> phase : program.phases) {
            for (Group group : phase) {
                if (group.link == link && group.client == client && group.has(OpKind.MOVE)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many bytes, or datagrams, a side has been sent when the program is over. */
    int sentTo(int link, boolean client) {
        return links.get(link).sentBy(!client);
    }
}
