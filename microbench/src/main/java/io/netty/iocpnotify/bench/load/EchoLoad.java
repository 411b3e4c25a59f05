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
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * Connections, each with a number of messages under way, whose echo is checked byte by byte.
 */
public final class EchoLoad extends Load {

    private static final int RECEIVE_SIZE = 64 * 1024;

    private final int depth;
    private final int size;
    private final boolean introduce;
    private final ByteBuffer tape;
    private final Expected expected;
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVE_SIZE);

    /**
     * @param depth messages under way on each connection
     * @param size bytes of a message
     * @param introduce whether each connection begins with a byte, which is not echoed: 1 for the first, else 0
     */
    public EchoLoad(InetSocketAddress server, int connections, int depth, int size, boolean introduce)
            throws IOException {
        super(server, connections);
        this.depth = depth;
        this.size = size;
        this.introduce = introduce;
        tape = Tape.first(Tape.PERIOD + Math.max(RECEIVE_SIZE, depth * size));
        expected = new Expected(tape);
    }

    @Override
    Peer newPeer(int index) throws IOException {
        return new Connection(index);
    }

    private final class Connection extends Peer {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer unsent = tape.duplicate();
        /** When the messages that are under way were sent; a ring. */
        private final long[] sentNanos = new long[depth];
        /** Where this connection's part of the tape begins: not where its neighbour's does. */
        private final long base;
        private long sent;
        private long receivedBytes;

        Connection(int index) throws IOException {
            super(index);
            base = (long) index * 7919 * size;
            channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (introduce) {
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (index == 0 ? 1 : 0)}));
            }
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ, this);
        }

        @Override
        void start() throws IOException {
            send(depth, System.nanoTime());
        }

        @Override
        void ready(SelectionKey key) throws IOException {
            if (key.isWritable()) {
                flush();
            }
            if (!key.isReadable()) {
                return;
            }
            received.clear();
            if (channel.read(received) < 0) {
                throw new EOFException("the server has closed it");
            }
            received.flip();
            int length = received.remaining();
            expected.check(received, length, base + receivedBytes);
            long now = System.nanoTime();
            long complete = receivedBytes / size;
            receivedBytes += length;
            int answered = 0;
            for (long end = receivedBytes / size; complete < end; complete++) {
                answered(sentNanos[(int) (complete % depth)], now);
                answered++;
            }
            if (complete > sent) {
                throw new IOException("more came back than was sent");
            }
            if (answered > 0) {
                send(answered, now);
            }
        }

        /** The next messages, which are neighbours on the tape, in one write. What is still unsent goes first. */
        private void send(int count, long now) throws IOException {
            for (int i = 0; i < count; i++) {
                sentNanos[(int) ((sent + i) % depth)] = now;
            }
            int left = sent == 0 ? 0 : unsent.remaining();
            int from = (int) ((base + sent * size - left) % Tape.PERIOD);
            sent += count;
            unsent.limit(from + left + count * size).position(from);
            flush();
        }

        private void flush() throws IOException {
            channel.write(unsent);
            int interest = unsent.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
            if (key.interestOps() != interest) {
                key.interestOps(interest);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
