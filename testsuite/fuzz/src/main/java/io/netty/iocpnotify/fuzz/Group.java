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
 * Operations on one side of one link, called one right after the other in one thread: {@code 0c@loop:w.heap.500,f}.
 */
final class Group {

    final int link;
    final boolean client;
    final Origin origin;
    final List<Op> ops;

    Group(int link, boolean client, Origin origin, List<Op> ops) {
        this.link = link;
        this.client = client;
        this.origin = origin;
        this.ops = Collections.unmodifiableList(new ArrayList<Op>(ops));
    }

    Group with(List<Op> otherOps) {
        return new Group(link, client, origin, otherOps);
    }

    Group with(Origin otherOrigin) {
        return new Group(link, client, otherOrigin, ops);
    }

    Group ofLink(int otherLink) {
        return new Group(otherLink, client, origin, ops);
    }

    boolean has(OpKind kind) {
        for (Op op : ops) {
            if (op.kind == kind) {
                return true;
            }
        }
        return false;
    }

    int ends() {
        int ends = 0;
        for (Op op : ops) {
            ends += op.kind.isEnd() ? 1 : 0;
        }
        return ends;
    }

    static Group parse(String text) {
        int at = text.indexOf('@');
        int colon = text.indexOf(':');
        if (at < 2 || colon < at) {
            throw new IllegalArgumentException(text + ": not like 0c@loop:f");
        }
        char side = text.charAt(at - 1);
        if (side != 'c' && side != 's') {
            throw new IllegalArgumentException(text + ": the side is c or s");
        }
        List<Op> ops = new ArrayList<Op>();
        for (String op : text.substring(colon + 1).split(",")) {
            ops.add(Op.parse(op));
        }
        return new Group(Integer.parseInt(text.substring(0, at - 1)), side == 'c',
                Origin.of(text.substring(at + 1, colon)), ops);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(link).append(client ? 'c' : 's').append('@')
                .append(origin.text()).append(':');
        for (int i = 0; i < ops.size(); i++) {
            text.append(i == 0 ? "" : ",").append(ops.get(i));
        }
        return text.toString();
    }
}
