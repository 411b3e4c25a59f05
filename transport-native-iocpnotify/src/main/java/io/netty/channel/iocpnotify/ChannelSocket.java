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

import io.netty.channel.ChannelException;
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.SocketProtocolFamily;

import java.io.IOException;
import java.util.function.Function;

/** What an internet channel is made of: a new socket of the family that is asked for, or one made elsewhere. */
final class ChannelSocket {

    // winsock2.h
    private static final int SO_ACCEPTCONN = 0x0002;
    private static final int SO_TYPE = 0x1008;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 23;

    /** @param protocol {@code null} for what is {@linkplain WinSocket#isIpv6Preferred() usual} */
    static WinSocket newStream(SocketProtocolFamily protocol) {
        return WinSocket.newStream(isIpv6(protocol));
    }

    static WinSocket newDatagram(SocketProtocolFamily protocol) {
        return WinSocket.newDatagram(isIpv6(protocol));
    }

    private static boolean isIpv6(SocketProtocolFamily protocol) {
        Availability.ensure();
        if (protocol == null) {
            return WinSocket.isIpv6Preferred();
        }
        if (protocol != SocketProtocolFamily.INET && protocol != SocketProtocolFamily.INET6) {
            throw new UnsupportedOperationException("protocol family " + protocol + " (expected: INET, INET6)");
        }
        return protocol == SocketProtocolFamily.INET6;
    }

    static WinSocket adoptStream(long socket) {
        return adopt(socket, SOCK_STREAM, Native.IPPROTO_TCP, "TCP",
                adopted -> isListening(adopted) ? "it listens" : null);
    }

    static WinSocket adoptListener(long socket) {
        return adopt(socket, SOCK_STREAM, Native.IPPROTO_TCP, "TCP",
                adopted -> adopted.remoteAddress() != null ? "it is connected" : null);
    }

    static WinSocket adoptDatagram(long socket) {
        return adopt(socket, SOCK_DGRAM, Native.IPPROTO_UDP, "UDP", adopted -> null);
    }

    /**
     * Refuses what a channel cannot use, before anything is done to it.
     *
     * @param refusal returns why a socket of the right kind is of no use, or {@code null}
     */
    private static WinSocket adopt(long socket, int type, int protocol, String name,
                                   Function<WinSocket, String> refusal) {
        Availability.ensure();
        long info = NativeSocket.protocolInfo(socket);
        int family = NativeSocket.family(info);
        WinSocket adopted = new WinSocket(socket, family == AF_INET6, false);
        try {
            if (info < 0) {
                throw Errors.newIOException("getsockopt", (int) info);
            }
            int actualType = adopted.intOption(Native.SOL_SOCKET, SO_TYPE);
            int actualProtocol = NativeSocket.protocol(info);
            boolean isOther = actualType != type || actualProtocol != protocol ||
                    family != AF_INET && family != AF_INET6;
            String reason = !isOther ? refusal.apply(adopted) : "it is none for " + name +
                    " over IPv4 or IPv6 (address family " + family + ", type " + actualType + ", protocol " +
                    actualProtocol + ')';
            if (reason != null) {
                throw new ChannelException("cannot use socket " + socket + ": " + reason);
            }
            // Last: a socket that is refused stays as it was.
            adopted.setBlocking(false);
            return adopted;
        } catch (IOException e) {
            throw new ChannelException("cannot use socket " + socket, e);
        }
    }

    /** Whether {@code listen} was called on a socket of TCP. */
    static boolean isListening(WinSocket socket) {
        try {
            return socket.intOption(Native.SOL_SOCKET, SO_ACCEPTCONN) != 0;
        } catch (IOException e) {
            throw new ChannelException("cannot use " + socket, e);
        }
    }

    private ChannelSocket() { }
}
