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

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Connect, send one message, check its echo, close; and again. An answer is all of that.
 */
public final class ChurnLoad extends Load {

    private final int size;
    private final ByteBuffer message;
    private final Expected expected;
    private final ByteBuffer received;

    /**
     * @param atATime connections at a time
     * @param size bytes of the message
     */
    public ChurnLoad(InetSocketAddress server, int atATime, int size) throws IOException {
        super(server, atATime);
        this.size = size;
        Messages messages = Messages.ofTape(size, size);
        message = messages.view().limit(size);
        expected = new Expected(messages);
        received = ByteBuffer.allocateDirect(size);
    }

    @Override
    Peer newPeer(int index) {
        return new Connections(index);
    }

    private final class Connections extends ConnectingPeer {
        private long begin;
        private int receivedBytes;

        Connections(int index) {
            super(index);
        }

        @Override
        void start() throws IOException {
            begin = System.nanoTime();
            receivedBytes = 0;
            connect();
        }

        @Override
        void connected() throws IOException {
            message.rewind();
            if (channel.write(message) != size) {
                throw new IOException("no room for the first message");
            }
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        @Override
        void readable() throws IOException {
            received.clear().limit(size - receivedBytes);
            int length = channel.read(received);
            if (length < 0) {
                throw new EOFException("the server has closed it");
            }
            expected.check(received.flip(), length, receivedBytes);
            receivedBytes += length;
            if (receivedBytes == size) {
                channel.close();
                answered(begin, System.nanoTime());
                start();
            }
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
            }
        }
    }
}
