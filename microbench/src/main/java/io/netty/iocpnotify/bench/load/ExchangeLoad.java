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
 * Connections, each with a number of requests under way, whose answers are checked byte by byte.
 */
public final class ExchangeLoad extends Load {

    private static final int RECEIVE_SIZE = 64 * 1024;

    private final int depth;
    private final Introduction introduction;
    private final Messages requests;
    private final Messages answers;
    private final Expected expected;
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVE_SIZE);

    private ExchangeLoad(InetSocketAddress server, int connections, int depth, Messages requests, Messages answers,
                         Introduction introduction) throws IOException {
        super(server, connections);
        this.depth = depth;
        this.requests = requests;
        this.answers = answers;
        this.introduction = introduction;
        expected = new Expected(answers);
    }

    /**
     * What is sent comes back.
     *
     * @param depth messages under way on each connection
     * @param size bytes of a message
     */
    public static ExchangeLoad ofEcho(InetSocketAddress server, int connections, int depth, int size,
                                      Introduction introduction) throws IOException {
        Messages messages = Messages.ofTape(size, Math.max(RECEIVE_SIZE, depth * size));
        return new ExchangeLoad(server, connections, depth, messages, messages, introduction);
    }

    /**
     * HTTP/1.1, in which the connection lasts.
     *
     * @param depth requests under way on each connection
     * @param size bytes of what is asked for
     */
    public static ExchangeLoad ofHttp(InetSocketAddress server, int connections, int depth, int size)
            throws IOException {
        return new ExchangeLoad(server, connections, depth, HttpMessages.requests(RECEIVE_SIZE),
                HttpMessages.answers(size, RECEIVE_SIZE), Introduction.NONE);
    }

    @Override
    Peer newPeer(int index) throws IOException {
        return new Connection(index);
    }

    private final class Connection extends Peer {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer unsent = requests.view();
        /** When the requests that are under way were sent; a ring. */
        private final long[] sentNanos = new long[depth];
        /** The request with which this connection begins: not the one its neighbour does. */
        private final long first;
        private long sent;
        private long receivedBytes;

        Connection(int index) throws IOException {
            super(index);
            first = index * 7919L;
            channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            introduction.say(channel, index);
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
            int size = answers.size();
            expected.check(received, length, first * size + receivedBytes);
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
            if (answered > 0 && goesOn()) {
                send(answered, now);
            }
        }

        /** The next requests, which are neighbours in their row, in one write. What is still unsent goes first. */
        private void send(int count, long now) throws IOException {
            for (int i = 0; i < count; i++) {
                sentNanos[(int) ((sent + i) % depth)] = now;
            }
            int size = requests.size();
            int left = sent == 0 ? 0 : unsent.remaining();
            int from = requests.index((first + sent) * size - left);
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
