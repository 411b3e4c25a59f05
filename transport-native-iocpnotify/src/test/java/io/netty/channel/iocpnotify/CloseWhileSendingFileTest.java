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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A channel ends while a part of a file waits in its buffer: the file is closed, the promise fails, nothing is lost.
 * The regions are of subclasses, which are copied; {@link TransmitFileTest} has those that the system sends.
 */
@Timeout(120)
@Tag("races")
class CloseWhileSendingFileTest {

    private static final int LENGTH = 16 * 1024 * 1024;

    @TempDir
    File directory;

    private File file() throws IOException {
        File file = new File(directory, "data");
        Files.write(file.toPath(), new byte[LENGTH]);
        return file;
    }

    /** Of a kind that is always copied. */
    private FileRegion newRegion() throws IOException {
        return new DefaultFileRegion(file(), 0, LENGTH) {
            @Override
            public long transferTo(WritableByteChannel target, long position) throws IOException {
                return super.transferTo(target, position);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byTheUser(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            // Nobody reads, so the system soon takes no more.
            Channel server = fixture.server(NOTHING).childOption(ChannelOption.AUTO_READ, false)
                    .bind(anyPort()).sync().channel();
            Channel client = fixture.connect(server.localAddress(), NOTHING);
            FileRegion region = newRegion();
            ChannelFuture write = client.writeAndFlush(region);
            // The loop has made its attempt when this comes back.
            client.eventLoop().submit(() -> { }).sync();
            assertTrue(region.transferred() > 0);
            awaitDone(client.close());
            assertInstanceOf(IOException.class, failureOf(write));
            assertEquals(0, region.refCnt());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byShutdownOutput(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(NOTHING).childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true).bind(anyPort()).sync().channel();
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), NOTHING);
            FileRegion region = newRegion();
            ChannelFuture write = client.writeAndFlush(region);
            client.eventLoop().submit(() -> { }).sync();
            client.shutdownOutput().sync();
            assertInstanceOf(IOException.class, failureOf(write));
            assertEquals(0, region.refCnt());
            assertTrue(client.isActive());
        }
    }

    /** A region of the user's own may do anything when it is asked for bytes. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byTheRegionItself(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            final Channel client = fixture.connect(server.localAddress(), NOTHING);
            FileRegion region = new DefaultFileRegion(file(), 0, LENGTH) {
                @Override
                public long transferTo(WritableByteChannel target, long position) throws IOException {
                    if (position > 0) {
                        client.close();
                    }
                    return super.transferTo(target, position);
                }
            };
            assertInstanceOf(IOException.class, failureOf(client.writeAndFlush(region)));
            awaitDone(client.closeFuture());
            assertEquals(0, region.refCnt());
        }
    }
}
