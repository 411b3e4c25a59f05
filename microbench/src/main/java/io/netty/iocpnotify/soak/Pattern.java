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

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * What each connection sends: a stretch of one tape, which begins where the connection's id says. A byte that is lost,
 * doubled, or another connection's is therefore wrong. Nothing is generated meanwhile: what is sent is a slice.
 */
final class Pattern {

    /** Two connections begin at the same place only if their ids are that far apart. */
    static final int PERIOD = 1 << 22;
    /** How much one slice, or one stretch of the file, may have. */
    static final int LONGEST = 1 << 20;

    private static final int SEED = 20477;
    /** Odd, so that all ids within a period begin at different places; large, so that neighbours are far apart. */
    private static final long SPREAD = 0x9E3779B1L;
    private static final ByteBuf TAPE = Unpooled.unreleasableBuffer(newTape()).asReadOnly();

    private Pattern() { }

    private static ByteBuf newTape() {
        SplittableRandom random = new SplittableRandom(SEED);
        ByteBuf tape = Unpooled.directBuffer(PERIOD + LONGEST, PERIOD + LONGEST);
        for (int i = 0; i < PERIOD; i += Long.BYTES) {
            tape.writeLong(random.nextLong());
        }
        tape.writeBytes(tape, 0, LONGEST);
        return tape;
    }

    /** The place on the tape of the byte at {@code offset} of what connection {@code id} sends. */
    static int place(long id, long offset) {
        return (int) (id * SPREAD + offset & PERIOD - 1);
    }

    /**
     * A slice of the tape. It need not be released.
     *
     * @param length at most {@link #LONGEST}
     */
    static ByteBuf slice(long id, long offset, int length) {
        return TAPE.slice(place(id, offset), length);
    }

    /** Writes the tape to a file, in which the same places hold. It is deleted when the JVM ends. */
    static File newFile() throws IOException {
        File file = File.createTempFile("iocpnotify", ".soak");
        file.deleteOnExit();
        try (FileOutputStream out = new FileOutputStream(file)) {
            TAPE.getBytes(0, out, TAPE.capacity());
        }
        return file;
    }
}
