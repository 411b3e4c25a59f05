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
package io.netty.iocpnotify.soak;

import io.netty.buffer.ByteBuf;

/**
 * What a datagram says: who sends it, which one it is, how long it is, and so much of the sender's pattern.
 */
final class DatagramContent {

    static final int HEAD = 16;

    private DatagramContent() { }

    static void write(ByteBuf out, long id, int number, int length) {
        out.writeLong(id).writeInt(number).writeInt(length).writeBytes(Pattern.slice(id, number, length));
    }

    /** Reads all of it and returns its number. */
    static int check(ByteBuf in) throws WrongBytesException {
        if (in.readableBytes() < HEAD) {
            throw new WrongBytesException("a datagram of " + in.readableBytes() + " bytes");
        }
        long id = in.readLong();
        int number = in.readInt();
        int length = in.readInt();
        if (in.readableBytes() != length) {
            throw new WrongBytesException("datagram " + number + " of " + id + " has " + in.readableBytes() +
                    " bytes in the place of " + length);
        }
        PatternCheck check = new PatternCheck(id, (long) number + length);
        check.skip(number);
        check.take(in);
        return number;
    }
}
