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

import java.nio.ByteBuffer;

/**
 * Natives that move bytes. Each transfers what lies between {@code pos} and {@code limit}. It returns the number of
 * bytes, or a negative error code. That is {@code -WSAEWOULDBLOCK} if nothing could be moved now.
 */
public final class NativeStream {

    /** 0 is the end of the stream, unless {@code pos == limit}. */
    static native int recvAddress(long socket, long address, int pos, int limit);

    /** As {@link #recvAddress}; {@code buffer} must be direct. */
    static native int recv(long socket, ByteBuffer buffer, int pos, int limit);

    /**
     * {@code WSARecv}, overlapped, into the memory from {@code address + pos} up to {@code address + limit}.
     *
     * @return 0 if a packet will come, else a negative error code
     */
    public static native int beginReceive(long socket, long address, int pos, int limit, long overlapped);

    static native int sendAddress(long socket, long address, int pos, int limit);

    /** As {@link #sendAddress}; {@code buffer} must be direct. */
    static native int send(long socket, ByteBuffer buffer, int pos, int limit);

    /** {@code WSASend} of {@code count} entries of an array of {@code WSABUF}. */
    static native long writev(long socket, long buffers, int count);

    private NativeStream() { }
}
