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
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.RandomAccessFile;
import java.util.HashSet;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PatternCheckTest {

    private static final long ID = 4711;
    private static final int LENGTH = 3 * Pattern.LONGEST / 2;

    private static ByteBuf pattern(long id, long offset, int length) {
        ByteBuf copy = Unpooled.directBuffer(length);
        for (int done = 0; done < length;) {
            int part = Math.min(length - done, Pattern.LONGEST);
            copy.writeBytes(Pattern.slice(id, offset + done, part));
            done += part;
        }
        return copy;
    }

    @Test
    void whatWasSentIsRight() throws Exception {
        PatternCheck check = new PatternCheck(ID, LENGTH);
        long before = PatternCheck.checkedBytes();
        check.take(pattern(ID, 0, 1));
        check.take(Unpooled.EMPTY_BUFFER);
        check.take(pattern(ID, 1, 70000));
        assertFalse(check.isComplete());
        assertEquals(70001, check.offset());
        ByteBuf rest = pattern(ID, 70001, LENGTH - 70001);
        check.take(rest);
        assertTrue(check.isComplete());
        assertEquals(LENGTH - 70001, rest.readableBytes());
        assertEquals(LENGTH, PatternCheck.checkedBytes() - before);
    }

    /** Around the end of the tape, too. */
    @Test
    void eachOfTheBytesCounts() throws Exception {
        long id = 0;
        while (Pattern.place(id, 0) < Pattern.PERIOD - 500) {
            id++;
        }
        for (int wrong = 0; wrong < 1000; wrong += 37) {
            ByteBuf bytes = pattern(id, 0, 1000);
            bytes.setByte(wrong, bytes.getByte(wrong) ^ 1);
            PatternCheck check = new PatternCheck(id, 1000);
            WrongBytesException e = assertThrows(WrongBytesException.class, () -> check.take(bytes));
            assertTrue(e.getMessage().startsWith("at " + wrong + " of 1000 is "), e.getMessage());
        }
    }

    @Test
    void aMissingByteIsFound() throws Exception {
        PatternCheck check = new PatternCheck(ID, LENGTH);
        check.take(pattern(ID, 0, 100));
        assertThrows(WrongBytesException.class, () -> check.take(pattern(ID, 101, 100)));
    }

    @Test
    void aDoubledByteIsFound() throws Exception {
        PatternCheck check = new PatternCheck(ID, LENGTH);
        check.take(pattern(ID, 0, 100));
        assertThrows(WrongBytesException.class, () -> check.take(pattern(ID, 99, 100)));
    }

    /** All that one period of ids sends begins elsewhere. */
    @Test
    void bytesOfAnotherConnectionAreFound() {
        for (long other = ID - 1000; other < ID + 1000; other++) {
            if (other != ID) {
                ByteBuf bytes = pattern(other, 0, 64);
                assertThrows(WrongBytesException.class, () -> new PatternCheck(ID, 64).take(bytes), "" + other);
            }
        }
        Set<Integer> places = new HashSet<>();
        for (long id = 0; id < 100000; id++) {
            assertTrue(places.add(Pattern.place(id, 0)));
        }
    }

    @Test
    void bytesThatAreTooManyAreFound() throws Exception {
        PatternCheck check = new PatternCheck(ID, 100);
        assertThrows(WrongBytesException.class, () -> new PatternCheck(ID, 100).take(pattern(ID, 0, 101)));
        check.take(pattern(ID, 0, 100));
        assertThrows(WrongBytesException.class, () -> check.take(pattern(ID, 100, 1)));
    }

    /** A connection that the server's groups have among themselves. */
    @Test
    void idsMayBeNegative() throws Exception {
        PatternCheck check = new PatternCheck(-ID, 1000);
        check.take(pattern(-ID, 0, 1000));
        assertTrue(check.isComplete());
    }

    @Test
    void theFileHasTheSameBytesInTheSamePlaces() throws Exception {
        File file = Pattern.newFile();
        try (RandomAccessFile content = new RandomAccessFile(file, "r")) {
            assertEquals(Pattern.PERIOD + Pattern.LONGEST, content.length());
            byte[] bytes = new byte[Pattern.LONGEST];
            content.seek(Pattern.place(ID, 0));
            content.readFully(bytes);
            byte[] expected = new byte[Pattern.LONGEST];
            Pattern.slice(ID, 0, Pattern.LONGEST).getBytes(0, expected);
            assertArrayEquals(expected, bytes);
        } finally {
            assertTrue(file.delete());
        }
    }

    @Test
    void datagrams() throws Exception {
        ByteBuf right = Unpooled.directBuffer();
        DatagramContent.write(right, ID, 17, 1000);
        assertEquals(17, DatagramContent.check(right.duplicate()));
        assertThrows(WrongBytesException.class, () -> DatagramContent.check(right.duplicate().writerIndex(1015)));
        right.setByte(1015, right.getByte(1015) + 1);
        assertThrows(WrongBytesException.class, () -> DatagramContent.check(right.duplicate()));
    }
}
