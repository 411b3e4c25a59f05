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

import java.nio.ByteBuffer;

/**
 * An endless row of messages of one size that repeats itself, as the tape does. Nothing is generated for a message: it
 * is a place in a buffer. Immutable.
 */
final class Messages {

    private final ByteBuffer content;
    private final int size;
    private final int period;

    /**
     * @param content the row, as far beyond {@code period} as is looked at in one piece
     * @param size bytes of a message
     * @param period after how many bytes the row repeats itself
     */
    Messages(ByteBuffer content, int size, int period) {
        this.content = content;
        this.size = size;
        this.period = period;
    }

    /**
     * The tape, cut up.
     *
     * @param reach how many bytes are looked at in one piece at most
     */
    static Messages ofTape(int size, int reach) {
        return new Messages(Tape.first(Tape.PERIOD + reach), size, Tape.PERIOD);
    }

    /** Bytes of a message. */
    int size() {
        return size;
    }

    /** Returns a view of the row, with limits of its own. */
    ByteBuffer view() {
        return content.duplicate();
    }

    /**
     * Returns where in a view a byte of the row is.
     *
     * @param place bytes from the row's beginning
     */
    int index(long place) {
        return (int) (place % period);
    }
}
