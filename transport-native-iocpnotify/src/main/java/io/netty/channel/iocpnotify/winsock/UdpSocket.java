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

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;

/** Datagrams of a {@link WinSocket}, and a peer that comes and goes. As there, no policy, and one thread at a time. */
public final class UdpSocket {

    // What receive returns if there is no datagram: nothing has come; word that an earlier one did not arrive; a
    // datagram that is lost, whose sender is known.
    public static final long RECEIVE_NONE = -1;
    public static final long RECEIVE_UNREACHABLE = -2;
    public static final long RECEIVE_LOST = -3;

    /** Whether the system takes several datagrams in one call, from Windows 10 2004 on. */
    public static final SystemProbe SENDS_SEGMENTS = probe(Native.UDP_SEND_MSG_SIZE);

    /** Whether the system gives several datagrams in one call, likewise. */
    public static final SystemProbe RECEIVES_SEGMENTS = probe(Native.UDP_RECV_MAX_COALESCED_SIZE);

    // Of mstcpip.h.
    private static final int SIO_UDP_CONNRESET = 0x9800000C;
    private static final int SIO_UDP_NETRESET = 0x9800000F;

    private final WinSocket socket;

    public UdpSocket(WinSocket socket) {
        this.socket = socket;
    }

    /** While nobody knows they go one by one, which is right everywhere. */
    private static SystemProbe probe(int name) {
        return SystemProbe.ofCall(() -> NativeSocket.newDatagram(false),
                socket -> NativeSocket.getInt(socket, Native.IPPROTO_UDP, name));
    }

    /**
     * Chooses whether {@link #receive} tells of datagrams that did not arrive. Without it one dead peer would fail the
     * receiving from all others. Where the system does not know the choice, {@link #receive} is asked again by its
     * caller, so a failure is no concern.
     */
    public void reportUnreachable(boolean report) throws IOException {
        byte[] value = { (byte) (report ? 1 : 0), 0, 0, 0 };
        NativeSocket.ioctl(socket.openHandle(), SIO_UDP_CONNRESET, value, null);
        NativeSocket.ioctl(socket.openHandle(), SIO_UDP_NETRESET, value, null);
    }

    /**
     * {@code connect}: from now on datagrams go to {@code remote} and come from there only. May be repeated. The
     * wildcard address means this host, as with NIO.
     */
    public void connect(InetSocketAddress remote) throws IOException {
        // Windows would take it: nothing that is sent there arrives.
        if (remote.getPort() == 0) {
            throw new SocketException("cannot connect to port 0");
        }
        socket.connect(remote);
    }

    /** {@code connect} to the wildcard, which undoes the last; the socket stays bound. */
    public void disconnect() throws IOException {
        socket.connect(new byte[socket.isIpv6() ? 16 : 4], 0, 0);
    }

    /** As {@link NativeSocket#receiveDatagram}. Returns what the next three methods take apart, or one of RECEIVE_*. */
    public long receive(long address, int length, byte[] sender, byte[] recipient) throws IOException {
        long result = NativeSocket.receiveDatagram(socket.openHandle(), address, length, sender, recipient);
        if (result >= 0) {
            return result;
        }
        if (result == -Errors.WSAEWOULDBLOCK) {
            return RECEIVE_NONE;
        }
        if (isUnreachable((int) -result)) {
            return RECEIVE_UNREACHABLE;
        }
        if (result == -Errors.WSAEMSGSIZE) {
            return RECEIVE_LOST;
        }
        throw Errors.newIOException("WSARecvMsg", (int) result);
    }

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
     * Sends as {@link NativeSocket#sendDatagram}; {@code false} when it would block. Throws a
     * {@link PortUnreachableException} if an earlier datagram did not arrive: then this one is not sent.
     */
    public boolean send(WsaBufArray buffers, InetSocketAddress remote, int segmentSize) throws IOException {
        boolean ipv6 = socket.isIpv6();
        InetAddress address = remote == null ? null : remote.getAddress();
        int result = NativeSocket.sendDatagram(socket.openHandle(), buffers.address(), buffers.count(), ipv6,
                address == null ? null : SocketAddresses.encodeRemote(address, ipv6),
                address == null ? 0 : SocketAddresses.scopeId(address), remote == null ? 0 : remote.getPort(),
                segmentSize);
        if (result >= 0) {
            return true;
        }
        if (isUnreachable(-result)) {
            throw unreachable(-result);
        }
        Errors.ioResult("WSASendMsg", result);
        return false;
    }

    /**
     * Takes the error that waits on the socket (SO_ERROR), after an event that told of one. Returns normally if it is
     * that an earlier datagram did not arrive, or gone: on Wine the event takes it away.
     */
    public void takeUnreachable() throws IOException {
        int error = socket.getSoError();
        if (error != 0 && !isUnreachable(error)) {
            throw Errors.newIOException("datagram", -error);
        }
    }

    /** The exception that NIO and epoll users expect on a connected channel. */
    public static PortUnreachableException unreachable(int code) {
        return new PortUnreachableException(Errors.message("datagram", code));
    }

    /**
     * Winsock speaks of a connection that was reset. It was reset by the peer if the port is closed, and by the network
     * if the time to live was over. Wine hands on what Linux says.
     */
    private static boolean isUnreachable(int code) {
        return Errors.isReset(code) || code == Errors.WSAECONNREFUSED;
    }
}
