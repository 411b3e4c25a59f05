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
 * Natives for membership in multicast groups. The family of a call is that of {@code group}, 4 or 16 bytes, whatever
 * the family of the socket. Results are {@code >= 0} or a negative error code, {@code -WSAENOPROTOOPT} where the system
 * cannot do it.
 */
public final class NativeMulticast {

    /**
     * {@code MCAST_JOIN_GROUP}, or {@code MCAST_JOIN_SOURCE_GROUP} with a source.
     *
     * @param source the only source to receive from, {@code null} for all
     * @param interfaceIndex the network interface, 0 for the system's choice
     * @param interfaceAddress an IPv4 address of that interface, which is how older calls name it; {@code null} if it
     *                         has none
     */
    public static native int join(long socket, byte[] group, byte[] source, int interfaceIndex,
                                  byte[] interfaceAddress);

    /** {@code MCAST_LEAVE_GROUP}, or {@code MCAST_LEAVE_SOURCE_GROUP} with a source; as {@link #join}. */
    public static native int leave(long socket, byte[] group, byte[] source, int interfaceIndex,
                                   byte[] interfaceAddress);

    /** {@code MCAST_BLOCK_SOURCE} for a group that was joined for all sources; as {@link #join}. */
    public static native int block(long socket, byte[] group, byte[] source, int interfaceIndex,
                                   byte[] interfaceAddress);

    private NativeMulticast() { }
}
