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
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.PromiseCombiner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Flushes of any number of buffers of any size, through real sockets: what is gathered, cut or left out on the way, the
 * peer gets the bytes in their order.
 */
@Tag("either-provider")
@Timeout(120)
class GatheringWriteTest {

    // A prime: no size of buffers is a multiple of it.
    private static final int PERIOD = 251;

    /** Checks that each byte is its position's. */
    private static final class Reader extends SimpleChannelInboundHandler<ByteBuf> {
        private final boolean checks;
        private long received;
        private String fault;

        Reader(boolean checks) {
            this.checks = checks;
        }

        @Override
        protected synchronized void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            if (checks && fault == null) {
                // As an array: the leak detector notes down every access to a buffer.
                byte[] bytes = ByteBufUtil.getBytes(msg);
                for (int i = 0; i < bytes.length; i++) {
                    if (bytes[i] != (byte) ((received + i) % PERIOD)) {
                        fault = "wrong byte at " + (received + i);
                        break;
                    }
                }
            }
            received += msg.readableBytes();
            notifyAll();
        }

        /** Waits as long as bytes come. */
        synchronized void await(long expected) throws InterruptedException {
            long last = received;
            long lastNanos = System.nanoTime();
            while (received < expected && fault == null &&
                    System.nanoTime() - lastNanos < TimeUnit.SECONDS.toNanos(20)) {
                wait(100);
                if (received != last) {
                    last = received;
                    lastNanos = System.nanoTime();
                }
            }
            assertNull(fault);
            assertEquals(expected, received);
        }
    }

    private static ByteBuf pattern(Channel channel, long position, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ((position + i) % PERIOD);
        }
        return channel.alloc().directBuffer(Math.max(1, length)).writeBytes(bytes);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void anyNumberOfBuffers(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader(true);
            Channel client = fixture.connect(fixture.serve(reader).localAddress(), ChannelFixture.NOTHING);
            long position = 0;
            for (int count : new int[] { 0, 1, 2, 1023, 1024, 1025, 2048, 5000 }) {
                for (int size : new int[] { 1, 7 }) {
                    position = flush(client, position, count, size, 0);
                    reader.await(position);
                }
            }
        }
    }

    /** Empty ones at the front, in the middle, at the end, and nothing else. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void emptyBuffersBetween(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader(true);
            Channel client = fixture.connect(fixture.serve(reader).localAddress(), ChannelFixture.NOTHING);
            long position = 0;
            for (int count : new int[] { 1, 2, 1024, 1025, 3000 }) {
                position = flush(client, position, count, 5, 2);
                position = flush(client, position, count, 5, 3);
                position = flush(client, position, count, 0, 0);
                reader.await(position);
            }
        }
    }

    /** Every write is kept its promise, whatever became of its buffer. Returns the position after. */
    private static long flush(Channel channel, long position, int count, int size, int emptyEach) throws Exception {
        long[] end = { position };
        ChannelPromise all = channel.newPromise();
        inLoop(channel, () -> {
            PromiseCombiner combiner = new PromiseCombiner(channel.eventLoop());
            for (int i = 0; i < count; i++) {
                int length = emptyEach != 0 && i % emptyEach == 0 ? 0 : size;
                combiner.add((ChannelFuture) channel.write(pattern(channel, end[0], length)));
                end[0] += length;
            }
            channel.flush();
            combiner.finish(all);
            return null;
        });
        awaitDone(all);
        assertNull(all.cause());
        return end[0];
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void compositeOfMorePartsThanACallTakes(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader(true);
            Channel client = fixture.connect(fixture.serve(reader).localAddress(), ChannelFixture.NOTHING);
            long position = 0;
            for (int parts : new int[] { 1023, 1024, 1025, 2500 }) {
                CompositeByteBuf composite = client.alloc().compositeDirectBuffer(Integer.MAX_VALUE);
                for (int i = 0; i < parts; i++) {
                    int length = i % 3;
                    composite.addComponent(true, pattern(client, position, length));
                    position += length;
                }
                // Alone, and between others.
                ByteBuf behind = pattern(client, position, 3);
                position += 3;
                client.write(composite);
                client.writeAndFlush(behind).sync();
                assertEquals(0, composite.refCnt());
                reader.await(position);
            }
        }
    }

    /** Heap, direct, read-only, sliced and composite buffers in one flush, of sizes that are cut. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void allKindsOfBuffers(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader(true);
            Channel client = fixture.client(ChannelFixture.NOTHING).option(ChannelOption.SO_SNDBUF, 8192)
                    .connect(fixture.serve(reader).localAddress()).sync().channel();
            Random random = new Random(3);
            long position = 0;
            for (int i = 0; i < 300; i++) {
                int length = random.nextInt(random.nextBoolean() ? 20 : 9000);
                ByteBuf direct = pattern(client, position, length);
                ByteBuf message = direct;
                switch (i % 5) {
                case 0:
                    message = Unpooled.copiedBuffer(direct);
                    direct.release();
                    break;
                case 1:
                    message = direct.asReadOnly();
                    break;
                case 2:
                    message = Unpooled.wrappedBuffer(direct.readRetainedSlice(length / 2), direct);
                    break;
                case 3:
                    message = Unpooled.wrappedBuffer(direct, Unpooled.buffer(1));
                    break;
                default:
                    break;
                }
                position += length;
                client.write(message);
            }
            client.writeAndFlush(Unpooled.EMPTY_BUFFER).sync();
            reader.await(position);
        }
    }

    /** In one flush, of one buffer's bytes again and again. On one kind of loop only: it takes its time. */
    @Test
    void moreThanTwoGibibytes() throws Exception {
        int length = 16 * 1024 * 1024;
        int count = 129;
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Reader reader = new Reader(false);
            Channel server = fixture.server(reader)
                    .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(1024 * 1024))
                    .bind(anyPort()).sync().channel();
            Channel client = fixture.connect(server.localAddress(), ChannelFixture.NOTHING);
            ByteBuf shared = Unpooled.directBuffer(length, length).writerIndex(length);
            ChannelFuture[] last = new ChannelFuture[1];
            inLoop(client, () -> {
                for (int i = 0; i < count; i++) {
                    last[0] = client.write(shared.retainedDuplicate());
                }
                assertTrue(client.unsafe().outboundBuffer().totalPendingWriteBytes() > Integer.MAX_VALUE);
                client.flush();
                return null;
            });
            reader.await((long) length * count);
            assertTrue(last[0].await(10, TimeUnit.SECONDS) && last[0].isSuccess());
            assertEquals(1, shared.refCnt());
            shared.release();
        }
    }

    /** Messages of nothing: their writes succeed, in their turn, and the connection goes on. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingAtAll(LoopKind kind, @TempDir Path directory) throws Exception {
        File empty = Files.createFile(directory.resolve("empty")).toFile();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader(true);
            Channel client = fixture.connect(fixture.serve(reader).localAddress(), ChannelFixture.NOTHING);
            client.flush();
            client.writeAndFlush(Unpooled.EMPTY_BUFFER).sync();
            ByteBuf none = client.alloc().directBuffer(16);
            client.writeAndFlush(none).sync();
            assertEquals(0, none.refCnt());
            client.writeAndFlush(client.alloc().heapBuffer(16)).sync();
            client.writeAndFlush(client.alloc().compositeDirectBuffer()).sync();
            FileRegion region = new DefaultFileRegion(empty, 0, 0);
            client.writeAndFlush(region).sync();
            assertEquals(0, region.refCnt());
            client.write(Unpooled.EMPTY_BUFFER);
            client.write(new DefaultFileRegion(empty, 0, 0));
            client.write(pattern(client, 0, 4));
            client.write(new DefaultFileRegion(empty, 0, 0));
            client.writeAndFlush(Unpooled.EMPTY_BUFFER).sync();
            reader.await(4);
            assertTrue(client.unsafe().outboundBuffer().isEmpty());
            assertFalse(client.isOpen() && !client.isWritable());
        }
    }
}
