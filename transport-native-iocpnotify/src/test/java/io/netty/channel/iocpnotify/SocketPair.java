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
package io.netty.channel.iocpnotify;

import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.WinSocket;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;

/**
 * Two connected sockets of this host. There is no loop beneath: what is not ready yet is asked for again until a
 * deadline.
 */
public final class SocketPair implements Closeable {

    private static final long DEADLINE_NANOS = 10_000_000_000L;

    public final WinSocket client;
    public final WinSocket server;
    /** As accept gave it. */
    public final InetSocketAddress peer;

    /** Tries one non-blocking call. */
    public interface Attempt<T> {
        /** {@code null} when it would block. */
        T call() throws IOException;
    }

    public SocketPair(boolean ipv6) throws Exception {
        WinSocket listener = listen(ipv6, InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 }));
        try {
            client = WinSocket.newStream(ipv6);
            connect(client, listener.localAddress());
            byte[] address = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
            server = accept(listener, address);
            peer = SocketAddresses.decode(address);
        } finally {
            listener.close();
        }
    }

    public static WinSocket listen(boolean ipv6, InetAddress address) throws IOException {
        WinSocket listener = WinSocket.newStream(ipv6);
        listener.bind(new InetSocketAddress(address, 0));
        listener.listen(128);
        return listener;
    }

    public static void connect(WinSocket socket, InetSocketAddress remote) throws Exception {
        if (!socket.connect(remote)) {
            await(() -> socket.finishConnect() ? true : null);
        }
    }

    /** The next connection that was not aborted. */
    public static WinSocket accept(WinSocket listener, byte[] address) throws Exception {
        return new WinSocket(await(() -> {
            long socket = listener.accept(address);
            return socket >= 0 ? socket : null;
        }), listener.isIpv6(), false);
    }

    public static <T> T await(Attempt<T> attempt) throws Exception {
        long end = System.nanoTime() + DEADLINE_NANOS;
        for (;;) {
            T result = attempt.call();
            if (result != null) {
                return result;
            }
            if (System.nanoTime() - end > 0) {
                throw new TimeoutException("not ready in time");
            }
            Thread.sleep(1);
        }
    }

    /** Into a direct buffer, whose own position and limit are neither used nor changed. */
    public static int recv(WinSocket socket, ByteBuffer buffer, int pos, int limit) throws IOException {
        return socket.recvAddress(NativePort.directAddress(buffer), pos, limit);
    }

    /** From a direct buffer, whose own position and limit are neither used nor changed. */
    public static int send(WinSocket socket, ByteBuffer buffer, int pos, int limit) throws IOException {
        return socket.sendAddress(NativePort.directAddress(buffer), pos, limit);
    }

    /** Reads exactly so many bytes. */
    public byte[] readFully(WinSocket socket, int length) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(length);
        int[] pos = { 0 };
        while (pos[0] < length) {
            pos[0] += await(() -> {
                int bytes = recv(socket, buffer, pos[0], length);
                if (bytes < 0) {
                    throw new IOException("end of stream after " + pos[0] + " bytes");
                }
                return bytes == 0 ? null : bytes;
            });
        }
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
