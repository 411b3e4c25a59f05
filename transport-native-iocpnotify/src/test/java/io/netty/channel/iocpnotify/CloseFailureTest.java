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

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What fails while a channel is closed keeps neither its socket open nor anybody waiting: here it is the allocator of a
 * user, whose buffers cannot be released.
 */
@Timeout(120)
class CloseFailureTest {

    private static final int LENGTH = 32 * 1024 * 1024;

    @TempDir
    File directory;

    @RegisterExtension
    final WayOfFiles way = WayOfFiles.byCopying();

    private static final class BrokenAllocator extends AbstractByteBufAllocator {
        volatile boolean broken;
        volatile boolean hasThrown;

        @Override
        public boolean isDirectBufferPooled() {
            return true;
        }

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            return new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity) {
                @Override
                protected void deallocate() {
                    super.deallocate();
                    if (broken) {
                        hasThrown = true;
                        throw new IllegalStateException("thrown by the test");
                    }
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void socketIsClosed(LoopKind kind) throws Exception {
        closeWithFailure(kind, -1);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void socketIsClosedThatLingers(LoopKind kind) throws Exception {
        closeWithFailure(kind, 1);
    }

    private void closeWithFailure(LoopKind kind, int linger) throws Exception {
        File file = new File(directory, "file");
        try (RandomAccessFile content = new RandomAccessFile(file, "rw")) {
            content.setLength(LENGTH);
        }
        BrokenAllocator allocator = new BrokenAllocator();
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = fixture.client(NOTHING).option(ChannelOption.ALLOCATOR, allocator)
                    .option(ChannelOption.SO_LINGER, linger).connect(peer.getLocalSocketAddress()).sync().channel();
            try (Socket accepted = peer.accept()) {
                ChannelFuture write = client.writeAndFlush(new DefaultFileRegion(file, 0, LENGTH));
                // What the system does not take waits in a buffer of the channel.
                while (!inLoop(client, () -> ((AbstractIocpNotifyChannel) client).wants(IocpNotifyIoOps.OUT))) {
                    Thread.sleep(5);
                }
                allocator.broken = true;
                ChannelFuture close = client.close();
                accepted.setSoTimeout(10000);
                InputStream in = accepted.getInputStream();
                byte[] buf = new byte[65536];
                while (in.read(buf) >= 0) {
                    // Until the end of the stream: without one this times out.
                    continue;
                }
                awaitDone(close);
                awaitDone(write);
                assertFalse(write.isSuccess());
                assertTrue(allocator.hasThrown, "the close met no failure");
                awaitDone(client.closeFuture());
            }
        }
    }
}
