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

import java.util.Arrays;
import java.util.List;

/**
 * What can be done to a channel. The names are those of the line that a program prints as.
 */
enum OpKind {
    /** Writes so many bytes of the tape, as one message of some kind. */
    WRITE("w", 1, "heap", "direct", "slice", "composite", "nio", "readonly", "file", "region", "void"),
    /** Writes what must fail, alone. */
    BAD_WRITE("bw", 0, "text", "cancelled", "thrown"),
    FLUSH("f", 0),
    READ("rd", 0),
    /** Auto-read off (0) or on (1). */
    AUTO_READ("ar", 1),
    OPTION("opt", 1, "nodelay", "keepalive", "sndbuf", "rcvbuf", "tos", "spin", "connect", "reuse"),
    WATER_MARK("wm", 2),
    /** The allocator of receive buffers: of a fixed size, or adaptive up to that. */
    RECEIVE("rcv", 1, "fix", "ada"),
    MAX_MESSAGES("mm", 1),
    SHUTDOWN("shut", 0, "out", "in", "both"),
    CLOSE("cl", 0),
    DISCONNECT("dc", 0),
    /** Closes with {@code SO_LINGER} 0. */
    RESET("rst", 0),
    /** Writes, and closes when that is written. */
    WRITE_CLOSE("wcl", 1, "heap", "direct", "composite", "file", "region"),
    USER_EVENT("ev", 1),
    /** Tasks, whose order must be kept. */
    TASKS("tk", 1),
    /** Tasks that are due in falling numbers of milliseconds. */
    SCHEDULE("sch", 1),
    /** The next such event meets a handler that throws. */
    THROW("thr", 0, "read", "complete", "event", "inactive", "task", "unregistered"),
    PIPELINE("pipe", 0, "add", "remove", "replace", "bad"),
    /** To another loop of the same group (0), of a group of one loop (1), of a group of the other kind of loop (2). */
    MOVE("mv", 1),
    /** Connects another channel to a port where nobody listens. */
    REFUSED("ref", 0);

    private final String text;
    private final int numbers;
    private final List<String> variants;

    OpKind(String text, int numbers, String... variants) {
        this.text = text;
        this.numbers = numbers;
        this.variants = Arrays.asList(variants);
    }

    String text() {
        return text;
    }

    int numbers() {
        return numbers;
    }

    List<String> variants() {
        return variants;
    }

    /** Whether it ends the connection, or a direction of it: whatever else happens meanwhile races with it. */
    boolean isEnd() {
        switch (this) {
        case SHUTDOWN:
        case CLOSE:
        case DISCONNECT:
        case RESET:
        case WRITE_CLOSE:
            return true;
        default:
            return false;
        }
    }

    static OpKind of(String text) {
        for (OpKind kind : values()) {
            if (kind.text.equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no operation is called " + text);
    }
}
