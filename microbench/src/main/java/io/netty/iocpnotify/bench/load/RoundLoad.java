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
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds that concern all connections: a round is over when each of them has received its message. Then comes silence,
 * and the next round. An answer is a whole round, from its beginning until the last connection has its message.
 */
abstract class RoundLoad extends Load {

    private final int size;
    private final long silenceNanos;
    private final Messages messages;
    private final Expected expected;
    /** Room for one byte more, so that a message that is too long is seen. */
    private final ByteBuffer received;
    private final List<Connection> connections = new ArrayList<>();
    private long round;
    private long roundBegin;
    private int missing;
    private long nextRound = System.nanoTime();

    /**
     * @param size bytes of a message
     * @param silenceNanos between two rounds
     */
    RoundLoad(InetSocketAddress server, int connections, int size, long silenceNanos) throws IOException {
        super(server, connections);
        this.size = size;
        this.silenceNanos = silenceNanos;
        messages = Messages.ofTape(size, size);
        expected = new Expected(messages);
        received = ByteBuffer.allocateDirect(size + 1);
    }

    /** Does what a round begins with, after each connection was told what it is to {@link Connection#expect}. */
    abstract void begin(long round) throws IOException;

    /** The message that a connection is to receive in a round, by its number. */
    abstract long message(int connection, long round);

    /** One connection has its message. */
    void complete() throws IOException { }

    final List<Connection> connections() {
        return connections;
    }

    @Override
    final Peer newPeer(int index) throws IOException {
        Connection connection = new Connection(index);
        connection.channel = SocketChannel.open(server);
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.channel.configureBlocking(false);
        connection.channel.register(selector, SelectionKey.OP_READ, connection);
        connections.add(connection);
        return connection;
    }

    @Override
    final void idle(long now) throws IOException {
        if (missing == 0 && now - nextRound >= 0) {
            roundBegin = System.nanoTime();
            missing = connections.size();
            for (Connection connection : connections) {
                connection.expect(message(connection.index, round));
            }
            begin(round++);
        }
    }

    /** With silence, only in it. Without, a round follows the other as in other closed loops. */
    @Override
    final boolean mayPause() {
        return missing == 0 || silenceNanos == 0;
    }

    /** One of all. */
    final class Connection extends ConnectingPeer {
        private long message;
        private int missingBytes;

        Connection(int index) {
            super(index);
        }

        /** The first round begins by itself. */
        @Override
        void start() { }

        private void expect(long number) {
            message = number;
            missingBytes = size;
        }

        /** Sends the message that is to come back, perhaps to others too. */
        void send() throws IOException {
            int from = messages.index(message * size);
            ByteBuffer view = messages.view();
            if (channel.write(view.limit(from + size).position(from)) != size) {
                throw new IOException("no room for a message of " + size + " bytes");
            }
        }

        /** Ends the connection by a reset; the system has done so after the next {@code select}. */
        void reset() throws IOException {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        }

        /** After {@link #connect()} the message is sent as soon as the connection is there. */
        @Override
        void connected() throws IOException {
            channel.register(selector, SelectionKey.OP_READ, this);
            send();
        }

        @Override
        void readable() throws IOException {
            received.clear();
            int length = channel.read(received);
            if (length < 0) {
                throw new EOFException("the server has closed it");
            }
            if (length > missingBytes) {
                throw new IOException("more came than was sent");
            }
            expected.check(received.flip(), length, message * size + size - missingBytes);
            missingBytes -= length;
            long now = System.nanoTime();
            heard(now);
            if (missingBytes == 0 && length > 0) {
                if (--missing == 0) {
                    nextRound = now + silenceNanos;
                    answered(roundBegin, now);
                }
                complete();
            }
        }

        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                reset();
            }
        }
    }
}
