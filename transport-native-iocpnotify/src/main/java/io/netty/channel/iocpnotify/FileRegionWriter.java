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
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.FileRegion;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;

import static io.netty.channel.internal.ChannelUtils.WRITE_STATUS_SNDBUF_FULL;

/**
 * Sends {@link FileRegion}s of any kind by copying: the region fills a direct buffer, the buffer goes to the socket.
 * The buffer is much larger than the pieces in which the JDK reads files, so that there is one {@code send} for many
 * of them. Used in the loop.
 * <p>
 * A region counts its bytes as transferred when they are in the buffer. What the system does not take stays there until
 * it does; the region's turn ends when the buffer is empty, too.
 */
final class FileRegionWriter implements WritableByteChannel {

    private static final int CHUNK = 128 * 1024;

    private final AbstractIocpNotifyStreamChannel channel;

    /** Bytes of the current region that were read and not sent; {@code null} between regions. */
    private ByteBuf chunk;

    FileRegionWriter(AbstractIocpNotifyStreamChannel channel) {
        this.channel = channel;
    }

    /** Makes one attempt to send of {@code region}. Returns its cost as {@link StreamWriter} counts. */
    int write(ChannelOutboundBuffer in, FileRegion region) throws IOException {
        if (!isChunkLeft()) {
            if (isTransferred(region)) {
                in.remove();
                return 0;
            }
            fill(region);
            if (!isChunkLeft()) {
                // The region gave nothing: it may have more to give later, or its transfer closed the channel.
                release();
                return WRITE_STATUS_SNDBUF_FULL;
            }
        }
        int sent = send();
        if (sent <= 0) {
            return WRITE_STATUS_SNDBUF_FULL;
        }
        boolean done = !isChunkLeft() && isTransferred(region);
        if (!isChunkLeft()) {
            release();
        }
        // Both run listeners, which may do anything.
        in.progress(sent);
        if (done) {
            in.remove();
        }
        return 1;
    }

    private static boolean isTransferred(FileRegion region) {
        return region.transferred() >= region.count();
    }

    /** Whether bytes of the current region wait here. */
    boolean isChunkLeft() {
        return chunk != null && chunk.isReadable();
    }

    private void fill(FileRegion region) throws IOException {
        if (chunk == null) {
            chunk = channel.alloc().directBuffer(CHUNK, CHUNK);
        }
        chunk.clear();
        boolean filled = false;
        try {
            // Once: a region that is done must not be asked again, and one that gives little gives little.
            region.transferTo(this, region.transferred());
            filled = true;
        } finally {
            if (!filled) {
                release();
            }
        }
    }

    private int send() throws IOException {
        int sent;
        if (chunk.hasMemoryAddress()) {
            sent = channel.socket.sendAddress(chunk.memoryAddress(), chunk.readerIndex(), chunk.writerIndex());
        } else {
            ByteBuffer nioBuffer = chunk.internalNioBuffer(chunk.readerIndex(), chunk.readableBytes());
            sent = channel.socket.send(nioBuffer, nioBuffer.position(), nioBuffer.limit());
        }
        chunk.skipBytes(sent);
        return sent;
    }

    /** Frees the buffer; the current region is given up or done. */
    void release() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    // ---- what a region sees

    @Override
    public int write(ByteBuffer src) throws IOException {
        if (chunk == null) {
            // The channel was closed meanwhile, by the region itself or because it kept this object.
            throw new ClosedChannelException();
        }
        int length = Math.min(src.remaining(), chunk.writableBytes());
        int limit = src.limit();
        src.limit(src.position() + length);
        try {
            chunk.writeBytes(src);
        } finally {
            src.limit(limit);
        }
        return length;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        channel.close();
    }
}
