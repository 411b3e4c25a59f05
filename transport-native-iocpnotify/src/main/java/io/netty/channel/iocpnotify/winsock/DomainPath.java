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

import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.UnsupportedAddressTypeException;

/**
 * What Windows takes for the address of a socket of {@code AF_UNIX}: the path of a file, and nothing else.
 */
public final class DomainPath {

    /** The most bytes of a path in UTF-8: the system wants a NUL behind it. */
    static final int MAX_LENGTH = Native.SIZEOF_SUN_PATH - 1;

    /** The JDK's own type, from 16 on. It is known by its name because the class cannot be linked to before that. */
    private static final String JDK_ADDRESS = "java.net.UnixDomainSocketAddress";

    /**
     * Checks what a user passed to bind or connect.
     *
     * @return the address; what was a {@code java.net.UnixDomainSocketAddress} is a {@link DomainSocketAddress} now
     * @throws UnsupportedAddressTypeException if it is of no such type
     * @throws SocketException if its path is empty, abstract or too long
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
        if (length > MAX_LENGTH) {
            throw new SocketException("the path of a domain socket has " + length + " bytes in UTF-8, " + MAX_LENGTH +
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

    /** The path as the natives take it. */
    static byte[] encode(DomainSocketAddress address) {
        return address.path().getBytes(CharsetUtil.UTF_8);
    }

    private DomainPath() { }
}
