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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * Sends back what it reads, with one read each time the selector tells of bytes.
 */
final class SelectorEcho implements SelectorLoop.Handler {

    private static final int BUFFER_SIZE = 16 * 1024;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_SIZE);
    private final SocketChannel channel;
    private final ConnectionCount connections;

    SelectorEcho(SocketChannel channel, ConnectionCount connections) {
        this.channel = channel;
        this.connections = connections;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        try {
            if (key.isReadable()) {
                if (channel.read(buffer) < 0) {
                    end();
                    return;
                }
                buffer.flip();
            }
            channel.write(buffer);
        } catch (IOException e) {
            // A client that is through with its workload may leave while an answer is on its way.
            end();
            return;
        }
        if (buffer.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE);
        } else {
            buffer.clear();
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void end() throws IOException {
        channel.close();
        connections.closed();
    }
}
