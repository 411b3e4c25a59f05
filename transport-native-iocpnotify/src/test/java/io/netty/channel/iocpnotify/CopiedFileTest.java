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

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.util.AbstractReferenceCounted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

/**
 * Files that the channels send by copying, as they do by default on the client editions of Windows, and how the default
 * is found.
 */
@Timeout(120)
class CopiedFileTest {

    private static final int MIB = 1024 * 1024;

    @TempDir
    File directory;

    @RegisterExtension
    final WayOfFiles way = WayOfFiles.byCopying();

    @Test
    void editionOfWindows() {
        // The JDK asks for the edition to find this name.
        boolean server = System.getProperty("os.name").contains("Server");
        assertEquals(server ? 0 : 1, NativeOverlapped.isClientEdition());
        String property = way.property();
        assertEquals("auto".equals(property) ? server : "true".equals(property), way.isBySystemByDefault());
    }

    /** Counts the bytes that it is made from, as regions do that encrypt; a length before them makes it more. */
    private static final class WithHeader extends AbstractReferenceCounted implements FileRegion {
        static final int COUNT = 16;
        static final int HEADER = 8;
        private final int first;
        private boolean transferred;

        WithHeader(int first) {
            this.first = first;
        }

        @Override
        public long position() {
            return 0;
        }

        @Override
        public long transfered() {
            return transferred();
        }

        @Override
        public long transferred() {
            return transferred ? COUNT : 0;
        }

        @Override
        public long count() {
            return COUNT;
        }

        @Override
        public long transferTo(WritableByteChannel target, long position) throws IOException {
            int written = target.write(ByteBuffer.wrap(ExpectedBytes.of(first, HEADER)));
            written += target.write(ByteBuffer.wrap(ExpectedBytes.of(first + HEADER, COUNT)));
            transferred = true;
            return written;
        }

        @Override
        public FileRegion retain() {
            super.retain();
            return this;
        }

        @Override
        public FileRegion retain(int increment) {
            super.retain(increment);
            return this;
        }

        @Override
        public FileRegion touch() {
            return this;
        }

        @Override
        public FileRegion touch(Object hint) {
            return this;
        }

        @Override
        protected void deallocate() { }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void regionsThatWriteMoreThanTheyCount(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serve(receiver).localAddress(), NOTHING);
            int each = WithHeader.HEADER + WithHeader.COUNT;
            receiver.expect(0, 3 * each);
            for (int i = 0; i < 3; i++) {
                client.writeAndFlush(new WithHeader(i * each)).sync();
            }
            receiver.awaitAll();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void inOrderWithAllElse(LoopKind kind) throws Exception {
        File file = ExpectedBytes.file(directory, MixedWrites.BYTES).toFile();
        List<FileRegion> regions = new ArrayList<FileRegion>();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            MixedWrites.send(fixture, (i, position, length) -> {
                if (i % 4 == 0) {
                    return Unpooled.wrappedBuffer(ExpectedBytes.of(position, length));
                }
                FileRegion region = new DefaultFileRegion(file, position, length);
                regions.add(region);
                return region;
            });
            for (FileRegion region : regions) {
                assertEquals(region.count(), region.transferred());
                assertEquals(0, region.refCnt());
            }
        }
        Files.delete(file.toPath());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void resetMeanwhile(LoopKind kind) throws Exception {
        File file = ExpectedBytes.file(directory, 16 * MIB).toFile();
        for (boolean autoRead : new boolean[] { true, false }) {
            try (ChannelFixture fixture = new ChannelFixture(kind)) {
                LastAccepted accepted = new LastAccepted();
                Channel server = fixture.server(accepted).childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.SO_LINGER, 0).bind(ChannelFixture.anyPort()).sync().channel();
                Channel client = fixture.connect(server.localAddress(), NOTHING);
                client.config().setAutoRead(autoRead);
                FileRegion region = new DefaultFileRegion(file, 0, 16 * MIB);
                ChannelFuture write = client.writeAndFlush(region);
                assertEquals(1, (int) inLoop(client, region::refCnt), "the system has a piece of the file");
                awaitDone(accepted.take().close());
                assertInstanceOf(IOException.class, failureOf(write));
                awaitDone(client.closeFuture());
                assertEquals(0, region.refCnt());
            }
        }
    }
}
