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
package io.netty.iocpnotify.faults;

import io.netty.buffer.ByteBuf;

/** An endless row of bytes for each seed, so that every byte that comes can be compared with what it must be. */
final class Pattern {

    private final int seed;

    Pattern(int seed) {
        this.seed = seed;
    }

    byte at(long position) {
        long value = position * 0x9E3779B97F4A7C15L + seed * 0xBF58476D1CE4E5B9L;
        return (byte) (value >>> 40);
    }

    void write(ByteBuf to, long position, int length) {
        for (int i = 0; i < length; i++) {
            to.writeByte(at(position + i));
        }
    }

    /** Returns how many of the readable bytes, which begin at {@code position}, are as they must be. */
    int matching(ByteBuf bytes, long position) {
        int length = bytes.readableBytes();
        for (int i = 0; i < length; i++) {
            if (bytes.getByte(bytes.readerIndex() + i) != at(position + i)) {
                return i;
            }
        }
        return length;
    }
}
