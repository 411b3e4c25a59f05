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
 * Natives of what sockets of the family {@code AF_UNIX} do otherwise than those of TCP. Paths are in UTF-8, without the
 * NUL that ends them for the system.
 */
final class NativeDomain {

    /** {@code SOCK_STREAM}, overlapped, not inheritable, non-blocking. Returns the handle. */
    static native long newStream();

    static native int bind(long socket, byte[] path);

    /** 0 when connected at once; {@code -WSAEWOULDBLOCK} when it goes on in the background. */
    static native int connect(long socket, byte[] path);

    /** {@code getsockname}: the length of the path that was put into {@code path}, 0 when the socket has no name. */
    static native int localPath(long socket, byte[] path);

    /** {@code getpeername}, as {@link #localPath}. */
    static native int remotePath(long socket, byte[] path);

    /** {@code SIO_AF_UNIX_GETPEERPID}. */
    static native long peerProcessId(long socket);

    private NativeDomain() { }
}
