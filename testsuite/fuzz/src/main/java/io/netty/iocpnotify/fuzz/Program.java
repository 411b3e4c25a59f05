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
import java.util.Collections;
import java.util.List;

/**
 * Links, and phases of what is done to them. Between two phases everything comes to rest. A program is a value: it
 * prints as one line, and that line makes an equal one.
 *
 * <pre>
 * tcp(hc|) udp(|) / 0c@loop:w.heap.500,f 0s@out:ar.0 / 1c@out:w.direct.40,f
 * </pre>
 */
final class Program {

    final List<LinkSpec> links;
    /** At most one group for each side of each link in a phase. */
    final List<List<Group>> phases;

    Program(List<LinkSpec> links, List<List<Group>> phases) {
        this.links = Collections.unmodifiableList(new ArrayList<LinkSpec>(links));
        List<List<Group>> copy = new ArrayList<List<Group>>();
        for (List<Group> phase : phases) {
            if (!phase.isEmpty()) {
                copy.add(Collections.unmodifiableList(new ArrayList<Group>(phase)));
            }
        }
        this.phases = Collections.unmodifiableList(copy);
    }

    int operations() {
        int operations = 0;
        for (List<Group> phase : phases) {
            for (Group group : phase) {
                operations += group.ops.size();
            }
        }
        return operations;
    }

    /** Whether it changes the size of the buffers that datagrams are received into. */
    boolean changesReceiveOfDatagrams() {
        return phases.stream().flatMap(List::stream).anyMatch(this::changesReceiveOfDatagrams);
    }

    boolean changesReceiveOfDatagrams(Group group) {
        return !links.get(group.link).kind.isStream() && group.has(OpKind.RECEIVE);
    }

    static Program parse(String line) {
        String[] parts = line.trim().split("\\s*/\\s*");
        List<LinkSpec> links = new ArrayList<LinkSpec>();
        for (String link : parts[0].trim().split("\\s+")) {
            links.add(LinkSpec.parse(link));
        }
        List<List<Group>> phases = new ArrayList<List<Group>>();
        for (int i = 1; i < parts.length; i++) {
            List<Group> phase = new ArrayList<Group>();
            for (String group : parts[i].trim().split("\\s+")) {
                Group parsed = Group.parse(group);
                if (parsed.link >= links.size()) {
                    throw new IllegalArgumentException(group + ": there is no such link");
                }
                for (Group other : phase) {
                    if (other.link == parsed.link && other.client == parsed.client) {
                        throw new IllegalArgumentException(group + ": that side has a group in this phase");
                    }
                }
                phase.add(parsed);
            }
            phases.add(phase);
        }
        return new Program(links, phases);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (LinkSpec link : links) {
            text.append(text.length() == 0 ? "" : " ").append(link);
        }
        for (List<Group> phase : phases) {
            text.append(" /");
            for (Group group : phase) {
                text.append(' ').append(group);
            }
        }
        return text.toString();
    }
}
