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
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.SplittableRandom;

/**
 * The bytes that are sent: a place on the tape says what stands there, so a byte that is lost, doubled, or another
 * connection's is seen. Each direction of each link has its own stretch.
 */
final class Tape {

    /** How much one direction may send. */
    static final int STRETCH = 512 << 10;
    private static final int STRETCHES = 8;
    /** So many bytes stand at one place of the tape only. */
    private static final int SAMPLE = 16;

    private static final byte[] BYTES = new byte[STRETCH * STRETCHES];
    private static final ByteBuf ALL = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(BYTES)).asReadOnly();

    static {
        // Not what the seed decides: replays compare with the same bytes.
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < BYTES.length; i++) {
            BYTES[i] = (byte) random.nextInt();
        }
    }

    private Tape() {
    }

    static int start(int link, boolean client) {
        return (link * 2 + (client ? 0 : 1)) % STRETCHES * STRETCH;
    }

    static void copy(int place, ByteBuf target, int length) {
        target.writeBytes(BYTES, place, length);
    }

    static byte[] bytes(int place, int length) {
        byte[] bytes = new byte[length];
        System.arraycopy(BYTES, place, bytes, 0, length);
        return bytes;
    }

    static boolean matches(int place, ByteBuf received) {
        return place >= 0 && place + received.readableBytes() <= BYTES.length &&
                ByteBufUtil.equals(received, received.readerIndex(), ALL, place, received.readableBytes());
    }

    /** Says from which byte on {@code received} is not what stands at {@code place}, and where that stands instead. */
    static String difference(int place, ByteBuf received) {
        int from = 0;
        while (from < received.readableBytes() && place + from < BYTES.length &&
                received.getByte(received.readerIndex() + from) == BYTES[place + from]) {
            from++;
        }
        int length = Math.min(SAMPLE, received.readableBytes() - from);
        ByteBuf sample = received.slice(received.readerIndex() + from, length);
        String difference = "from byte " + from + " on not the byte " + (place + from) + " of the tape, but " +
                ByteBufUtil.hexDump(sample);
        int found = ByteBufUtil.indexOf(sample, ALL);
        return found < 0 ? difference + ", which stands nowhere" : difference + ", the byte " + found;
    }

    /** The whole tape as a file, for regions of it. */
    static File file() {
        return Holder.FILE;
    }

    /** The file is made when a program asks for it first. */
    private static final class Holder {
        static final File FILE = newFile();

        private static File newFile() {
            try {
                File file = File.createTempFile("iocpnotify-fuzz", ".tape");
                file.deleteOnExit();
                Files.write(file.toPath(), BYTES);
                return file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
