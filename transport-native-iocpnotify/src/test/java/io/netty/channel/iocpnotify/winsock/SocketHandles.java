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

import java.util.HashSet;
import java.util.Set;

/**
 * Finds the sockets of this process: every handle value that answers to {@code getsockopt}.
 */
public final class SocketHandles {

    private static final int LAST_HANDLE = 1 << 16;

    private SocketHandles() {
    }

    public static Set<Long> ofThisProcess() {
        Set<Long> sockets = new HashSet<Long>();
        for (long handle = 4; handle < LAST_HANDLE; handle += 4) {
            if (NativeSocket.getInt(handle, Native.SOL_SOCKET, Native.SO_RCVBUF) >= 0) {
                sockets.add(handle);
            }
        }
        return sockets;
    }
}
