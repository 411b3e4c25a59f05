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

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Arrays;

/**
 * Internet addresses as the natives take and give them. A socket of both families speaks IPv6 to the system, so IPv4
 * addresses go in mapped ({@code ::ffff:a.b.c.d}) and come out as what they are.
 */
public final class SocketAddresses {

    /** Room for any answer of a native: length, 16 bytes of address, scope id, port. */
    public static final int MAX_ENCODED_LENGTH = 1 + 16 + 4 + 4;

    private static final byte[] IPV4_LOOPBACK = { 127, 0, 0, 1 };
    private static final byte[] IPV6_LOOPBACK = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };

    /** Checks what a user passed to bind or connect. */
    public static InetSocketAddress check(SocketAddress address, boolean ipv6) {
        if (!(address instanceof InetSocketAddress)) {
            throw new UnsupportedAddressTypeException();
        }
        InetSocketAddress inet = (InetSocketAddress) address;
        if (inet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        if (!ipv6 && !(inet.getAddress() instanceof Inet4Address)) {
            throw new UnsupportedAddressTypeException();
        }
        return inet;
    }

    /** The bytes to bind to; the wildcard of either family is the wildcard of the socket's family. */
    static byte[] encodeLocal(InetAddress address, boolean ipv6) {
        if (address.isAnyLocalAddress()) {
            return new byte[ipv6 ? 16 : 4];
        }
        return encode(address.getAddress(), ipv6);
    }

    /** The bytes to connect to; the wildcard is this host, as it is for the JDK. Winsock would refuse it. */
    public static byte[] encodeRemote(InetAddress address, boolean ipv6) {
        if (address.isAnyLocalAddress()) {
            return encode(address instanceof Inet4Address ? IPV4_LOOPBACK : IPV6_LOOPBACK, ipv6);
        }
        return encode(address.getAddress(), ipv6);
    }

    public static int scopeId(InetAddress address) {
        return address instanceof Inet6Address ? ((Inet6Address) address).getScopeId() : 0;
    }

    private static byte[] encode(byte[] address, boolean ipv6) {
        if (!ipv6 || address.length == 16) {
            return address;
        }
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(address, 0, mapped, 12, 4);
        return mapped;
    }

    /**
     * Reads what a native wrote. At 0 is the length of the rest. For IPv4, 4 bytes of address and 4 of port follow. For
     * IPv6, 16 of address, 4 of scope id and 4 of port follow. Numbers are big endian. If the socket is of no internet
     * family, nothing follows, and {@code null} is returned.
     */
    public static InetSocketAddress decode(byte[] encoded) {
        int length = encoded[0];
        if (length == 0) {
            return null;
        }
        boolean ipv6 = length == 24;
        byte[] bytes = Arrays.copyOfRange(encoded, 1, ipv6 ? 17 : 5);
        int scopeId = ipv6 ? readInt(encoded, 17) : 0;
        try {
            // An address made with scope id 0 would say "%0" in logs.
            InetAddress address = scopeId == 0 ? InetAddress.getByAddress(bytes) :
                    Inet6Address.getByAddress(null, bytes, scopeId);
            return new InetSocketAddress(address, readInt(encoded, ipv6 ? 21 : 5));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are always an address", e);
        }
    }

    private static int readInt(byte[] bytes, int index) {
        return bytes[index] << 24 | (bytes[index + 1] & 0xff) << 16 | (bytes[index + 2] & 0xff) << 8 |
                bytes[index + 3] & 0xff;
    }

    private SocketAddresses() { }
}
