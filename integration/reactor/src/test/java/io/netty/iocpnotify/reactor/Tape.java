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
package io.netty.iocpnotify.reactor;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Bytes that both sides of a connection know: long enough, and the same nowhere twice in a row. */
final class Tape {

    private static final int PIECE = 16 * 1024;

    private Tape() { }

    static int pieces(int length) {
        return (length + PIECE - 1) / PIECE;
    }

    /** A piece of the tape of that length. */
    static byte[] piece(int number, int length) {
        int from = number * PIECE;
        byte[] bytes = new byte[Math.min(PIECE, length - from)];
        for (int i = 0; i < bytes.length; i++) {
            int place = from + i;
            bytes[i] = (byte) ((place * 0x9E3779B1 >>> 24) ^ (place >>> 12));
        }
        return bytes;
    }

    /** What {@link Sum} says of the tape of that length. */
    static String sum(int length) {
        Sum sum = new Sum();
        for (int number = 0; number < pieces(length); number++) {
            sum.add(ByteBuffer.wrap(piece(number, length)));
        }
        return sum.toString();
    }

    /** The number of bytes and their SHA-256. */
    static final class Sum {

        private final MessageDigest digest;
        private long length;

        Sum() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        Sum add(ByteBuffer bytes) {
            length += bytes.remaining();
            digest.update(bytes);
            return this;
        }

        /** Ends the sum. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder().append(length).append(':');
            for (byte b : digest.digest()) {
                text.append(String.format("%02x", b));
            }
            return text.toString();
        }
    }
}
