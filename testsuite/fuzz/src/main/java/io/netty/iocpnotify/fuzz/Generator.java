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
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the program of a seed and a number; always the same one.
 */
final class Generator {

    private static final int MOST_LINKS = 3;
    private static final int MOST_PHASES = 8;
    private static final int MOST_OPS = 4;
    private static final int LONGEST = 160000;
    /** Shorter ones are always copied. */
    private static final int LONG_FILE = 64 * 1024 + 1;
    /** What one side writes at most, less than its stretch of the tape. */
    private static final int MOST_BYTES = Tape.STRETCH - (64 << 10);
    private static final int LARGEST_DATAGRAM = 1400;
    /** Waiting datagrams must have room in the system's buffer, even if all are written while nobody reads. */
    private static final int MOST_DATAGRAMS = 24;

    private static final OpKind[] ANY = {
        OpKind.READ, OpKind.AUTO_READ, OpKind.OPTION, OpKind.WATER_MARK, OpKind.RECEIVE, OpKind.MAX_MESSAGES,
        OpKind.USER_EVENT, OpKind.TASKS, OpKind.SCHEDULE, OpKind.THROW, OpKind.PIPELINE, OpKind.BAD_WRITE,
        OpKind.FLUSH, OpKind.AUTO_READ, OpKind.READ
    };
    private static final OpKind[] ENDS = {
        OpKind.CLOSE, OpKind.CLOSE, OpKind.SHUTDOWN, OpKind.SHUTDOWN, OpKind.RESET, OpKind.WRITE_CLOSE,
        OpKind.DISCONNECT
    };

    private final SplittableRandom random;
    private final List<LinkSpec> links = new ArrayList<LinkSpec>();
    /** For each side of each link what it may still write. */
    private int[] bytesLeft;
    private int[] datagramsLeft;

    private Generator(long seed, long number) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    }

    static Program program(long seed, long number) {
        return new Generator(seed, number).program();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    @SafeVarargs
    private final <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Program program() {
        int count = chance(70) ? 1 : between(2, MOST_LINKS);
        for (int i = 0; i < count; i++) {
            LinkSpec.Kind kind = oneOf(LinkSpec.Kind.TCP, LinkSpec.Kind.TCP, LinkSpec.Kind.TCP, LinkSpec.Kind.TCP,
                    LinkSpec.Kind.TCP, LinkSpec.Kind.TLS, LinkSpec.Kind.UDP, LinkSpec.Kind.UDPC);
            links.add(new LinkSpec(kind, side(kind, true), side(kind, false)));
        }
        bytesLeft = new int[2 * count];
        datagramsLeft = new int[2 * count];
        Arrays.fill(bytesLeft, MOST_BYTES);
        Arrays.fill(datagramsLeft, MOST_DATAGRAMS);
        List<List<Group>> phases = new ArrayList<List<Group>>();
        int length = between(1, MOST_PHASES);
        for (int i = 0; i < length; i++) {
            phases.add(phase());
        }
        return new Program(links, phases);
    }

    private SideSpec side(LinkSpec.Kind kind, boolean client) {
        int receive = chance(75) ? 0 : kind.isStream() ? oneOf(16, 64, 1000, 65536) : oneOf(64, 512, 1024, 4096);
        boolean outstandingAccepts = kind.isStream() && !client && chance(15);
        return new SideSpec(kind == LinkSpec.Kind.TCP && chance(35), !chance(15), receive, outstandingAccepts);
    }

    private List<Group> phase() {
        List<Group> groups = new ArrayList<Group>();
        for (int link = 0; link < links.size(); link++) {
            if (links.size() > 1 && chance(40)) {
                continue;
            }
            boolean both = chance(35);
            boolean client = chance(50);
            groups.add(group(link, client));
            if (both) {
                groups.add(group(link, !client));
            }
        }
        return groups;
    }

    private Group group(int link, boolean client) {
        LinkSpec.Kind kind = links.get(link).kind;
        List<Op> ops = new ArrayList<Op>();
        int length = between(1, MOST_OPS);
        for (int i = 0; i < length; i++) {
            if (chance(45)) {
                ops.add(write(link, client, OpKind.WRITE));
                if (chance(75)) {
                    ops.add(plain(OpKind.FLUSH));
                }
            } else {
                ops.add(any(kind));
            }
        }
        if (chance(14)) {
            ops.add(random.nextInt(ops.size() + 1), end(link, client));
        } else if (chance(20)) {
            ops.add(new Op(OpKind.MOVE, "", between(0, 2), 0));
        }
        Origin origin = chance(40) ? Origin.OUT : oneOf(Origin.values());
        return new Group(link, client, origin, ops);
    }

    private static Op plain(OpKind kind) {
        return new Op(kind, "", 0, 0);
    }

    private Op write(int link, boolean client, OpKind kind) {
        LinkSpec.Kind link0 = links.get(link).kind;
        String variant = kind.variants().get(random.nextInt(kind.variants().size()));
        boolean file = variant.equals("file") || variant.equals("region");
        if (file && link0 != LinkSpec.Kind.TCP) {
            variant = "direct";
            file = false;
        }
        int side = link * 2 + (client ? 0 : 1);
        // The system sends long files by itself, if it is asked to.
        int length = file && chance(40) ? between(LONG_FILE, LONGEST) : length();
        if (!link0.isStream()) {
            if (datagramsLeft[side]-- <= 0) {
                return plain(OpKind.FLUSH);
            }
            length = 4 + length % LARGEST_DATAGRAM;
        }
        length = Math.min(length, Math.max(1, bytesLeft[side]));
        bytesLeft[side] -= length;
        return new Op(kind, variant, length, 0);
    }

    private int length() {
        int dice = random.nextInt(100);
        return dice < 25 ? between(1, 64) : dice < 82 ? between(1, 3000) : dice < 95 ? between(1, 40000) :
                between(1, LONGEST);
    }

    private Op any(LinkSpec.Kind kind) {
        OpKind op = chance(4) ? OpKind.REFUSED : oneOf(ANY);
        String variant = op.variants().isEmpty() ? "" : op.variants().get(random.nextInt(op.variants().size()));
        switch (op) {
        case AUTO_READ:
            return new Op(op, variant, chance(45) ? 0 : 1, 0);
        case OPTION:
            return option(kind, variant);
        case WATER_MARK:
            // A low one of 0 is never gone below: what exceeds the high one at any moment stays unwritable for ever.
            return new Op(op, variant, oneOf(1, 10, 100, 8192, 65536), oneOf(0, 1, 1000, 65536));
        case RECEIVE:
            if (!kind.isStream()) {
                return new Op(op, "fix", oneOf(64, 512, 2048), 0);
            }
            return new Op(op, variant, oneOf(64, 100, 1024, 8192, 65536), 0);
        case MAX_MESSAGES:
            return new Op(op, variant, oneOf(1, 2, 16, 1000), 0);
        case USER_EVENT:
            return new Op(op, variant, between(1, 9), 0);
        case TASKS:
            return new Op(op, variant, oneOf(1, 3, 100), 0);
        case SCHEDULE:
            return new Op(op, variant, between(1, 3), 0);
        default:
            return new Op(op, variant, 0, 0);
        }
    }

    private Op option(LinkSpec.Kind kind, String variant) {
        String known = !kind.isStream() && (variant.equals("nodelay") || variant.equals("keepalive")) ? "reuse" :
                variant;
        // SO_REUSEADDR of a bound UDP socket is another option on Windows, see the limits of the transport.
        if (!kind.isStream() && known.equals("reuse")) {
            known = "spin";
        }
        int number = known.endsWith("buf") ? oneOf(4096, 8192, 65536, 200000) : between(0, 7);
        if (!kind.isStream() && known.equals("rcvbuf")) {
            number = 200000;
        }
        return new Op(OpKind.OPTION, known, number, 0);
    }

    private Op end(int link, boolean client) {
        LinkSpec.Kind kind = links.get(link).kind;
        OpKind op = !kind.isStream() ? OpKind.CLOSE : oneOf(ENDS);
        if (op == OpKind.SHUTDOWN && kind == LinkSpec.Kind.TLS) {
            op = OpKind.CLOSE;
        }
        if (op == OpKind.WRITE_CLOSE) {
            return write(link, client, op);
        }
        return new Op(op, op == OpKind.SHUTDOWN ? oneOf("out", "out", "in", "both") : "", 0, 0);
    }
}
