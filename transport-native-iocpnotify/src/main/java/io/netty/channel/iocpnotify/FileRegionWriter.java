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
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.RegionFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

import static io.netty.channel.internal.ChannelUtils.WRITE_STATUS_SNDBUF_FULL;

/**
 * Sends {@link FileRegion}s of any kind by copying: the region fills a direct buffer, the buffer goes to the socket.
 * Used in the loop. The file of a {@link DefaultFileRegion} is read without asking the region, which would have the JDK
 * read it in pieces of 8 KiB.
 * <p>
 * A region counts its bytes as transferred when they are in the buffer. Its turn ends when that is empty, too.
 */
final class FileRegionWriter implements WritableByteChannel {

    /** The most that is read at once, and so the memory that a peer holds who takes its time. */
    private static final int MAX_CHUNK = 256 * 1024;

    private final AbstractIocpNotifyChannel channel;

    /** Bytes of the current region that were read and not sent; {@code null} between regions. */
    private ByteBuf chunk;

    FileRegionWriter(AbstractIocpNotifyChannel channel) {
        this.channel = channel;
    }

    /** Makes one attempt. Returns its cost as {@link StreamWriter} counts. */
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

    boolean isChunkLeft() {
        return chunk != null && chunk.isReadable();
    }

    private void fill(FileRegion region) throws IOException {
        boolean isFile = RegionFile.isPlain(region);
        if (chunk == null) {
            // Only of a file it is certain that it has no more bytes than it counts: others may add a header.
            int size = isFile ? (int) Math.min(region.count() - region.transferred(), MAX_CHUNK) : MAX_CHUNK;
            chunk = channel.alloc().directBuffer(size, size);
        }
        chunk.clear();
        try {
            if (!isFile || !read((DefaultFileRegion) region)) {
                // Once: a region that is done must not be asked again, and one that gives little gives little.
                region.transferTo(this, region.transferred());
            }
        } catch (Throwable t) {
            release();
            throw t;
        }
    }

    /**
     * Returns {@code false} if nothing could be read: the region itself is to say why. It may also know how: files that
     * are opened without the system's buffers are read to memory of certain addresses only.
     */
    private boolean read(DefaultFileRegion region) throws IOException {
        if (!RegionFile.ACCESSIBLE) {
            return false;
        }
        region.open();
        FileChannel file = NativeOverlapped.file(region);
        long position = region.position() + region.transferred();
        if (file == null || position < 0) {
            return false;
        }
        int length = (int) Math.min(region.count() - region.transferred(), chunk.capacity());
        int read;
        try {
            read = file.read(chunk.internalNioBuffer(0, length), position);
        } catch (IOException e) {
            return false;
        }
        if (read <= 0) {
            return false;
        }
        chunk.writerIndex(read);
        RegionFile.addTransferred(region, read);
        return true;
    }

    private int send() throws IOException {
        channel.counters().called(CountedCall.SEND);
        int length = chunk.readableBytes();
        int sent = channel.socket.sendAddress(
                AbstractIocpNotifyChannel.addressOf(chunk, chunk.readerIndex(), length), 0, length);
        chunk.skipBytes(sent);
        return sent;
    }

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
