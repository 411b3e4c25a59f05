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

import io.netty.buffer.ByteBuf;

/**
 * Bytes of a stream: each must be the next one of the tape.
 */
final class IncomingStream extends Incoming {

    private final int start;

    IncomingStream(int start) {
        this.start = start;
    }

    @Override
    String take(ByteBuf bytes) {
        int before = received();
        add(bytes.readableBytes());
        if (bytes.readableBytes() == 0) {
            return "an empty buffer";
        }
        return Tape.matches(start + before, bytes) ? null : "wrong bytes among " + bytes.readableBytes() +
                " after " + before + ": " + Tape.difference(start + before, bytes);
    }
}
