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
package io.netty.iocpnotify.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Checks what comes back against the tape. A view of the tape of its own, so that it needs no new one for a message.
 */
final class Expected {

    private final ByteBuffer tape;

    /**
     * @param tape reaches as far beyond {@link Tape#PERIOD} as one check is long; its content is shared
     */
    Expected(ByteBuffer tape) {
        this.tape = tape.duplicate();
    }

    /**
     * Takes {@code length} bytes from {@code received}, which must be those of the tape from {@code place} on.
     *
     * @param place on the endless tape
     */
    void check(ByteBuffer received, int length, long place) throws IOException {
        int from = (int) (place % Tape.PERIOD);
        int end = received.limit();
        received.limit(received.position() + length);
        tape.limit(from + length).position(from);
        int wrong = received.mismatch(tape);
        if (wrong >= 0) {
            throw new IOException("byte " + wrong + " after place " + place + " of the tape is wrong");
        }
        received.position(received.limit()).limit(end);
    }
}
