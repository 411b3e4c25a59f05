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
 * The sockets of this process.
 */
public final class OpenSockets {

    private static final long LAST_SOCKET = 1 << 16;

    private OpenSockets() {
    }

    /** All handle values that answer to {@code getsockopt}. */
    public static int count() {
        int sockets = 0;
        for (long handle = 4; handle < LAST_SOCKET; handle += 4) {
            if (NativeSocket.getInt(handle, Native.SOL_SOCKET, Native.SO_RCVBUF) >= 0) {
                sockets++;
            }
        }
        return sockets;
    }
}
