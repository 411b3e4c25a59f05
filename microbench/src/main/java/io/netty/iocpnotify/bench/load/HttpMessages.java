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
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Requests of HTTP/1.1 for parts of the tape, and their answers to the last byte of the header. A request says where on
 * the tape its part begins, so no answer can be taken for another's.
 */
public final class HttpMessages {

    /** What the server says of each part. */
    public static final String CONTENT_TYPE = "application/octet-stream";

    private static final int COUNT = 64;
    /** From one part to the next. */
    private static final int STEP = 1021;

    private HttpMessages() { }

    /**
     * @param reach how many bytes are looked at in one piece at most
     */
    static Messages requests(int reach) {
        return repeat(index -> ascii(String.format(Locale.ROOT,
                "GET /%05d HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n", index * STEP)),
                reach);
    }

    /**
     * @param size bytes of the part
     * @param reach how many bytes are looked at in one piece at most
     */
    static Messages answers(int size, int reach) {
        byte[] header = ascii("HTTP/1.1 200 OK\r\ncontent-type: " + CONTENT_TYPE + "\r\ncontent-length: " + size +
                "\r\n\r\n");
        ByteBuffer tape = Tape.first(COUNT * STEP + size);
        return repeat(index -> {
            byte[] message = new byte[header.length + size];
            System.arraycopy(header, 0, message, 0, header.length);
            tape.position(index * STEP).get(message, header.length, size);
            return message;
        }, reach);
    }

    /** Returns where on the tape the part begins that a path such as {@code /01021} asks for. */
    public static int place(String path) {
        return Integer.parseInt(path.substring(1));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Messages repeat(IntToBytes message, int reach) {
        int size = message.of(0).length;
        int period = COUNT * size;
        ByteBuffer row = ByteBuffer.allocateDirect(period + reach);
        for (int i = 0; row.hasRemaining(); i = (i + 1) % COUNT) {
            row.put(message.of(i), 0, Math.min(size, row.remaining()));
        }
        return new Messages(row.clear(), size, period);
    }

    private interface IntToBytes {
        byte[] of(int index);
    }
}
