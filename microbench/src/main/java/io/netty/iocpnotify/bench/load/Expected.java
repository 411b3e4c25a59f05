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
 * Checks what comes back against what must come. A view of that of its own, so that it needs no new one for a message.
 */
final class Expected {

    private final Messages messages;
    private final ByteBuffer view;

    /**
     * @param messages in one piece as far as one check is long; shared
     */
    Expected(Messages messages) {
        this.messages = messages;
        view = messages.view();
    }

    /**
     * Takes {@code length} bytes from {@code received}, which must be those of the row from {@code place} on.
     *
     * @param place bytes from the beginning of the endless row
     */
    void check(ByteBuffer received, int length, long place) throws IOException {
        int from = messages.index(place);
        int end = received.limit();
        received.limit(received.position() + length);
        view.limit(from + length).position(from);
        int wrong = received.mismatch(view);
        if (wrong >= 0) {
            throw new IOException("byte " + wrong + " after place " + place + " of what must come is wrong");
        }
        received.position(received.limit()).limit(end);
    }
}
