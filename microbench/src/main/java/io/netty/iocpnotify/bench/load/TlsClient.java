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

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The client's side of one TLS connection, on a channel that blocks or does not.
 */
final class TlsClient implements Closeable {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Between two calls what was received and is not yet a whole record, from 0 to its position. */
    private final ByteBuffer received;
    private final ByteBuffer toSend;
    /** For what a handshake has of plain bytes: none. */
    private final ByteBuffer plain;

    /**
     * @param channel connected; closed with this
     * @param engine new, and of no known peer, so that each handshake is a full one
     */
    TlsClient(SocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        engine.setUseClientMode(true);
        int packet = engine.getSession().getPacketBufferSize();
        received = ByteBuffer.allocate(packet);
        toSend = ByteBuffer.allocate(packet);
        plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        engine.beginHandshake();
    }

    /**
     * Goes on with the handshake as far as the channel lets it.
     *
     * @return whether it is done, as far as the client knows
     */
    boolean shakeHands() throws IOException {
        for (;;) {
            switch (engine.getHandshakeStatus()) {
                case NOT_HANDSHAKING:
                case FINISHED:
                    return true;
                case NEED_TASK:
                    engine.getDelegatedTask().run();
                    break;
                case NEED_WRAP:
                    wrap(NOTHING);
                    break;
                default:
                    if (!unwrap(plain) && !read()) {
                        return false;
                    }
            }
        }
    }

    /**
     * Sends all of it.
     *
     * @throws IOException if the system has no room for it, because the peer does not read
     */
    void send(ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            wrap(message);
        }
    }

    /**
     * Receives what there is.
     *
     * @param into has room for all that may have come
     */
    void receive(ByteBuffer into) throws IOException {
        do {
            while (unwrap(into)) {
                continue;
            }
        } while (read());
    }

    private void wrap(ByteBuffer message) throws IOException {
        engine.wrap(message, toSend);
        toSend.flip();
        channel.write(toSend);
        if (toSend.hasRemaining()) {
            throw new IOException("no room for a TLS record");
        }
        toSend.clear();
    }

    /** Returns whether there was a record. */
    private boolean unwrap(ByteBuffer into) throws IOException {
        received.flip();
        SSLEngineResult.Status status = engine.unwrap(received, into).getStatus();
        received.compact();
        switch (status) {
            case OK:
                return true;
            case BUFFER_UNDERFLOW:
                return false;
            case CLOSED:
                throw new EOFException("the server has closed the TLS connection");
            default:
                throw new IOException("more came than was sent");
        }
    }

    /** Returns whether anything came. */
    private boolean read() throws IOException {
        int length = channel.read(received);
        if (length < 0) {
            throw new EOFException("the server has closed it");
        }
        return length > 0;
    }

    /** Says that the client sends no more, and closes. */
    void end() throws IOException {
        engine.closeOutbound();
        wrap(NOTHING);
        channel.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
