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
package io.netty.channel.iocpnotify.winsock;


/**
 * Natives for UDP: make a socket, send and receive datagrams. Results are {@code >= 0} or a negative error code, among
 * them {@code -WSAEWOULDBLOCK} when nothing can be moved now. Addresses are as in {@link NativeSocket}.
 */
public final class NativeDatagram {

    /** UDP, overlapped, not inheritable, non-blocking; with {@code ipv6} of both families. Returns the handle. */
    static native long newDatagram(boolean ipv6);

    /**
     * {@code SIO_UDP_CONNRESET} and {@code SIO_UDP_NETRESET}: whether receive fails when an earlier datagram is
     * reported as undeliverable.
     */
    static native int reportUnreachable(long socket, boolean report);

    /**
     * {@code WSARecvMsg} of one datagram into {@code length} bytes at {@code address}. What does not fit is lost.
     *
     * @param sender receives the source, or at index 0 a 0 if the system did not tell
     * @param recipient receives the address, without a port, that it was sent to. It receives a 0 at index 0 if the
     *                  socket does not ask for {@code IP_PKTINFO}. {@code null} if the caller does not need it
     * @return the {@link #length(long)}, {@link #isTruncated(long)}, {@link #segmentSize(long)}; or
     *         {@code -WSAEMSGSIZE} if the datagram is lost, because the system does not say how long it is. It had no
     *         room for its control messages, of which users may ask for more by raw options. The sender is known
     */
    static native long receive(long socket, long address, int length, byte[] sender, byte[] recipient);

    /** The bytes that were written to memory. */
    public static int length(long received) {
        return (int) received;
    }

    /** Whether the datagram was longer than the memory. */
    public static boolean isTruncated(long received) {
        return (received & 1L << 32) != 0;
    }

    /** {@code UDP_COALESCED_INFO}: the length of each datagram but the last that came as one; 0 if only one. */
    public static int segmentSize(long received) {
        return (int) (received >>> 33);
    }

    /**
     * {@code WSASendMsg} of the bytes of {@code count} entries of an array of {@code WSABUF}; 0 entries are an empty
     * datagram.
     *
     * @param address the recipient, {@code null} for the one that the socket is connected to
     * @param segmentSize {@code UDP_SEND_MSG_SIZE}: the length of each of the datagrams that the system makes of the
     *                    bytes, but the last; 0 for a single datagram
     */
    static native int send(long socket, long buffers, int count, boolean ipv6, byte[] address, int scopeId, int port,
                           int segmentSize);

    private NativeDatagram() { }
}
