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
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FileRegion;
import io.netty.channel.socket.SocketChannel;
import io.netty.iocpnotify.machine.ProcessHandles;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitReleased;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What others do to the file, its region or the channel while the system has a piece, or when it has just sent it.
 */
@Timeout(120)
@Tag("races")
class TransmitFileRacesTest {

    private static final int LENGTH = 16 * 1024 * 1024;
    /** Sent in one piece, and not copied. */
    private static final int SHORT = TransmitFileWriter.LONGEST_COPIED + 1000;
    /** Threads, and whatever the JVM opens by the way. */
    private static final int TOLERANCE = 20;

    @TempDir
    File directory;

    @RegisterExtension
    final WayOfFiles way = WayOfFiles.bySystem();

    /** Nobody reads, so the system keeps the piece that it has. */
    private static ChannelFuture sendStuck(Channel client, FileRegion region) throws Exception {
        ChannelFuture write = client.writeAndFlush(region);
        assertEquals(2, (int) inLoop(client, region::refCnt), "the system has none of the file");
        return write;
    }

    /** Closes a channel that is in no loop when the packet of its piece has come. Nobody has taken that in. */
    private static void closeBetweenLoops(Channel client, ExpectedBytes receiver, FileRegion region) throws Exception {
        client.deregister().sync();
        receiver.expect(0, LENGTH);
        receiver.context().channel().config().setAutoRead(true);
        SocketPair.await(() -> region.refCnt() == 1 ? true : null);
        client.unsafe().closeForcibly();
    }

    /** The handle's number goes to the next who opens something: nothing of that may be sent. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void fileClosedByItsOwner(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        Path other = Files.write(new File(directory, "other").toPath(), new byte[LENGTH]);
        List<FileChannel> others = new ArrayList<FileChannel>();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
            FileRegion region = new DefaultFileRegion(channel, 0, LENGTH);
            ChannelFuture write = sendStuck(client, region);
            long transferred = inLoop(client, region::transferred);
            channel.close();
            for (int i = 0; i < 10; i++) {
                others.add(FileChannel.open(other, StandardOpenOption.READ));
            }
            receiver.expect(0, LENGTH);
            receiver.context().channel().config().setAutoRead(true);
            // No piece begins with a file that is closed.
            assertInstanceOf(IOException.class, failureOf(write));
            receiver.awaitEndOfInput();
            assertEquals(region.transferred(), receiver.received());
            assertTrue(region.transferred() > transferred && region.transferred() < LENGTH,
                    transferred + " bytes sent before the file was closed, " + region.transferred() + " in all");
            awaitDone(client.closeFuture());
        } finally {
            for (FileChannel channel : others) {
                channel.close();
            }
        }
    }

    /** Its last reference may be given away by somebody who had none: the packet must be heard of all the same. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void regionReleasedTooOften(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            FileRegion region = new DefaultFileRegion(path.toFile(), 0, LENGTH);
            ChannelFuture write = sendStuck(client, region);
            assertTrue(inLoop(client, () -> region.release(2)));
            receiver.expect(0, LENGTH);
            receiver.context().channel().config().setAutoRead(true);
            failureOf(write);
            receiver.awaitEndOfInput();
            assertEquals(region.transferred(), receiver.received());
        }
    }

    /** Our own handle is closed with each piece, however it ends. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void noHandleIsLeft(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            Channel server = fixture.serve(receiver);
            Channel client = fixture.connect(server.localAddress(), NOTHING);
            send(client, path, receiver, 20);
            long before = ProcessHandles.count();
            send(client, path, receiver, 100);
            for (int i = 0; i < 30; i++) {
                Channel closed = fixture.connect(server.localAddress(), NOTHING);
                // Not even begun: the file does not have the bytes.
                assertInstanceOf(IOException.class, failureOf(closed.writeAndFlush(
                        new DefaultFileRegion(path.toFile(), LENGTH, SHORT))));
                awaitDone(closed.closeFuture());
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            long now;
            while ((now = ProcessHandles.count()) > before + TOLERANCE && System.nanoTime() - deadline < 0) {
                Thread.sleep(10);
            }
            assertTrue(now <= before + TOLERANCE, before + " handles before, " + now + " after");
        }
        Files.delete(path);
    }

    private static void send(Channel client, Path path, ExpectedBytes receiver, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            receiver.expect(i, SHORT);
            awaitDone(client.writeAndFlush(new DefaultFileRegion(path.toFile(), i, SHORT)));
        }
        receiver.awaitAll();
    }

    /** A channel that lingers is closed elsewhere, later: what is left to be written must not be sent until then. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedByAListenerAndLingering(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, SHORT);
        CountDownLatch closing = new CountDownLatch(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            receiver.expect(0, SHORT);
            Channel client = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, 10)
                    .connect(fixture.serveUnread(receiver).localAddress()).sync().channel();
            // Where sockets linger.
            GlobalEventExecutor.INSTANCE.execute(() -> {
                try {
                    closing.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            ChannelFuture next = inLoop(client, () -> {
                client.write(new DefaultFileRegion(path.toFile(), 0, SHORT)).addListener(f -> client.close());
                return client.writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));
            });
            receiver.context().channel().config().setAutoRead(true);
            receiver.awaitAll();
            // The loop has been told of the piece when the channel is no longer active.
            SocketPair.await(() -> client.isActive() ? null : true);
            inLoop(client, () -> null);
            closing.countDown();
            awaitDone(client.closeFuture());
            assertInstanceOf(IOException.class, failureOf(next));
            receiver.awaitEndOfInput();
            assertEquals(SHORT, receiver.received());
        } finally {
            closing.countDown();
        }
    }

    /** As with what is copied: what the system has sent has been sent, though the close comes before the packet. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedRightAfter(LoopKind kind) throws Exception {
        endedRightAfter(kind, (client, write) -> client.close());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void outputShutDownRightAfter(LoopKind kind) throws Exception {
        endedRightAfter(kind, (client, write) -> client.shutdownOutput());
    }

    /** The piece counts once: a listener of its write closes the channel before the output is shut down. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedByAListenerDuringTheShutdown(LoopKind kind) throws Exception {
        endedRightAfter(kind, (client, write) -> {
            client.writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));
            write.addListener(f -> client.close());
            client.shutdownOutput();
        });
    }

    private void endedRightAfter(LoopKind kind, BiConsumer<SocketChannel, ChannelFuture> end) throws Exception {
        Path path = ExpectedBytes.file(directory, SHORT);
        try (ChannelFixture fixture = new ChannelFixture(kind);
             ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            IocpNotifySocketChannel client = fixture.connect(listener.getLocalSocketAddress(), NOTHING);
            FileRegion region = new DefaultFileRegion(path.toFile(), 0, SHORT);
            try (Socket peer = listener.accept()) {
                ChannelFuture write = inLoop(client, () -> {
                    ChannelFuture written = client.writeAndFlush(region);
                    assertArrayEquals(ExpectedBytes.of(0, SHORT), peer.getInputStream().readNBytes(SHORT));
                    assertFalse(written.isDone(), "the packet cannot have been seen");
                    end.accept(client, written);
                    return written;
                });
                awaitDone(write);
                assertTrue(write.isSuccess(), () -> "" + write.cause());
                assertEquals(SHORT, region.transferred());
                assertEquals(-1, peer.getInputStream().read());
            }
            awaitReleased(region);
            awaitDone(client.close());
        }
        // Nobody has it open any more.
        Files.delete(path);
    }

    /** If there is room they are sent when the flush returns, as with NIO. So nothing takes them away. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void shortFilesWaitForNoPacket(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        List<Consumer<SocketChannel>> ends = Arrays.asList(SocketChannel::close, SocketChannel::shutdownOutput,
                client -> client.shutdownOutput().addListener(f -> client.close()), SocketChannel::deregister);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int length : new int[] { 1, 1000, TransmitFileWriter.LONGEST_COPIED }) {
                for (Consumer<SocketChannel> end : ends) {
                    ExpectedBytes receiver = new ExpectedBytes();
                    receiver.expect(7, length);
                    Channel server = fixture.serve(receiver);
                    IocpNotifySocketChannel client = fixture.connect(server.localAddress(), NOTHING);
                    assertTrue(inLoop(client, () -> {
                        ChannelFuture write = client.writeAndFlush(new DefaultFileRegion(path.toFile(), 7, length));
                        end.accept(client);
                        return write.isSuccess();
                    }));
                    receiver.awaitAll();
                    awaitDone(client.close());
                    awaitDone(server.close());
                }
            }
        }
        Files.delete(path);
    }

    /** The next loop need not first be told that there is room: nothing but the piece was waited for. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endedOnTheWayToTheNextLoop(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, SHORT);
        EventLoopGroup next = kind.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            IocpNotifySocketChannel client = fixture.connect(fixture.serve(receiver).localAddress(), NOTHING);
            for (int i = 0; i < 10; i++) {
                receiver.expect(0, SHORT);
                FileRegion region = new DefaultFileRegion(path.toFile(), 0, SHORT);
                EventLoop last = client.eventLoop();
                ChannelFuture[] write = new ChannelFuture[1];
                last.submit(() -> {
                    write[0] = client.writeAndFlush(region);
                    return client.deregister();
                }).get().sync();
                Promise<Boolean> done = last.newPromise();
                // A task of the same run as the registration: the port is asked for nothing before it.
                (i % 2 == 0 ? next : fixture.group()).register(client)
                        .addListener(f -> client.eventLoop().execute(() -> done.setSuccess(write[0].isDone())));
                assertTrue(done.get(), "the write waits for more than its file");
                assertTrue(write[0].isSuccess(), () -> "" + write[0].cause());
            }
            awaitDone(client.close());
        } finally {
            end(next);
        }
    }

    /** The piece has ended on the way to the next loop, and the output is shut down before that loop looks at it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void outputShutDownBeforeThePacketIsTakenIn(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        EventLoopGroup next = kind.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            IocpNotifySocketChannel client = fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            FileRegion region = new DefaultFileRegion(path.toFile(), 0, LENGTH);
            ChannelFuture write = sendStuck(client, region);
            client.deregister().sync();
            receiver.expect(0, LENGTH);
            receiver.context().channel().config().setAutoRead(true);
            // In the loop, before the channel goes on there.
            next.register(client).addListener(f -> client.shutdownOutput());
            assertInstanceOf(IOException.class, failureOf(write));
            receiver.awaitEndOfInput();
            assertTrue(receiver.received() < LENGTH, "all was sent");
            assertTrue(client.isOutputShutdown());
            awaitDone(client.close());
        } finally {
            end(next);
        }
    }

    /** A close by another thread fails what waits to be written, so the packet finds nothing that it tells of. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedForciblyBeforeThePacketIsTakenIn(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (boolean shutdown : new boolean[] { true, false }) {
                ExpectedBytes receiver = new ExpectedBytes();
                IocpNotifySocketChannel client =
                        fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
                FileRegion region = new DefaultFileRegion(path.toFile(), 0, LENGTH);
                ChannelFuture write = sendStuck(client, region);
                closeBetweenLoops(client, receiver, region);
                failureOf(client.writeAndFlush(Unpooled.wrappedBuffer(new byte[1])));
                failureOf(write);
                if (shutdown) {
                    assertInstanceOf(ClosedChannelException.class, failureOf(client.shutdownOutput()));
                }
                awaitDone(client.close());
                awaitDone(client.closeFuture());
            }
        }
        Files.delete(path);
    }

    /** As before, and the close goes on while what waits is failed one after the other. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void itsBytesAreNotCountedForTheNextRegion(LoopKind kind) throws Exception {
        Path path = ExpectedBytes.file(directory, LENGTH);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            ExpectedBytes receiver = new ExpectedBytes();
            IocpNotifySocketChannel client =
                    fixture.connect(fixture.serveUnread(receiver).localAddress(), NOTHING);
            FileRegion region = new DefaultFileRegion(path.toFile(), 0, LENGTH);
            ChannelFuture write = sendStuck(client, region);
            write.addListener(ChannelFutureListener.CLOSE);
            FileRegion next = new DefaultFileRegion(path.toFile(), 0, 1000);
            ChannelFuture nextWrite = client.writeAndFlush(next);
            closeBetweenLoops(client, receiver, region);
            client.flush();
            failureOf(write);
            failureOf(nextWrite);
            assertEquals(0, next.transferred());
            awaitDone(client.closeFuture());
        }
        Files.delete(path);
    }
}
