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
 * Natives for {@code AcceptEx}. Results are {@code >= 0} or a negative error code.
 */
public final class NativeAccept {

    /**
     * Asks the listener's provider for {@code AcceptEx} and {@code GetAcceptExSockaddrs}; to be called before
     * {@link #begin}.
     */
    public static native int find(long listener);

    /** How much memory both addresses take. */
    public static native int addressBytes();

    /**
     * {@code AcceptEx} into a socket that is made for it: TCP, overlapped, non-blocking, not inheritable.
     *
     * @param ipv6 whether the listener's family is AF_INET6
     * @param addresses address of {@link #addressBytes()} bytes, the system's until the packet comes
     * @param overlapped address of the OVERLAPPED, likewise
     * @return the handle of that socket, then a packet comes; or a negative error code, then no packet comes and there
     *         is no socket
     */
    public static native long begin(long listener, boolean ipv6, long addresses, long overlapped);

    /**
     * Makes the socket what {@code accept} would have made it ({@code SO_UPDATE_ACCEPT_CONTEXT}), and reads the
     * addresses, see {@link SocketAddresses#decode(byte[])}. To be called once the packet has told of a success.
     */
    public static native int finish(long listener, long socket, long addresses, byte[] local, byte[] remote);

    private NativeAccept() { }
}
