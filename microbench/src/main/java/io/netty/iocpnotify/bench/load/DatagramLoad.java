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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sockets, each with one datagram under way, whose echo is checked. One that does not come back is sent again after a
 * while; it counts once, with all the time it took.
 */
public final class DatagramLoad extends Load {

    private static final long RESEND_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final int size;
    private final ByteBuffer tape;
    /** Room for one byte more, so that a datagram that is too long is seen. */
    private final ByteBuffer received;
    private final List<Socket> sockets = new ArrayList<>();

    /**
     * @param size bytes of a datagram
     */
    public DatagramLoad(InetSocketAddress server, int sockets, int size) throws IOException {
        super(server, sockets);
        this.size = size;
        tape = Tape.first(Tape.PERIOD + size);
        received = ByteBuffer.allocateDirect(size + 1);
    }

    @Override
    Peer newPeer(int index) throws IOException {
        Socket socket = new Socket(index);
        sockets.add(socket);
        return socket;
    }

    @Override
    void idle(long now) throws IOException {
        for (Socket socket : sockets) {
            if (now - socket.lastSend > RESEND_NANOS) {
                socket.send(now);
            }
        }
    }

    private final class Socket extends Peer {
        private final DatagramChannel channel;
        private final ByteBuffer message = tape.duplicate();
        private long sequence;
        private long firstSend;
        private long lastSend;

        Socket(int index) throws IOException {
            super(index);
            sequence = 1 + index * 7919L;
            channel = DatagramChannel.open().connect(server);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        @Override
        void start() throws IOException {
            firstSend = System.nanoTime();
            send(firstSend);
        }

        void send(long now) throws IOException {
            setMessage(sequence);
            channel.write(message);
            lastSend = now;
        }

        private void setMessage(long sequence) {
            int from = (int) (sequence * size % Tape.PERIOD);
            message.limit(from + size).position(from);
        }

        @Override
        void ready(SelectionKey key) throws IOException {
            received.clear();
            if (channel.read(received) == 0) {
                return;
            }
            received.flip();
            if (isEcho(sequence)) {
                answered(firstSend, System.nanoTime());
                sequence++;
                start();
            } else if (!isEcho(sequence - 1)) {
                // The one before comes a second time if it was sent twice.
                throw new IOException("a datagram of " + received.remaining() + " bytes that was not sent came back");
            }
        }

        private boolean isEcho(long sequence) {
            setMessage(sequence);
            return received.equals(message);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
