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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Requests at a fixed rate, whether answers come fast or not, evenly spread over time and connections. A connection has
 * one request under way; one that is due meanwhile is sent as soon as the answer before is there. Latency counts from
 * the moment at which the request was due, so a server that stalls is charged with all that had to wait, as wrk2 does.
 */
public final class PacedLoad extends Load {

    private static final int RECEIVE_SIZE = 64 * 1024;
    /** A selector waits whole milliseconds, so for less this looks again and again, and sleeps that long between. */
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final long intervalNanos;
    private final Messages requests;
    private final Messages answers;
    private final Expected expected;
    private final ByteBuffer received = ByteBuffer.allocateDirect(RECEIVE_SIZE);
    private final List<Connection> connections = new ArrayList<>();
    /** When the next request of all is due, and whose it is. */
    private long nextDue;
    private int nextConnection;
    /** What is due later is not sent any more. */
    private long lastDue = Long.MAX_VALUE;

    private PacedLoad(InetSocketAddress server, int connections, int perSecond, Messages requests, Messages answers)
            throws IOException {
        super(server, connections);
        intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.requests = requests;
        this.answers = answers;
        expected = new Expected(answers);
    }

    /**
     * What is sent comes back.
     *
     * @param perSecond messages, over all connections
     * @param size bytes of a message
     */
    public static PacedLoad ofEcho(InetSocketAddress server, int connections, int perSecond, int size)
            throws IOException {
        Messages messages = Messages.ofTape(size, Math.max(RECEIVE_SIZE, size));
        return new PacedLoad(server, connections, perSecond, messages, messages);
    }

    /**
     * HTTP/1.1, in which the connection lasts.
     *
     * @param perSecond requests, over all connections
     * @param size bytes of what is asked for
     */
    public static PacedLoad ofHttp(InetSocketAddress server, int connections, int perSecond, int size)
            throws IOException {
        return new PacedLoad(server, connections, perSecond, HttpMessages.requests(RECEIVE_SIZE),
                HttpMessages.answers(size, RECEIVE_SIZE));
    }

    @Override
    Peer newPeer(int index) throws IOException {
        Connection connection = new Connection(index);
        connections.add(connection);
        return connection;
    }

    /** The schedule begins anew: what was due in a pause is not made up for. */
    @Override
    void resumed(long now) {
        lastDue = Long.MAX_VALUE;
        nextDue = now;
        for (int i = 0; i < connections.size(); i++) {
            int connection = (nextConnection + i) % connections.size();
            connections.get(connection).due = now + i * intervalNanos;
        }
    }

    @Override
    void await() throws IOException {
        long left = nextDue - System.nanoTime();
        if (left >= SHORT_NANOS) {
            selector.select(Load::ready, TimeUnit.NANOSECONDS.toMillis(left) - 1);
        } else if (selector.selectNow(Load::ready) == 0 && left > 0) {
            LockSupport.parkNanos(Math.min(left, POLL_NANOS));
        }
    }

    @Override
    void idle(long now) throws IOException {
        for (; nextDue <= now; nextDue += intervalNanos) {
            connections.get(nextConnection).sendIfDue(now);
            nextConnection = (nextConnection + 1) % connections.size();
        }
    }

    @Override
    boolean isSettled() {
        lastDue = Math.min(lastDue, System.nanoTime());
        return connections.stream().noneMatch(connection -> connection.underWay || connection.due <= lastDue);
    }

    private final class Connection extends Peer {
        private final SocketChannel channel;
        private final ByteBuffer request = requests.view();
        /** The request with which this connection begins: not the one its neighbour does. */
        private final long first;
        /** When the next request is to be sent, and when the one under way was. */
        private long due;
        private long sentDue;
        private boolean underWay;
        private long sent;
        private long receivedBytes;

        Connection(int index) throws IOException {
            super(index);
            first = index * 7919L;
            channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        /** The schedule begins with {@link #resumed}. */
        @Override
        void start() { }

        void sendIfDue(long now) throws IOException {
            if (underWay || due > now || due > lastDue) {
                return;
            }
            int size = requests.size();
            int from = requests.index((first + sent) * size);
            if (channel.write(request.limit(from + size).position(from)) != size) {
                throw new IOException("no room for a request of " + size + " bytes");
            }
            underWay = true;
            sent++;
            sentDue = due;
            due += intervalNanos * connections.size();
        }

        @Override
        void ready(SelectionKey key) throws IOException {
            received.clear();
            if (channel.read(received) < 0) {
                throw new EOFException("the server has closed it");
            }
            int length = received.flip().remaining();
            int size = answers.size();
            expected.check(received, length, first * size + receivedBytes);
            receivedBytes += length;
            if (receivedBytes > sent * size) {
                throw new IOException("more came back than was asked for");
            }
            if (length > 0 && receivedBytes == sent * size) {
                long now = System.nanoTime();
                underWay = false;
                answered(sentDue, now);
                sendIfDue(now);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
