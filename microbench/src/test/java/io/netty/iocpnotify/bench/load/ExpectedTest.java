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

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class ExpectedTest {

    private static final int LENGTH = 100;

    private final ByteBuffer tape = Tape.first(Tape.PERIOD + LENGTH);
    private final Expected expected = new Expected(Messages.ofTape(1, LENGTH));

    @Test
    void acceptsTheTapeAtAnyPlace() throws IOException {
        for (long place : new long[] {0, 1, Tape.PERIOD - 1, Tape.PERIOD, 5L * Tape.PERIOD + 17}) {
            ByteBuffer received = at(place);
            expected.check(received, LENGTH, place);
            assertEquals(0, received.remaining());
        }
    }

    @Test
    void noticesAWrongByte() {
        for (int wrong = 0; wrong < LENGTH; wrong++) {
            ByteBuffer received = at(3);
            received.put(wrong, (byte) (received.get(wrong) ^ 1));
            assertThrows(IOException.class, () -> expected.check(received, LENGTH, 3));
        }
    }

    @Test
    void noticesAnotherPlace() {
        assertThrows(IOException.class, () -> expected.check(at(64), LENGTH, 128));
    }

    private ByteBuffer at(long place) {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            bytes.put(i, tape.get((int) ((place + i) % Tape.PERIOD)));
        }
        return bytes;
    }
}
