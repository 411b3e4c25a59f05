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
 * What one side receives, compared with the tape.
 */
abstract class Incoming {

    /** Written in the loop, read by the program's thread. */
    private volatile int received;

    /** How many bytes, or datagrams, were received. */
    final int received() {
        return received;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    final void add(int more) {
        received += more;
    }

    /** Returns what is wrong with it; {@code null} if nothing is. */
    abstract String take(ByteBuf bytes);

    /** Datagrams must be announced before they are sent. */
    void expect(int place, int length) {
    }

    /** Something that can be compared: of datagrams, which came and how much of each. */
    String content() {
        return String.valueOf(received);
    }
}
