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
import io.netty.buffer.ByteBufUtil;

import java.util.concurrent.atomic.LongAdder;

/**
 * Checks what arrives on one connection: each byte must be the next one of its pattern, and there are as many as were
 * announced. Used by one thread at a time.
 */
final class PatternCheck {

    private static final int SHOWN = 16;
    private static final LongAdder CHECKED = new LongAdder();

    private final long id;
    private final long length;
    private long offset;

    PatternCheck(long id, long length) {
        this.id = id;
        this.length = length;
    }

    /** How many bytes this process has checked. */
    static long checkedBytes() {
        return CHECKED.sum();
    }

    /**
     * Takes the next bytes. They stay readable.
     *
     * @throws WrongBytesException if they are not those that come next
     */
    void take(ByteBuf bytes) throws WrongBytesException {
        int count = bytes.readableBytes();
        if (count > length - offset) {
            throw new WrongBytesException(count + " bytes after " + offset + ", but there are " + length + " in all");
        }
        for (int done = 0; done < count;) {
            int part = Math.min(count - done, Pattern.LONGEST);
            compare(bytes, bytes.readerIndex() + done, part);
            done += part;
            offset += part;
        }
        CHECKED.add(count);
    }

    /** Goes on that much further along the pattern: what is before is never sent. */
    void skip(long count) {
        offset += count;
    }

    private void compare(ByteBuf bytes, int index, int count) throws WrongBytesException {
        ByteBuf expected = Pattern.slice(id, offset, count);
        if (ByteBufUtil.equals(bytes, index, expected, 0, count)) {
            return;
        }
        int wrong = 0;
        while (bytes.getByte(index + wrong) == expected.getByte(wrong)) {
            wrong++;
        }
        int shown = Math.min(SHOWN, count - wrong);
        throw new WrongBytesException("at " + (offset + wrong) + " of " + length + " is " +
                ByteBufUtil.hexDump(bytes, index + wrong, shown) + " in the place of " +
                ByteBufUtil.hexDump(expected, wrong, shown));
    }

    /** How many bytes have come, all of them right. */
    long offset() {
        return offset;
    }

    long length() {
        return length;
    }

    boolean isComplete() {
        return offset == length;
    }
}
