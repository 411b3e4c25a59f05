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
package io.netty.iocpnotify.bench.server;

import io.netty.iocpnotify.bench.load.Tape;

import java.nio.ByteBuffer;

/**
 * How servers without Netty send the tape without end: as much at a time as a channel of Netty's has for its socket at
 * once, between the marks of its write buffer.
 */
final class StreamTape {

    /** Three blocks of 16 KiB. */
    static final int BYTES_PER_WRITE = 3 * 16 * 1024;

    private StreamTape() { }

    /** Returns a tape from each of whose places so many bytes can be sent. */
    static ByteBuffer create() {
        return Tape.first(Tape.PERIOD + BYTES_PER_WRITE);
    }

    /** Returns where the tape goes on after the place that so many bytes lead to. */
    static int wrap(int place) {
        return place % Tape.PERIOD;
    }
}
