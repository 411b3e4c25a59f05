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
 * Natives of {@code ConnectEx}. Results are {@code >= 0} or a negative error code.
 */
public final class NativeConnect {

    /** The address of {@code ConnectEx} for sockets of the kind of {@code socket}. */
    public static native long function(long socket);

    /**
     * Begins to connect a bound socket, and to send the first bytes.
     *
     * @param function what {@link #function(long)} returned
     * @param data address of the first bytes, lent to the system until the packet comes; 0 if there are none
     * @param overlapped address of a zeroed {@code OVERLAPPED}, lent to the system until its packet comes
     * @return 0 if a packet will come, else an error
     */
    public static native int connect(long function, long socket, boolean ipv6, byte[] address, int scopeId, int port,
                                     long data, int dataLength, long overlapped);

    /** {@code SO_UPDATE_CONNECT_CONTEXT}: makes a socket that ConnectEx has connected like every other. */
    public static native int updateContext(long socket);

    private NativeConnect() { }
}
