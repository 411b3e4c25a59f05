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

import java.nio.channels.FileChannel;

/**
 * Natives for overlapped operations, and for the files that they send. {@code overlapped} is the address of a zeroed
 * {@code OVERLAPPED}. What begins an operation returns 0 if a packet will come, and lends that memory and the other
 * addresses to the system until then. With an error no packet comes.
 */
public final class NativeOverlapped {

    /**
     * {@code CreateIoCompletionPort} for a handle that was opened for overlapped operations: their packets come to that
     * port, with that key, until the handle is closed. There is no way back.
     * ERROR_INVALID_PARAMETER if the handle belongs to a port already.
     */
    public static native int associate(long port, long handle, long completionKey);

    /**
     * {@code CancelIoEx} of one operation, or with 0 of all of that handle. The operation's packet still comes, be it
     * that of a success. ERROR_NOT_FOUND if there is nothing to be cancelled any more.
     */
    public static native int cancel(long handle, long overlapped);

    /** {@code RtlNtStatusToDosError}: 0 for a success, else the <em>positive</em> Win32 error code. */
    public static native int error(int status);

    /**
     * {@code WSAGetOverlappedResult}, without waiting: how many bytes were transferred. An error is Winsock's own,
     * where the packet has that of Win32; WSA_IO_INCOMPLETE if the operation has not ended.
     */
    static native long result(long socket, long overlapped);

    /** {@code WSARecv} into the memory from {@code address + pos} up to {@code address + limit}. */
    public static native int beginReceive(long socket, long address, int pos, int limit, long overlapped);

    // ---- AcceptEx

    /**
     * Asks the provider of a socket for {@code AcceptEx} and {@code GetAcceptExSockaddrs}; to be called before
     * {@link #beginAccept}.
     */
    public static native int findAccept(long socket);

    public static native int acceptBytes();

    /**
     * {@code AcceptEx} into a socket that is made for it: TCP, overlapped, non-blocking, not inheritable. Returns its
     * handle; with an error there is none. At {@code addresses} are {@link #acceptBytes()} bytes, for both addresses.
     * {@code ipv6} says whether the listener's family is AF_INET6.
     */
    public static native long beginAccept(long listener, boolean ipv6, long addresses, long overlapped);

    /**
     * Makes the socket what {@code accept} would have made it ({@code SO_UPDATE_ACCEPT_CONTEXT}), and reads the
     * addresses, see {@link SocketAddresses#decode(byte[])}. To be called once the packet has told of a success.
     */
    public static native int finishAccept(long listener, long socket, long addresses, byte[] local, byte[] remote);

    // ---- ConnectEx

    /** The address of {@code ConnectEx} for sockets of that kind; {@link #beginConnect} takes it. */
    public static native long findConnect(long socket);

    /** Begins to connect a bound socket, and to send the first bytes; {@code data} is 0 if there are none. */
    public static native int beginConnect(long function, long socket, boolean ipv6, byte[] address, int scopeId,
                                          int port, long data, int dataLength, long overlapped);

    /** {@code SO_UPDATE_CONNECT_CONTEXT}: makes a socket that ConnectEx has connected like every other. */
    public static native int finishConnect(long socket);

    // ---- TransmitFile, and what of a io.netty.channel.DefaultFileRegion only C can get at

    /**
     * Finds the private fields of {@code regionClass} and of the JDK that the others here need. To be called once,
     * before them. An error when this JDK or this Netty has them not.
     */
    static native int findFields(Class<?> regionClass);

    /** The address of {@code TransmitFile} for sockets of that kind; {@link #beginTransmit} takes it. */
    public static native long findTransmit(long socket);

    /** The file of a region; {@code null} if it is no file of the JDK's own, or the region has none open. */
    public static native FileChannel file(Object region);

    /**
     * Opens the file of an open region anew, to be given to {@link #closeFile}: its reads leave the position of the
     * region's own {@link FileChannel} alone. Whoever closes the file meanwhile does no harm: the handle is of this
     * file or an error, never of another one. It is an error if the file has to be read by its own channel. That is so
     * if the channel is closed, is for writing only, or has been locked. It is also so if the file is deleted, is
     * shared with nobody, or is no file of the JDK's own. The last reason is a JDK that does not show all this.
     */
    public static native long openFile(Object region);

    public static native int closeFile(long file);

    static native void setTransferred(Object region, long transferred);

    public static native long fileSize(long file);

    /** Returns 1 on client editions of Windows, 0 on server editions. */
    public static native int isClientEdition();

    /** Begins to send {@code length > 0} bytes from {@code position} of the file, which must have them. */
    public static native int beginTransmit(long function, long socket, long file, long position, int length,
                                           long overlapped);

    private NativeOverlapped() { }
}
