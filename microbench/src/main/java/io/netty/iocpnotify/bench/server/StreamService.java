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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.iocpnotify.bench.load.Tape;

/**
 * Sends the tape in blocks of a fixed size.
 */
final class StreamService implements Service {

    private final ConnectionCount connections;
    private final ByteBuf tape = Unpooled.wrappedBuffer(Tape.first(Tape.PERIOD));
    private final ByteBuf[] blocks;

    /**
     * @param blockSize divides {@link Tape#PERIOD}
     */
    StreamService(ConnectionCount connections, int blockSize) {
        this.connections = connections;
        if (Tape.PERIOD % blockSize != 0) {
            throw new IllegalArgumentException("block size " + blockSize + " does not divide " + Tape.PERIOD);
        }
        blocks = new ByteBuf[Tape.PERIOD / blockSize];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = tape.slice(i * blockSize, blockSize);
        }
    }

    @Override
    public ChannelHandler newHandler() {
        return new StreamHandler(connections, blocks);
    }

    @Override
    public void close() {
        tape.release();
    }
}
