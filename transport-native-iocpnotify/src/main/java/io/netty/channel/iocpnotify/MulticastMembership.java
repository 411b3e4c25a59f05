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

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.ObjectUtil;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Enumeration;
import java.util.Locale;

/** The multicast groups of a socket. The system keeps them until it is closed. Any thread may ask; the loop does it. */
final class MulticastMembership {

    /** What to do about a group, in the order of {@link NativeSocket#changeMembership}. */
    enum Change { JOIN, LEAVE, BLOCK }

    private final IocpNotifyDatagramChannel channel;
    private final WinSocket socket;

    MulticastMembership(IocpNotifyDatagramChannel channel) {
        this.channel = channel;
        socket = channel.socket;
    }

    /** On the configured interface, or the one bound to; else the system chooses. A null {@code source} means all. */
    ChannelFuture changeOnDefault(Change change, InetAddress group, InetAddress source, ChannelPromise promise) {
        NetworkInterface networkInterface;
        try {
            networkInterface = defaultInterface();
        } catch (Exception e) {
            promise.tryFailure(e);
            return promise;
        }
        return changeInLoop(change, group, networkInterface, source, promise);
    }

    /** As {@link #changeOnDefault}, on the given interface. */
    ChannelFuture changeOn(Change change, InetAddress group, NetworkInterface networkInterface, InetAddress source,
                           ChannelPromise promise) {
        return changeInLoop(change, group, ObjectUtil.checkNotNull(networkInterface, "networkInterface"), source,
                promise);
    }

    private NetworkInterface defaultInterface() throws IOException {
        NetworkInterface configured = channel.config().getNetworkInterface();
        InetSocketAddress local = channel.localAddress();
        if (configured != null || local == null || local.getAddress().isAnyLocalAddress()) {
            return configured;
        }
        return NetworkInterface.getByInetAddress(local.getAddress());
    }

    private ChannelFuture changeInLoop(Change change, InetAddress group, NetworkInterface networkInterface,
                                       InetAddress source, ChannelPromise promise) {
        ObjectUtil.checkNotNull(group, "multicastAddress");
        channel.inLoop(promise, () -> {
            if (!promise.setUncancellable()) {
                return;
            }
            try {
                change(change, group, networkInterface, source);
            } catch (Throwable t) {
                promise.tryFailure(t);
                return;
            }
            promise.trySuccess();
        });
        return promise;
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
        byte[] ipv4 = ipv4Of(networkInterface);
        int result;
        // The channel may be on its way to the loop. Then any thread may close it.
        synchronized (socket) {
            result = NativeSocket.changeMembership(socket.openHandle(), change.ordinal(), group.getAddress(),
                    source == null ? null : source.getAddress(),
                    networkInterface == null ? 0 : networkInterface.getIndex(), ipv4);
        }
        if (result == -Errors.WSAENOPROTOOPT) {
            throw new UnsupportedOperationException("this system cannot " + change.name().toLowerCase(Locale.ROOT) +
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
