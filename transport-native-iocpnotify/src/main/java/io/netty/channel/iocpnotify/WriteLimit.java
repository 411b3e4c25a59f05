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

import io.netty.channel.iocpnotify.winsock.WinSocket;

import java.io.IOException;

/**
 * The most bytes that one call writes to a connection. The system takes whole buffers into its memory.
 */
final class WriteLimit {

    private final WinSocket socket;

    /** {@code null} if writes are not limited to the ideal backlog. Written by any thread, read by the loop. */
    private volatile SendBacklogLimit backlogLimit;

    /** Adjusted by the loop to what the socket takes, by any thread with {@code SO_SNDBUF}. */
    private volatile long bytes = StreamWriter.MAX_BYTES_PER_WRITE;

    WriteLimit(WinSocket socket) {
        this.socket = socket;
    }

    /** The most bytes of one call. */
    long bytes() {
        SendBacklogLimit limit = backlogLimit;
        return limit == null ? bytes : limit.limit(bytes);
    }

    void setBytes(long bytes) {
        this.bytes = Math.min(bytes, StreamWriter.MAX_BYTES_PER_WRITE);
    }

    /** Called before a write of {@code pending} bytes, in the loop. */
    void prepare(long pending) {
        SendBacklogLimit limit = backlogLimit;
        if (limit != null) {
            limit.prepare(pending);
        }
    }

    /** Sets {@code SO_SNDBUF}, which the limit follows. */
    void setSendBufferSize(int size) throws IOException {
        socket.setSendBufferSize(size);
        // Twice the size: the next bytes are then there when the system sends faster than expected.
        setBytes(2L * size);
    }

    boolean isToBacklog() {
        return backlogLimit != null;
    }

    /** Whether writes are also limited to the ideal send backlog that the system tells. */
    void setToBacklog(boolean limited) {
        if (limited != isToBacklog()) {
            backlogLimit = limited ? new SendBacklogLimit(socket) : null;
        }
    }
}
