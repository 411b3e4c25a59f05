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

import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;

import static io.netty.channel.internal.ChannelUtils.MAX_BYTES_PER_GATHERING_WRITE_ATTEMPTED_LOW_THRESHOLD;

/**
 * Keeps single writes within the ideal send backlog of the connection. Asks for the number only when more waits than it
 * was the last time: what fits is not limited by it. Used in the loop.
 */
final class SendBacklogLimit {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(SendBacklogLimit.class);

    /** A connection that is stuck has a backlog of 0; what is written then must be something nevertheless. */
    private static final long MIN_BYTES = MAX_BYTES_PER_GATHERING_WRITE_ATTEMPTED_LOW_THRESHOLD;

    private final WinSocket socket;

    /** What the system said last. */
    private long bytes = MIN_BYTES;

    SendBacklogLimit(WinSocket socket) {
        this.socket = socket;
    }

    /** So many bytes are about to be written. */
    void prepare(long pending) {
        if (pending <= bytes) {
            return;
        }
        try {
            Integer ideal = TcpSocketOptions.idealSendBacklog(socket);
            bytes = ideal == null ? StreamWriter.MAX_BYTES_PER_WRITE : Math.max(ideal, MIN_BYTES);
        } catch (IOException e) {
            // Only the number is missing; what is wrong with the connection the write will tell.
            logger.debug("No ideal send backlog of {}", socket, e);
            bytes = StreamWriter.MAX_BYTES_PER_WRITE;
        }
    }

    /** The lesser of {@code max} and this limit. */
    long limit(long max) {
        return Math.min(max, bytes);
    }
}
