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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import java.io.IOException;

/** A receive into a direct buffer. */
interface ReceiveByCopy {

    /** Receives into {@code direct}, moves its writer index, and returns what the caller makes of it. */
    long receive(ByteBuf direct) throws IOException;

    /** For a buffer that the user's allocator put where the system cannot write: on the heap, or in pieces. */
    static long into(ByteBuf buf, ByteBufAllocator alloc, ReceiveByCopy receive) throws IOException {
        ByteBuf direct = alloc.directBuffer(buf.writableBytes(), buf.writableBytes());
        try {
            long received = receive.receive(direct);
            buf.writeBytes(direct);
            return received;
        } finally {
            direct.release();
        }
    }
}
