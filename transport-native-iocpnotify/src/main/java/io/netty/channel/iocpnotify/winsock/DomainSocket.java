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

import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.CharsetUtil;

import java.io.IOException;
import java.net.BindException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.UnsupportedAddressTypeException;

/**
 * What a {@link WinSocket} of the family {@code AF_UNIX} does otherwise than one of TCP. It listens, accepts, transfers
 * and closes as any other. Windows takes the path of a file for its address, and nothing else.
 */
public final class DomainSocket {

    /** The JDK's own type of address, from 16 on. Known by its name: the class cannot be linked to before that. */
    private static final String JDK_ADDRESS = "java.net.UnixDomainSocketAddress";

    /** Of afunix.h. */
    private static final int SIO_AF_UNIX_GETPEERPID = 0x58000100;

    /** The address of a socket that was never bound, as those of most clients. */
    private static final DomainSocketAddress UNNAMED = new DomainSocketAddress("");

    /** Whether the system has such sockets. The transport must be available. */
    public static final SystemProbe FAMILY = SystemProbe.ofSocket(NativeSocket::newDomain);

    /** @throws UnsupportedOperationException if the system has no such sockets */
    public static WinSocket open() {
        Availability.ensure();
        if (!FAMILY.isSupported()) {
            throw new UnsupportedOperationException("this system has no sockets of the family AF_UNIX, which Windows " +
                    "10 1803 and Windows Server 2019 are the first to have: " +
                    Errors.message("socket", (int) -FAMILY.answer()));
        }
        return WinSocket.opened(NativeSocket.newDomain(), false);
    }

    /** {@code bind}, which makes the file, to what {@link #check} returned. */
    public static void bind(WinSocket socket, DomainSocketAddress local) throws IOException {
        int result = NativeSocket.bindPath(socket.openHandle(), encode(local));
        if (result < 0) {
            throw newBindException(result, local.path());
        }
    }

    private static IOException newBindException(int result, String path) {
        String hint;
        if (result == -Errors.WSAEADDRINUSE) {
            hint = "the file exists; unless a server listens there now, it was left behind by one that was not " +
                    "closed, and has to be deleted";
        } else if (result == -Errors.WSAENETDOWN) {
            hint = "which is what Windows says when the folder does not exist";
        } else if (result == -Errors.WSAEACCES) {
            hint = "no permission to make a file there";
        } else if (result == -Errors.WSAEINVAL) {
            hint = "the socket is bound already, or the path is none that Windows can make a socket of";
        } else {
            return Errors.newIOException("bind", result);
        }
        return new BindException(Errors.message("bind", -result) + " (" + hint + "): " + path);
    }

    /** As {@link WinSocket#connect}, to what {@link #check} returned. */
    public static boolean connect(WinSocket socket, DomainSocketAddress remote) throws IOException {
        return Errors.isConnected(NativeSocket.connectPath(socket.openHandle(), encode(remote)));
    }

    /** {@code getsockname} of a connected socket; an empty path if it was not bound. */
    public static DomainSocketAddress localAddress(WinSocket socket) {
        byte[] path = new byte[Native.SIZEOF_SUN_PATH];
        return address(path, socket.isOpen() ? NativeSocket.localPath(socket.handle(), path) : 0);
    }

    /** {@code getpeername} of a connected socket; an empty path if the peer was not bound. */
    public static DomainSocketAddress remoteAddress(WinSocket socket) {
        byte[] path = new byte[Native.SIZEOF_SUN_PATH];
        return address(path, socket.isOpen() ? NativeSocket.remotePath(socket.handle(), path) : 0);
    }

    private static DomainSocketAddress address(byte[] path, int length) {
        return length > 0 ? new DomainSocketAddress(new String(path, 0, length, CharsetUtil.UTF_8)) : UNNAMED;
    }

    /** {@code SIO_AF_UNIX_GETPEERPID} of a connected socket. */
    public static long peerProcessId(WinSocket socket) throws IOException {
        byte[] id = new byte[4];
        socket.ioctl(SIO_AF_UNIX_GETPEERPID, null, id);
        return ByteBuffer.wrap(id).order(ByteOrder.nativeOrder()).getInt() & 0xffffffffL;
    }

    /**
     * Checks what a user passed to bind or connect: its type, and that its path is not empty, abstract or too long. A
     * {@code java.net.UnixDomainSocketAddress} comes back as a {@link DomainSocketAddress}.
     */
    public static DomainSocketAddress check(SocketAddress address) throws SocketException {
        DomainSocketAddress domain = convert(address);
        String path = domain.path();
        if (path.isEmpty()) {
            throw new SocketException(
                    "a domain socket needs the path of a file: the path is empty, and Windows makes up no names");
        }
        if (path.indexOf('\0') >= 0) {
            throw new SocketException(
                    "a domain socket needs the path of a file: the path has a NUL, and Windows has no abstract names");
        }
        int length = encode(domain).length;
        // The system wants a NUL behind it. No static field: the library must not be loaded before it is asked for.
        int most = Native.SIZEOF_SUN_PATH - 1;
        if (length > most) {
            throw new SocketException("the path of a domain socket has " + length + " bytes in UTF-8, " + most +
                    " at most: " + path);
        }
        return domain;
    }

    /** As {@link #check}, of an address that was checked before. */
    public static DomainSocketAddress convert(SocketAddress address) {
        if (address instanceof DomainSocketAddress) {
            return (DomainSocketAddress) address;
        }
        if (address != null && JDK_ADDRESS.equals(address.getClass().getName())) {
            // Specified as the path.
            return new DomainSocketAddress(address.toString());
        }
        throw new UnsupportedAddressTypeException();
    }

    static byte[] encode(DomainSocketAddress address) {
        return address.path().getBytes(CharsetUtil.UTF_8);
    }

    private DomainSocket() { }
}
