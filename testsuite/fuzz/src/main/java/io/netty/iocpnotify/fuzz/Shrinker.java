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
 * Makes a program smaller as long as it still shows what was found.
 */
final class Shrinker {

    /** Whether a program still shows it. */
    interface Test {
        boolean shows(Program program) throws InterruptedException;
    }

    private static final int SMALL = 8;

    private final Test test;
    private int triesLeft;

    Shrinker(Test test, int mostTries) {
        this.test = test;
        triesLeft = mostTries;
    }

    Program shrink(Program program) throws InterruptedException {
        Program smallest = program;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (Program candidate : candidates(smallest)) {
                if (triesLeft-- <= 0) {
                    return smallest;
                }
                if (test.shows(candidate)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return smallest;
    }

    /** Programs that are a step smaller, the largest steps first. */
    static List<Program> candidates(Program program) {
        List<Program> candidates = new ArrayList<Program>();
        for (int i = 0; program.links.size() > 1 && i < program.links.size(); i++) {
            candidates.add(withoutLink(program, i));
        }
        int phases = program.phases.size();
        if (phases > 2) {
            candidates.add(new Program(program.links, program.phases.subList(0, phases / 2)));
            candidates.add(new Program(program.links, program.phases.subList(phases / 2, phases)));
        }
        for (int i = 0; i < phases; i++) {
            candidates.add(withPhase(program, i, new ArrayList<Group>()));
        }
        for (int i = 0; i < phases; i++) {
            for (int j = 0; j < program.phases.get(i).size(); j++) {
                ofGroup(program, i, j, candidates);
            }
        }
        for (int i = 0; i < program.links.size(); i++) {
            LinkSpec link = program.links.get(i);
            ofLink(program, i, new LinkSpec(link.kind, SideSpec.PLAIN, link.server), candidates);
            ofLink(program, i, new LinkSpec(link.kind, link.client, SideSpec.PLAIN), candidates);
            if (link.kind == LinkSpec.Kind.TLS) {
                ofLink(program, i, new LinkSpec(LinkSpec.Kind.TCP, link.client, link.server), candidates);
            }
        }
        return candidates;
    }

    private static void ofGroup(Program program, int phase, int index, List<Program> candidates) {
        Group group = program.phases.get(phase).get(index);
        candidates.add(withGroup(program, phase, index, null));
        for (int i = 0; group.ops.size() > 1 && i < group.ops.size(); i++) {
            List<Op> fewer = new ArrayList<Op>(group.ops);
            fewer.remove(i);
            candidates.add(withGroup(program, phase, index, group.with(fewer)));
        }
        if (group.origin != Origin.OUT && group.origin != Origin.LOOP) {
            candidates.add(withGroup(program, phase, index, group.with(Origin.LOOP)));
        }
        if (group.origin != Origin.OUT) {
            candidates.add(withGroup(program, phase, index, group.with(Origin.OUT)));
        }
        for (int i = 0; i < group.ops.size(); i++) {
            Op op = group.ops.get(i);
            if (op.kind == OpKind.WRITE || op.kind == OpKind.WRITE_CLOSE) {
                if (!op.variant.equals("direct")) {
                    candidates.add(withOp(program, phase, index, i, op.with("direct")));
                }
                if (op.first > SMALL) {
                    candidates.add(withOp(program, phase, index, i, op.with(SMALL)));
                    candidates.add(withOp(program, phase, index, i, op.with(op.first / 2)));
                }
            } else if (op.kind == OpKind.MOVE || op.kind == OpKind.TASKS || op.kind == OpKind.SCHEDULE) {
                int least = op.kind == OpKind.MOVE ? 0 : 1;
                if (op.first > least) {
                    candidates.add(withOp(program, phase, index, i, op.with(least)));
                }
            }
        }
    }

    private static void ofLink(Program program, int index, LinkSpec link, List<Program> candidates) {
        if (link.toString().equals(program.links.get(index).toString())) {
            return;
        }
        List<LinkSpec> links = new ArrayList<LinkSpec>(program.links);
        links.set(index, link);
        candidates.add(new Program(links, program.phases));
    }

    private static Program withOp(Program program, int phase, int group, int index, Op op) {
        Group old = program.phases.get(phase).get(group);
        List<Op> ops = new ArrayList<Op>(old.ops);
        ops.set(index, op);
        return withGroup(program, phase, group, old.with(ops));
    }

    private static Program withGroup(Program program, int phase, int index, Group group) {
        List<Group> groups = new ArrayList<Group>(program.phases.get(phase));
        if (group == null) {
            groups.remove(index);
        } else {
            groups.set(index, group);
        }
        return withPhase(program, phase, groups);
    }

    private static Program withPhase(Program program, int index, List<Group> phase) {
        List<List<Group>> phases = new ArrayList<List<Group>>(program.phases);
        phases.set(index, phase);
        return new Program(program.links, phases);
    }

    private static Program withoutLink(Program program, int link) {
        List<LinkSpec> links = new ArrayList<LinkSpec>(program.links);
        links.remove(link);
        List<List<Group>> phases = new ArrayList<List<Group>>();
        for (List<Group> phase : program.phases) {
            List<Group> groups = new ArrayList<Group>();
            for (Group group : phase) {
                if (group.link != link) {
                    groups.add(group.link > link ? group.ofLink(group.link - 1) : group);
                }
            }
            phases.add(groups);
        }
        return new Program(links, phases);
    }
}
