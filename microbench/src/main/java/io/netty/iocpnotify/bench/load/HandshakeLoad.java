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
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;

/**
 * Connect, a full TLS handshake, one message and its echo, which shows that the server is through with the handshake
 * too, close; and again. An answer is all of that.
 */
public final class HandshakeLoad extends Load {

    private static final int SIZE = 16;
    private static final int RECEIVE_SIZE = 32 * 1024;

    private final SslContext context = TlsContexts.ofClient();
    private final Messages messages = Messages.ofTape(SIZE, SIZE);
    private final Expected expected = new Expected(messages);
    private final ByteBuffer message = messages.view().limit(SIZE);
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVE_SIZE);

    /**
     * @param atATime handshakes at a time
     */
    public HandshakeLoad(InetSocketAddress server, int atATime) throws IOException {
        super(server, atATime);
    }

    @Override
    Peer newPeer(int index) {
        return new Handshakes(index);
    }

    private final class Handshakes extends ConnectingPeer {
        private TlsClient client;
        private long begin;
        private boolean shaken;
        private int receivedBytes;

        Handshakes(int index) {
            super(index);
        }

        @Override
        void start() throws IOException {
            begin = System.nanoTime();
            shaken = false;
            receivedBytes = 0;
            connect();
        }

        @Override
        void connected() throws IOException {
            client = new TlsClient(channel, context.newEngine(UnpooledByteBufAllocator.DEFAULT));
            channel.register(selector, SelectionKey.OP_READ, this);
            shakeHands();
        }

        private void shakeHands() throws IOException {
            shaken = client.shakeHands();
            if (shaken) {
                client.send(message.rewind());
            }
        }

        @Override
        void readable() throws IOException {
            if (!shaken) {
                shakeHands();
                return;
            }
            received.clear();
            client.receive(received);
            int length = received.flip().remaining();
            if (receivedBytes + length > SIZE) {
                throw new IOException("more came back than was sent");
            }
            expected.check(received, length, receivedBytes);
            receivedBytes += length;
            if (receivedBytes == SIZE) {
                client.end();
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
