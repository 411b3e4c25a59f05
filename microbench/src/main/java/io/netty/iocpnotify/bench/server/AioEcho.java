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
 * Sends back what it reads.
 */
final class AioEcho extends AioConnection {

    private static final int BUFFER_SIZE = 16 * 1024;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_SIZE);
    /** One operation is under way at a time, and its completion orders what it finds here. */
    private boolean sending;

    AioEcho(AsynchronousSocketChannel channel, ConnectionCount connections) {
        super(channel, connections);
    }

    @Override
    void begin() {
        channel.read(buffer, null, this);
    }

    @Override
    public void completed(Integer length, Void attachment) {
        if (length < 0) {
            end();
            return;
        }
        if (!sending) {
            buffer.flip();
            sending = true;
        }
        if (buffer.hasRemaining()) {
            channel.write(buffer, null, this);
        } else {
            buffer.clear();
            sending = false;
            channel.read(buffer, null, this);
        }
    }
}
