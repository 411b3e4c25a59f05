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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory that both Java and C read, in the byte order of the machine. Its contents are undefined until written. */
public class OffHeap {

    /**
     * Each release of Netty has its own way to direct memory that can be given back at once; its allocators know it.
     * Without a leak detector, which would record each use; and not by Unsafe, whose memory is not zeroed.
     */
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(true, true, false);

    public final ByteBuffer memory;
    private final ByteBuf owner;
    private final long address;

    public OffHeap(int bytes) {
        owner = ALLOCATOR.directBuffer(bytes, bytes);
        try {
            memory = owner.nioBuffer(0, bytes).order(ByteOrder.nativeOrder());
            address = owner.hasMemoryAddress() ? owner.memoryAddress() : NativePort.directAddress(memory);
        } catch (Throwable t) {
            owner.release();
            throw t;
        }
    }

    public final long address() {
        return address;
    }

    /** Gives the memory back; the buffer and the address must not be used any more. */
    public void free() {
        owner.release();
    }
}
