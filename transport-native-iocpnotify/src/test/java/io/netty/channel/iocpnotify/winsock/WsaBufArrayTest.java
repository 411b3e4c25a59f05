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
package io.netty.channel.iocpnotify.winsock;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.SocketPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@EnabledOnOs(OS.WINDOWS)
class WsaBufArrayTest {

    private final List<ByteBuf> buffers = new ArrayList<ByteBuf>();
    private WsaBufArray array;

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    @BeforeEach
    void newArray() {
        array = new WsaBufArray();
    }

    @AfterEach
    void release() {
        array.free();
        for (ByteBuf buffer : buffers) {
            buffer.release();
        }
    }

    @Test
    void emptyToBeginWith() {
        assertEquals(0, array.count());
        assertEquals(0, array.size());
    }

    @Test
    void oneBuffer() throws Exception {
        assertTrue(add(direct("abcdef"), 2, 3));
        assertEquals(1, array.count());
        assertEquals(3, array.size());
        assertEquals("cde", sent());
    }

    @Test
    void emptyBuffersTakeNoEntry() {
        assertTrue(add(direct("abc"), 1, 0));
        assertTrue(array.processMessage(Unpooled.EMPTY_BUFFER));
        assertEquals(0, array.count());
    }

    @Test
    void processMessageTakesReadableBytesOfBuffersOnly() throws Exception {
        ByteBuf buffer = direct("abcdef");
        buffer.skipBytes(4);
        assertTrue(array.processMessage(buffer));
        assertFalse(array.processMessage("no buffer"));
        assertEquals("ef", sent());
        assertEquals(4, buffer.readerIndex());
    }

    @Test
    void fullAtItsCapacity() {
        ByteBuf buffer = direct("x");
        for (int i = 0; i < WsaBufArray.IOV_MAX; i++) {
            assertTrue(add(buffer, 0, 1));
        }
        assertFalse(add(buffer, 0, 1));
        assertEquals(1024, array.count());
        assertEquals(1024, array.size());
        array.clear();
        assertEquals(0, array.count());
        assertTrue(add(buffer, 0, 1));
    }

    @Test
    void allEntriesAreSent() throws Exception {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < WsaBufArray.IOV_MAX; i++) {
            String part = i + ",";
            expected.append(part);
            assertTrue(array.processMessage(direct(part)));
        }
        assertEquals(expected.toString(), sent());
    }

    @Test
    void maxBytesIsKeptButForTheFirstBuffer() {
        ByteBuf buffer = direct("0123456789");
        array.maxBytes(5);
        assertTrue(add(buffer, 0, 10));
        assertFalse(add(buffer, 0, 1));
        assertEquals(10, array.size());

        array.clear();
        array.maxBytes(15);
        assertTrue(add(buffer, 0, 10));
        assertFalse(add(buffer, 0, 6));
        assertTrue(add(buffer, 0, 5));
        assertEquals(15, array.size());
        assertThrows(IllegalArgumentException.class, () -> array.maxBytes(0));
    }

    @Test
    void moreThanTwoGibibytesButNeverMoreThanTheSystemCounts() {
        int length = 16 * 1024 * 1024;
        ByteBuf buffer = Unpooled.directBuffer(length, length).writerIndex(length);
        buffers.add(buffer);
        for (int i = 0; i < 255; i++) {
            assertTrue(array.processMessage(buffer));
        }
        assertEquals(255L * length, array.size());
        assertTrue(array.size() > Integer.MAX_VALUE);
        assertFalse(array.processMessage(buffer), "2^32 bytes do not fit the system's counter");
        assertTrue(add(buffer, 0, length - 1));
        assertEquals(0xffffffffL, array.size());
        assertFalse(add(buffer, 0, 1));

        array.clear();
        array.maxBytes(3L << 30);
        for (int i = 0; i < 192; i++) {
            assertTrue(array.processMessage(buffer));
        }
        assertFalse(array.processMessage(buffer));
        assertEquals(3L << 30, array.size());
    }

    @Test
    void compositeBuffersTakeAnEntryForEachPart() throws Exception {
        CompositeByteBuf composite = Unpooled.compositeBuffer();
        buffers.add(composite);
        composite.addComponent(true, directOnly("ab")).addComponent(true, directOnly("")).
                addComponent(true, directOnly("cde"));
        assertTrue(array.processMessage(composite));
        assertEquals(2, array.count());
        assertEquals("abcde", sent());

        array.clear();
        assertTrue(add(composite, 1, 2));
        assertEquals("bc", sent());
    }

    @Test
    void compositeBufferThatDoesNotFitIsCutBetweenParts() throws Exception {
        CompositeByteBuf composite = Unpooled.compositeBuffer();
        buffers.add(composite);
        composite.addComponent(true, directOnly("abc")).addComponent(true, directOnly("def"));
        array.maxBytes(4);
        assertFalse(array.processMessage(composite));
        assertEquals("abc", sent());
    }

    @Test
    void readOnlyAndDerivedBuffers() throws Exception {
        ByteBuf buffer = direct("abcdef");
        assertTrue(array.processMessage(buffer.asReadOnly()));
        assertTrue(array.processMessage(buffer.slice(2, 2)));
        ByteBuffer nio = ByteBuffer.allocateDirect(3);
        nio.put(new byte[] { 'x', 'y', 'z' }).flip();
        ByteBuf readOnly = Unpooled.wrappedBuffer(nio.asReadOnlyBuffer());
        buffers.add(readOnly);
        assertTrue(add(readOnly, 1, 2));
        assertEquals("abcdefcdyz", sent());
    }

    @Test
    void heapBuffersAreRefused() {
        ByteBuf heap = Unpooled.copiedBuffer("abc", StandardCharsets.US_ASCII);
        buffers.add(heap);
        assertThrows(IllegalArgumentException.class, () -> array.processMessage(heap));
        assertEquals(0, array.count());
    }

    private boolean add(ByteBuf buffer, int offset, int length) {
        return array.add(buffer, offset, length);
    }

    private ByteBuf direct(String text) {
        ByteBuf buffer = directOnly(text);
        buffers.add(buffer);
        return buffer;
    }

    private static ByteBuf directOnly(String text) {
        return Unpooled.directBuffer(Math.max(1, text.length())).writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** What the system makes of the array: sends it and returns what arrives. */
    private String sent() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            assertEquals(array.size(), pair.client.writev(array));
            return new String(pair.readFully(pair.server, (int) array.size()), StandardCharsets.US_ASCII);
        }
    }
}
