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
 * Natives for sockets: one Winsock call each, but for what must be set before a handle may be let out. Results are
 * {@code >= 0} or a negative error code. It is {@code -WSAEWOULDBLOCK} if nothing can be moved now.
 * <p>
 * Addresses go in as the 4 or 16 bytes of the socket's family, and come out as written down at
 * {@link SocketAddresses#decode(byte[])}. Paths are in UTF-8, without the NUL that ends them for the system.
 */
public final class NativeSocket {

    // ---- life. Every new socket is overlapped, non-blocking and not inheritable; with ipv6 it is of both families.

    static native long newStream(boolean ipv6);

    static native long newDatagram(boolean ipv6);

    /** A stream of the family {@code AF_UNIX}. */
    static native long newDomain();

    static native int setBlocking(long socket, boolean blocking);

    static native int bind(long socket, boolean ipv6, byte[] address, int scopeId, int port);

    static native int bindPath(long socket, byte[] path);

    static native int listen(long socket, int backlog);

    /** 0 when connected at once; {@code -WSAEWOULDBLOCK} when it goes on in the background. */
    static native int connect(long socket, boolean ipv6, byte[] address, int scopeId, int port);

    static native int connectPath(long socket, byte[] path);

    /** The handle of a non-blocking, not inheritable socket, the peer's address in {@code remoteAddress}. */
    static native long accept(long socket, byte[] remoteAddress);

    static native int localAddress(long socket, byte[] address);

    static native int remoteAddress(long socket, byte[] address);

    /** {@code getsockname}: the length of the path that was put into {@code path}, 0 when the socket has no name. */
    static native int localPath(long socket, byte[] path);

    static native int remotePath(long socket, byte[] path);

    static native int shutdownSend(long socket);

    /**
     * Tells the provider and calls {@code closesocket}. May block for as long as SO_LINGER says. Whatever the result,
     * the handle must not be used any more.
     */
    public static native int close(long socket);

    // ---- options

    /** {@code SO_PROTOCOL_INFOW}, which the four methods below take apart. */
    public static native long protocolInfo(long socket);

    public static int family(long info) {
        return (int) (info >>> 32) & 0xffff;
    }

    public static int protocol(long info) {
        return (int) info;
    }

    /** {@code XP1_IFS_HANDLES} of the socket's provider: the number is a handle of the system. */
    public static boolean hasSystemHandle(long info) {
        return info > 0 && (info & 1L << 48) != 0;
    }

    /** A stream whose number is a handle of its base provider, with no layered provider in between. */
    public static boolean isDirect(long info) {
        return info > 0 && (info & 1L << 49) != 0;
    }

    /** The value as an unsigned 32 bit number, or a negative error code. */
    public static native long getInt(long socket, int level, int name);

    public static native int setInt(long socket, int level, int name, int value);

    /** Fills the beginning of {@code value} and returns how many bytes the system wrote. */
    static native int getRaw(long socket, int level, int name, byte[] value);

    static native int setRaw(long socket, int level, int name, byte[] value);

    /**
     * {@code WSAIoctl}, which may block: not for codes that wait for something to happen. Either array may be
     * {@code null}. Returns how many bytes the system wrote to the beginning of {@code out}.
     */
    public static native int ioctl(long socket, int code, byte[] in, byte[] out);

    /**
     * Joins (0) or leaves (1) a multicast group, or blocks (2) one of its sources. The family is that of {@code group},
     * whatever that of the socket. {@code -WSAENOPROTOOPT} where the system cannot do it.
     *
     * @param source the only source that is meant, {@code null} for all
     * @param interfaceIndex the network interface, 0 for the system's choice
     * @param interfaceAddress an IPv4 address of that interface, which is how older calls name it, or {@code null}
     */
    public static native int changeMembership(long socket, int change, byte[] group, byte[] source, int interfaceIndex,
                                              byte[] interfaceAddress);

    // ---- bytes of a stream, from pos up to limit

    /** 0 is the end of the stream, unless {@code pos == limit}. */
    static native int recvAddress(long socket, long address, int pos, int limit);

    static native int sendAddress(long socket, long address, int pos, int limit);

    /** {@code WSASend} of {@code count} entries of an array of {@code WSABUF}. */
    static native long writev(long socket, long buffers, int count);

    // ---- datagrams

    /**
     * {@code WSARecvMsg} of one datagram into {@code length} bytes at {@code address}. What does not fit is lost.
     *
     * @param sender receives the source, or at index 0 a 0 if the system did not tell
     * @param recipient receives the address, without a port, that it was sent to. It receives a 0 at index 0 if the
     *                  socket does not ask for {@code IP_PKTINFO}. {@code null} if the caller does not need it
     * @return what {@link UdpSocket} takes apart; or {@code -WSAEMSGSIZE} if the datagram is lost, but its sender is
     *         known: there was no room for its control messages, of which users may ask for more by raw options
     */
    static native long receiveDatagram(long socket, long address, int length, byte[] sender, byte[] recipient);

    /**
     * {@code WSASendMsg} of the bytes of {@code count} entries of an array of {@code WSABUF}; 0 entries are an empty
     * datagram. {@code address} is {@code null} for the peer that the socket is connected to. {@code segmentSize} is
     * {@code UDP_SEND_MSG_SIZE}: the length of each of the datagrams that the system makes of the bytes, but the last;
     * 0 for a single datagram.
     */
    static native int sendDatagram(long socket, long buffers, int count, boolean ipv6, byte[] address, int scopeId,
                                   int port, int segmentSize);

    private NativeSocket() { }
}
