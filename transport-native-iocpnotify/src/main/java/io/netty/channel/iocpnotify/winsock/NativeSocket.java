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
 * Natives for the life of a socket: create, name, connect, accept, shut down, close. One Winsock call each, but for
 * what must be set before a handle may be let out. Results are {@code >= 0} or a negative error code.
 * <p>
 * Addresses go in as the 4 or 16 bytes of the socket's family, and come out as written down at
 * {@link SocketAddresses#decode(byte[])}.
 */
public final class NativeSocket {

    /** TCP, overlapped, not inheritable, non-blocking; with {@code ipv6} of both families. Returns the handle. */
    static native long newStream(boolean ipv6);

    /** {@code ioctlsocket(FIONBIO)}. */
    static native int setBlocking(long socket, boolean blocking);

    static native int bind(long socket, boolean ipv6, byte[] address, int scopeId, int port);

    static native int listen(long socket, int backlog);

    /** 0 when connected at once; {@code -WSAEWOULDBLOCK} when it goes on in the background. */
    static native int connect(long socket, boolean ipv6, byte[] address, int scopeId, int port);

    /** The handle of a non-blocking, not inheritable socket, the peer's address in {@code remoteAddress}. */
    static native long accept(long socket, byte[] remoteAddress);

    /** {@code SIO_TCP_INITIAL_RTO} so that a SYN is not sent again after it was refused; before connect. */
    static native int disableSynRetransmissions(long socket);

    /** {@code SO_PROTOCOL_INFOW}: the address family in the upper, the protocol in the lower 32 bits. */
    public static native long protocolInfo(long socket);

    /** {@code XP1_IFS_HANDLES} of the socket's provider: 1 if the number is a handle of the system, 0 if not. */
    public static native int hasSystemHandle(long socket);

    /** 1 for a stream whose number is a handle of its base provider, with no layered provider in between; 0 if not. */
    public static native int isDirectStream(long socket);

    static native int localAddress(long socket, byte[] address);

    static native int remoteAddress(long socket, byte[] address);

    /** {@code shutdown(SD_SEND)}. */
    static native int shutdownSend(long socket);

    /**
     * Tells the provider and calls {@code closesocket}. May block for as long as SO_LINGER says. Whatever the result,
     * the handle must not be used any more.
     */
    public static native int close(long socket);

    private NativeSocket() { }
}
