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
import java.util.SplittableRandom;

/**
 * The bytes that all workloads send and expect: one endless tape, the same in every process, that repeats itself. What
 * is sent is a place on the tape, so nothing is generated while it is measured, and what comes back is compared with
 * the tape itself.
 */
public final class Tape {

    /** After how many bytes the tape repeats itself. */
    public static final int PERIOD = 64 * 1024;

    private static final int SEED = 20477;

    private Tape() { }

    /**
     * Returns a new direct buffer with the first bytes of the tape.
     *
     * @param length how many, may be more than {@link #PERIOD}
     */
    public static ByteBuffer first(int length) {
        SplittableRandom random = new SplittableRandom(SEED);
        ByteBuffer tape = ByteBuffer.allocateDirect(length);
        for (int i = 0; i < length; i++) {
            tape.put(i, i < PERIOD ? (byte) random.nextInt() : tape.get(i - PERIOD));
        }
        return tape;
    }
}
