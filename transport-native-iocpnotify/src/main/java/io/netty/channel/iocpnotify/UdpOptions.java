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

import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.WinSocket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/**
 * The options of a {@link WinSocket} that only UDP has. A socket of both families has most of them twice, and is given
 * both. Every method may be called by any thread and throws {@link java.nio.channels.ClosedChannelException} once the
 * socket is closed, {@link IOException} when the system refuses.
 */
final class UdpOptions {

    private final WinSocket socket;

    UdpOptions(WinSocket socket) {
        this.socket = socket;
    }

    int get(int ipv4Name, int ipv6Name) throws IOException {
        return socket.isIpv6() ? socket.intOption(Native.IPPROTO_IPV6, ipv6Name) :
                socket.intOption(Native.IPPROTO_IP, ipv4Name);
    }

    void set(int ipv4Name, int ipv6Name, int value) throws IOException {
        if (socket.isIpv6()) {
            socket.setIntOption(Native.IPPROTO_IPV6, ipv6Name, value);
        }
        socket.setIntOption(Native.IPPROTO_IP, ipv4Name, value);
    }

    /** The interface that multicast goes out by, {@code null} for the system's choice. */
    NetworkInterface networkInterface() throws IOException {
        if (socket.isIpv6()) {
            int index = socket.intOption(Native.IPPROTO_IPV6, Native.IPV6_MULTICAST_IF);
            return index == 0 ? null : NetworkInterface.getByIndex(index);
        }
        byte[] address = new byte[4];
        socket.rawOption(Native.IPPROTO_IP, Native.IP_MULTICAST_IF, address);
        if (address[0] != 0) {
            return NetworkInterface.getByInetAddress(InetAddress.getByAddress(address));
        }
        // 0.x.y.z is the interface of that number.
        int index = (address[1] & 0xff) << 16 | (address[2] & 0xff) << 8 | address[3] & 0xff;
        return index == 0 ? null : NetworkInterface.getByIndex(index);
    }

    void setNetworkInterface(NetworkInterface networkInterface) throws IOException {
        int index = networkInterface.getIndex();
        byte[] address = MulticastMembership.ipv4Of(networkInterface);
        if (socket.isIpv6()) {
            socket.setIntOption(Native.IPPROTO_IPV6, Native.IPV6_MULTICAST_IF, index);
            if (address == null) {
                // Not one that IPv4 could go out by.
                return;
            }
        }
        if (address == null) {
            address = new byte[] { 0, (byte) (index >> 16), (byte) (index >> 8), (byte) index };
        }
        socket.setRawOption(Native.IPPROTO_IP, Native.IP_MULTICAST_IF, address);
    }

    /** An address of {@link #networkInterface()}. */
    InetAddress interfaceAddress() throws IOException {
        NetworkInterface networkInterface = networkInterface();
        return networkInterface == null ? null :
                MulticastMembership.addressOf(networkInterface, socket.isIpv6());
    }

    void setInterfaceAddress(InetAddress address) throws IOException {
        NetworkInterface networkInterface = NetworkInterface.getByInetAddress(address);
        if (networkInterface == null) {
            throw new SocketException("no network interface has the address " + address);
        }
        setNetworkInterface(networkInterface);
    }
}
