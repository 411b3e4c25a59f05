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
import io.netty.channel.ChannelOutboundBuffer.MessageProcessor;
import io.netty.util.internal.PlatformDependent;

import java.nio.ByteBuffer;

import static io.netty.util.internal.ObjectUtil.checkPositive;

/**
 * An off-heap array of {@code WSABUF} for {@code WSASend}: what {@code IovArray} is for {@code writev}. Belongs to one
 * loop and is cleared on use. It keeps addresses, not buffers: whoever fills it keeps the buffers alive until the call
 * is done.
 */
public final class WsaBufArray extends OffHeap implements MessageProcessor {

    public static final int IOV_MAX = 1024;

    // WSASend counts in an unsigned 32 bit number.
    private static final long MAX_BYTES = 0xffffffffL;

    private int count;
    private long size;
    private long maxBytes = MAX_BYTES;

    /** Whether the system can be given {@code buf} as it is: direct memory, in not too many parts. */
    public static boolean canHold(ByteBuf buf) {
        return buf.hasMemoryAddress() || buf.isDirect() && buf.nioBufferCount() <= IOV_MAX;
    }

    public WsaBufArray() {
        super(IOV_MAX * Native.SIZEOF_WSABUF);
    }

    public void clear() {
        count = 0;
        size = 0;
        maxBytes = MAX_BYTES;
    }

    /** Bytes after which nothing is added any more; the first buffer always fits, so that there is progress. */
    public void maxBytes(long maxBytes) {
        this.maxBytes = Math.min(MAX_BYTES, checkPositive(maxBytes, "maxBytes"));
    }

    /**
     * Adds an entry for each part of a direct buffer, empty ones excepted. {@code false} if the array is full or
     * {@link #maxBytes(long)} reached: parts at the front of a composite buffer may be in the array nevertheless.
     */
    public boolean add(ByteBuf buf, int offset, int length) {
        if (length == 0) {
            return true;
        }
        if (buf.hasMemoryAddress()) {
            return add(buf.memoryAddress() + offset, length);
        }
        if (buf.nioBufferCount() == 1) {
            return add(buf.internalNioBuffer(offset, length));
        }
        for (ByteBuffer part : buf.nioBuffers(offset, length)) {
            if (part.hasRemaining() && !add(part)) {
                return false;
            }
        }
        return true;
    }

    private boolean add(ByteBuffer part) {
        if (!part.isDirect()) {
            throw new IllegalArgumentException("a heap buffer has no address");
        }
        return add(address(part) + part.position(), part.remaining());
    }

    private boolean add(long address, int length) {
        if (count == IOV_MAX || count > 0 && size > maxBytes - length) {
            return false;
        }
        int base = count * Native.SIZEOF_WSABUF;
        memory.putInt(base + Native.WSABUF_LEN_OFFSET, length);
        memory.putLong(base + Native.WSABUF_POINTER_OFFSET, address);
        size += length;
        count++;
        return true;
    }

    /** {@link MessageProcessor} for what waits in a channel's outbound buffer; stops at what is no {@link ByteBuf}. */
    @Override
    public boolean processMessage(Object msg) {
        if (!(msg instanceof ByteBuf)) {
            return false;
        }
        ByteBuf buf = (ByteBuf) msg;
        return add(buf, buf.readerIndex(), buf.readableBytes());
    }

    public int count() {
        return count;
    }

    public long size() {
        return size;
    }

    /** Not by {@code hasDirectByteBufferAddress}, which Netty has from 4.2.11 on only. */
    private static long address(ByteBuffer part) {
        return PlatformDependent.hasUnsafe() ? PlatformDependent.directBufferAddress(part) :
                NativePort.directAddress(part);
    }
}
