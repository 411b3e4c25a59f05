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

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * Connections over TLS, each with one message under way, whose echo is checked byte by byte. What TLS allocates for a
 * message is the JDK's.
 */
public final class TlsLoad extends Load {

    private static final int RECEIVE_SIZE = 128 * 1024;

    private final int size;
    private final SslContext context = TlsContexts.ofClient();
    private final Messages messages;
    private final Expected expected;
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVE_SIZE);

    /**
     * @param size bytes of a message
     */
    public TlsLoad(InetSocketAddress server, int connections, int size) throws IOException {
        super(server, connections);
        this.size = size;
        messages = Messages.ofTape(size, Math.max(size, RECEIVE_SIZE));
        expected = new Expected(messages);
    }

    @Override
    Peer newPeer(int index) throws IOException {
        return new Connection(index);
    }

    private final class Connection extends Peer {
        private final TlsClient client;
        private final ByteBuffer message = messages.view();
        private long place;
        private int receivedBytes;
        private long sentNanos;

        Connection(int index) throws IOException {
            super(index);
            place = index * 7919L * size;
            SocketChannel channel = SocketChannel.open(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client = new TlsClient(channel, context.newEngine(UnpooledByteBufAllocator.DEFAULT));
            if (!client.shakeHands()) {
                throw new IOException("a channel that blocks has not waited");
            }
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        @Override
        void start() throws IOException {
            sentNanos = System.nanoTime();
            int from = messages.index(place);
            client.send(message.limit(from + size).position(from));
        }

        @Override
        void ready(SelectionKey key) throws IOException {
            received.clear();
            client.receive(received);
            int length = received.flip().remaining();
            if (receivedBytes + length > size) {
                throw new IOException("more came back than was sent");
            }
            expected.check(received, length, place + receivedBytes);
            receivedBytes += length;
            if (receivedBytes == size) {
                answered(sentNanos, System.nanoTime());
                receivedBytes = 0;
                place += size;
                if (goesOn()) {
                    start();
                }
            }
        }

        @Override
        public void close() throws IOException {
            client.close();
        }
    }
}
