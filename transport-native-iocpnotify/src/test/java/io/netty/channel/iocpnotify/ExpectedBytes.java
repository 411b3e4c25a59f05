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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Compares what one connection brings with what the test has announced: parts of a stream of bytes without end.
 */
@Sharable
class ExpectedBytes extends SimpleChannelInboundHandler<ByteBuf> {

    private static final long TIMEOUT_SECONDS = 40;

    // Guarded by this.
    private final Deque<int[]> parts = new ArrayDeque<int[]>();
    private long received;
    private Throwable failure;
    private ChannelHandlerContext context;

    private final CountDownLatch endOfInput = new CountDownLatch(1);

    /** The bytes from {@code position}. */
    static byte[] of(int position, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = at(position + i);
        }
        return bytes;
    }

    /** A new file with the first {@code length} bytes. */
    static Path file(File directory, int length) throws IOException {
        return Files.write(new File(directory, "data" + length).toPath(), of(0, length));
    }

    private static byte at(int position) {
        return (byte) (position * 31 + (position >>> 8) * 17 + (position >>> 16) * 7);
    }

    /** The next {@code length} bytes to come are those from {@code position}. */
    synchronized void expect(int position, int length) {
        if (length > 0) {
            parts.add(new int[] { position, length });
        }
    }

    /** How many bytes have come. */
    synchronized long received() {
        if (failure != null) {
            throw new AssertionError("not what was expected", failure);
        }
        return received;
    }

    @Override
    public synchronized void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        notifyAll();
    }

    /** Of the connection, as soon as it is there. */
    synchronized ChannelHandlerContext context() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (context == null && System.nanoTime() - deadline < 0) {
            wait(10);
        }
        assertTrue(context != null, "no connection");
        return context;
    }

    @Override
    protected synchronized void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
        // In one call: a buffer that is watched for leaks notes each.
        byte[] bytes = new byte[msg.readableBytes()];
        msg.readBytes(bytes);
        received += bytes.length;
        int index = 0;
        while (index < bytes.length && failure == null) {
            int[] part = parts.peek();
            if (part == null) {
                failed(new AssertionError(bytes.length - index + " bytes more than expected"));
                return;
            }
            int length = Math.min(part[1], bytes.length - index);
            for (int i = 0; i < length; i++) {
                if (bytes[index + i] != at(part[0] + i)) {
                    failed(new AssertionError("wrong byte at " + (part[0] + i)));
                    return;
                }
            }
            index += length;
            part[0] += length;
            part[1] -= length;
            if (part[1] == 0) {
                parts.remove();
            }
        }
        if (parts.isEmpty()) {
            notifyAll();
        }
    }

    private void failed(Throwable cause) {
        failure = cause;
        notifyAll();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object evt) throws Exception {
        if (evt == ChannelInputShutdownEvent.INSTANCE) {
            endOfInput.countDown();
        }
        super.userEventTriggered(ctx, evt);
    }

    @Override
    public synchronized void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!parts.isEmpty()) {
            failed(cause);
        }
        ctx.close();
    }

    /** Waits for everything that is expected. */
    synchronized void awaitAll() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!parts.isEmpty() && failure == null && System.nanoTime() - deadline < 0) {
            wait(100);
        }
        if (failure != null) {
            throw new AssertionError("not what was expected", failure);
        }
        assertEquals(0, parts.size(), "parts missing");
    }

    void awaitEndOfInput() throws InterruptedException {
        assertTrue(endOfInput.await(TIMEOUT_SECONDS, TimeUnit.SECONDS), "the input does not end");
    }
}
