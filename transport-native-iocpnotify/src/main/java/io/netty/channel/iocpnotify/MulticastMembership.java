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


import io.netty.channel.ChannelPromise;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Enumeration;

/**
 * The multicast groups of a socket: joining, leaving, refusing single sources. The system keeps the books, until the
 * socket is closed. Used in the loop.
 */
final class MulticastMembership {

    /** What to do about a group. */
    enum Change {
        JOIN {
            @Override
            int apply(long socket, byte[] group, byte[] source, int index, byte[] address) {
                return NativeMulticast.join(socket, group, source, index, address);
            }
        },
        LEAVE {
            @Override
            int apply(long socket, byte[] group, byte[] source, int index, byte[] address) {
                return NativeMulticast.leave(socket, group, source, index, address);
            }
        },
        BLOCK {
            @Override
            int apply(long socket, byte[] group, byte[] source, int index, byte[] address) {
                return NativeMulticast.block(socket, group, source, index, address);
            }
        };

        abstract int apply(long socket, byte[] group, byte[] source, int index, byte[] address);
    }

    private final WinSocket socket;

    MulticastMembership(WinSocket socket) {
        this.socket = socket;
    }

    /**
     * @param networkInterface {@code null} for the system's choice
     * @param source {@code null} for all
     */
    void change(Change change, InetAddress group, NetworkInterface networkInterface, InetAddress source,
                ChannelPromise promise) {
        try {
            change(change, group, networkInterface, source);
        } catch (Throwable t) {
            promise.setFailure(t);
            return;
        }
        promise.setSuccess();
    }

    private void change(Change change, InetAddress group, NetworkInterface networkInterface, InetAddress source)
            throws IOException {
        if (!group.isMulticastAddress()) {
            throw new IllegalArgumentException("not a multicast address: " + group);
        }
        if (!socket.isIpv6() && !(group instanceof Inet4Address)) {
            throw new IllegalArgumentException("an IPv6 group needs a channel of that family: " + group);
        }
        if (source != null && (source instanceof Inet4Address) != (group instanceof Inet4Address)) {
            throw new IllegalArgumentException("source " + source + " and group " + group +
                    " are of different families");
        }
        int result = change.apply(socket.openHandle(), group.getAddress(), source == null ? null : source.getAddress(),
                networkInterface == null ? 0 : networkInterface.getIndex(), ipv4Of(networkInterface));
        if (result == -Errors.WSAENOPROTOOPT) {
            throw new UnsupportedOperationException("this system cannot " + change.name().toLowerCase() +
                    " a multicast group for single sources");
        }
        if (result < 0) {
            throw Errors.newIOException("setsockopt", result);
        }
    }

    /** An IPv4 address of {@code networkInterface}, {@code null} if it has none. */
    static byte[] ipv4Of(NetworkInterface networkInterface) {
        InetAddress address = networkInterface == null ? null : addressOf(networkInterface, false);
        return address == null ? null : address.getAddress();
    }

    /** An address of {@code networkInterface}, of IPv6 if that is preferred and there; {@code null} if it has none. */
    static InetAddress addressOf(NetworkInterface networkInterface, boolean ipv6Preferred) {
        InetAddress other = null;
        for (Enumeration<InetAddress> e = networkInterface.getInetAddresses(); e.hasMoreElements();) {
            InetAddress address = e.nextElement();
            if (address instanceof Inet4Address != ipv6Preferred) {
                return address;
            }
            other = address;
        }
        return ipv6Preferred ? other : null;
    }
}
