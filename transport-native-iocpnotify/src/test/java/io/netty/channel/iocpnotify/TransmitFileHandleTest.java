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
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import io.netty.channel.iocpnotify.winsock.RegionFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The file of a region stays its user's while the system sends it: its position, its locks, and what it was opened for.
 */
@Tag("either-provider")
@Timeout(120)
class TransmitFileHandleTest {

    private static final int MIB = 1024 * 1024;
    private static final int LENGTH = 2 * MIB;
    /** More than the system buffers. */
    private static final int LONG = 16 * MIB;

    @TempDir
    File directory;

    @RegisterExtension
    final WayOfFiles way = WayOfFiles.bySystem();

    private FileChannel open(OpenOption... options) throws IOException {
        return FileChannel.open(ExpectedBytes.file(directory, LENGTH), options);
    }

    private static ChannelFuture sendStuck(Channel client, FileRegion region, boolean bySystem) throws Exception {
        ChannelFuture write = client.writeAndFlush(region);
        // The system's packet keeps it, too.
        assertEquals(bySystem ? 3 : 2, (int) inLoop(client, region::refCnt));
        return write;
    }

    private static void read(ExpectedBytes receiver) throws Exception {
        receiver.context().channel().config().setAutoRead(true);
    }

    private static void awaitSent(ChannelFuture write) throws Exception {
        awaitDone(write);
        assertTrue(write.isSuccess(), () -> "" + write.cause());
    }

    /** Also of what is sent to nobody: a position that moves is seen by all who read the channel. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void positionStays(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind);
             FileChannel channel = open(StandardOpenOption.READ)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serve(receiver).localAddress(), NOTHING);
            channel.position(77);
            for (int i = 0; i < 2; i++) {
                receiver.expect(0, LENGTH);
                // Released regions close their file.
                awaitSent(client.writeAndFlush(new DefaultFileRegion(channel, 0, LENGTH).retain()));
                receiver.awaitAll();
                assertEquals(77, channel.position());
            }
            ByteBuffer next = ByteBuffer.allocate(10);
            assertEquals(10, channel.read(next));
            assertArrayEquals(ExpectedBytes.of(77, 10), next.array());
        }
    }

    /** On Windows that is what tells whose position counts; Wine keeps to the offset with any handle. */
    @Test
    void theHandleHasNoPosition() throws Exception {
        OverlappedCalls.load();
        FileChannel channel = open(StandardOpenOption.READ);
        DefaultFileRegion region = new DefaultFileRegion(channel, 0, LENGTH);
        assertTrue(RegionFile.ACCESSIBLE);
        long file = NativeOverlapped.openFile(region);
        assertTrue(file > 0, () -> Errors.message("openFile", (int) -file));
        try {
            assertEquals(0, OverlappedCalls.isSynchronous(file));
            assertEquals(LENGTH, NativeOverlapped.fileSize(file));
        } finally {
            assertEquals(0, NativeOverlapped.closeFile(file));
        }
        assertTrue(channel.isOpen());
        channel.close();
        assertTrue(NativeOverlapped.openFile(region) < 0);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void twoRegionsOfOneChannelAtOnce(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LONG);
        try (ChannelFixture fixture = new ChannelFixture(kind);
             FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.position(77);
            List<ExpectedBytes> receivers = new ArrayList<ExpectedBytes>();
            List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
            for (int i = 0; i < 4; i++) {
                ExpectedBytes receiver = new ExpectedBytes();
                Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
                receiver.expect(i, LONG - i);
                receivers.add(receiver);
                writes.add(sendStuck(client, new DefaultFileRegion(channel, i, LONG - i).retain(), true));
            }
            for (ExpectedBytes receiver : receivers) {
                read(receiver);
            }
            for (int i = 0; i < 4; i++) {
                awaitSent(writes.get(i));
                receivers.get(i).awaitAll();
            }
            assertEquals(77, channel.position());
        }
    }

    /** In all the ways in which the JDK opens files for reading. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void openedSomehow(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LONG);
        try (ChannelFixture fixture = new ChannelFixture(kind);
             FileInputStream stream = new FileInputStream(path.toFile());
             RandomAccessFile readOnly = new RandomAccessFile(path.toFile(), "r");
             RandomAccessFile readWrite = new RandomAccessFile(path.toFile(), "rw")) {
            List<FileChannel> channels = new ArrayList<FileChannel>();
            channels.add(stream.getChannel());
            channels.add(readOnly.getChannel());
            channels.add(readWrite.getChannel());
            channels.add(FileChannel.open(path, StandardOpenOption.READ));
            channels.add(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
            channels.add(FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
                    StandardOpenOption.DSYNC));
            for (FileChannel channel : channels) {
                send(fixture, channel, true);
                channel.close();
            }
        }
        Files.delete(path);
    }

    private static void send(ChannelFixture fixture, FileChannel channel, boolean bySystem) throws Exception {
        ExpectedBytes receiver = new ExpectedBytes();
        Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
        receiver.expect(0, LONG);
        ChannelFuture write = sendStuck(client, new DefaultFileRegion(channel, 0, LONG).retain(), bySystem);
        read(receiver);
        awaitSent(write);
        receiver.awaitAll();
        assertEquals(0, channel.position());
        awaitDone(client.close());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void deletedAtItsClose(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LONG);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ,
                    StandardOpenOption.DELETE_ON_CLOSE)) {
                send(fixture, channel, true);
            }
            assertFalse(Files.exists(path));
        }
    }

    /** The piece is sent to its end, and no other begins. Then the file is gone. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void deletedMeanwhileByItsClose(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LONG);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            receiver.expect(0, LONG);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.DELETE_ON_CLOSE);
            FileRegion region = new DefaultFileRegion(channel, 0, LONG).retain();
            ChannelFuture write = sendStuck(client, region, true);
            channel.close();
            read(receiver);
            assertInstanceOf(IOException.class, failureOf(write));
            receiver.awaitEndOfInput();
            assertEquals(region.transferred(), receiver.received());
            SocketPair.await(() -> Files.exists(path) ? null : true);
        }
    }

    /** What its user may not read is not sent, either. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void openedForWritingOnly(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); FileChannel channel = open(StandardOpenOption.WRITE)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            read(receiver);
            Throwable cause = failureOf(client.writeAndFlush(new DefaultFileRegion(channel, 0, LENGTH).retain()));
            assertInstanceOf(NonReadableChannelException.class, cause.getCause(), () -> "" + cause);
            awaitDone(client.close());
            receiver.awaitEndOfInput();
            assertEquals(0, receiver.received());
        }
    }

    /** A lock keeps out every handle but the one that it was taken with, on Windows also when it reads. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void lockedByItsUser(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LONG);
        try (ChannelFixture fixture = new ChannelFixture(kind);
             FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
             FileLock lock = channel.lock()) {
            assertTrue(lock.isValid());
            send(fixture, channel, false);
        }
    }
}
