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
import java.nio.channels.SocketChannel;

/**
 * Connections that receive the tape, block by block: each block on request, or all of them after the first request.
 * Each byte is checked. An answer is a block.
 */
public final class DownloadLoad extends Load {

    private static final int RECEIVE_SIZE = 256 * 1024;

    private final int blockSize;
    private final boolean eachOnRequest;
    private final Introduction introduction;
    private final Expected expected = new Expected(Messages.ofTape(1, RECEIVE_SIZE));
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVE_SIZE);
    private final ByteBuffer request = ByteBuffer.allocateDirect(1);

    /**
     * @param blockSize in bytes; with {@code eachOnRequest} a multiple of {@link Tape#PERIOD}
     */
    public DownloadLoad(InetSocketAddress server, int connections, int blockSize, boolean eachOnRequest,
                        Introduction introduction) throws IOException {
        super(server, connections);
        this.introduction = introduction;
        this.blockSize = blockSize;
        this.eachOnRequest = eachOnRequest;
    }

    @Override
    Peer newPeer(int index) throws IOException {
        return new Connection(index);
    }

    private final class Connection extends Peer {
        private final SocketChannel channel;
        private long receivedBytes;
        private long blockBegin;

        Connection(int index) throws IOException {
            super(index);
            channel = SocketChannel.open(server);
            introduction.say(channel, index);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        @Override
        void start() throws IOException {
            blockBegin = System.nanoTime();
            request();
        }

        private void request() throws IOException {
            request.clear();
            if (channel.write(request) != 1) {
                throw new IOException("no room for a request of one byte");
            }
        }

        @Override
        void ready(SelectionKey key) throws IOException {
            received.clear();
            if (channel.read(received) < 0) {
                throw new EOFException("the server has closed it");
            }
            received.flip();
            int length = received.remaining();
            expected.check(received, length, receivedBytes);
            long now = System.nanoTime();
            long complete = receivedBytes / blockSize;
            receivedBytes += length;
            for (long end = receivedBytes / blockSize; complete < end; complete++) {
                answered(blockBegin, now);
                blockBegin = now;
                if (eachOnRequest) {
                    request();
                }
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
