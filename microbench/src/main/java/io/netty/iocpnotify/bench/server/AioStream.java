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
package io.netty.iocpnotify.bench.server;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;

/**
 * After the first byte that it reads, sends the tape without end.
 */
final class AioStream extends AioConnection {

    private final ByteBuffer tape;
    /** As in {@link AioEcho}. */
    private int place = -1;

    /**
     * @param tape of {@link StreamTape}; its limits are this connection's
     */
    AioStream(AsynchronousSocketChannel channel, ConnectionCount connections, ByteBuffer tape) {
        super(channel, connections);
        this.tape = tape;
    }

    @Override
    void begin() {
        channel.read(ByteBuffer.allocate(1), null, this);
    }

    @Override
    public void completed(Integer length, Void attachment) {
        if (length < 0) {
            end();
            return;
        }
        place = place < 0 ? 0 : StreamTape.wrap(place + length);
        tape.limit(place + StreamTape.BYTES_PER_WRITE).position(place);
        channel.write(tape, null, this);
    }
}
