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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A connection of request and answer waits by an overlapped receive. Each test first brings its connection there.
 * {@code auto} does that with the provider {@code afd} alone.
 */
@Timeout(120)
@Tag("one-provider")
class OverlappedReadsTest {

    private static final int MESSAGES = 40;
    private static final long QUIET_MILLIS = 50;
    /** More than the system takes from a channel whose peer does not read. */
    private static final int BLOCKED = 16 << 20;

    private final PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    private final Log log = new Log();
    private ChannelFixture fixture;
    private Socket peer;
    private Channel channel;

    /** Echoes bytes, and notes what comes: bytes by their value, and the events of the end. */
    @Sharable
    private static final class Log extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Object> entries = new LinkedBlockingQueue<Object>();
        /** Whether the input is shut down instead of an echo. */
        volatile boolean wantsNoMore;

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            entries.add(ctx.channel());
            ctx.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ByteBuf buf = (ByteBuf) msg;
            for (int i = 0; i < buf.readableBytes(); i++) {
                entries.add((int) buf.getByte(buf.readerIndex() + i));
            }
            if (wantsNoMore) {
                buf.release();
                ((SocketChannel) ctx.channel()).shutdownInput();
            } else {
                ctx.writeAndFlush(buf);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object evt) {
            entries.add(evt);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            entries.add(cause instanceof IOException ? "reset" : cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            entries.add("inactive");
        }

        Object next() throws InterruptedException {
            Object entry = entries.poll(10, TimeUnit.SECONDS);
            assertNotNull(entry, "nothing comes");
            return entry;
        }
    }

    /** Gives the same buffer for each read. */
    private static final class SameMemory implements RecvByteBufAllocator {
        private final ByteBuf memory;

        SameMemory(ByteBuf memory) {
            this.memory = memory;
        }

        @Override
        public Handle newHandle() {
            return new DelegatingHandle(new FixedRecvByteBufAllocator(memory.capacity()).newHandle()) {
                @Override
                public ByteBuf allocate(ByteBufAllocator alloc) {
                    return memory.clear().retain();
                }
            };
        }
    }

    @BeforeEach
    void allocateNothing() {
        assertEquals(0, allocator.pinnedDirectMemory());
    }

    /** All that was lent to the system is back. */
    @AfterEach
    void end() throws Exception {
        peer.close();
        fixture.close();
        assertEquals(0, allocator.pinnedDirectMemory(), "bytes are still lent");
    }

    /** A connection that waits by a receive. */
    private void connect(LoopKind kind, boolean halfClosure) throws Exception {
        connect(new ChannelFixture(kind), halfClosure, new AdaptiveRecvByteBufAllocator());
        awaitLent(true);
    }

    /** A connection that has done all that it takes to wait by a receive. */
    private void connect(ChannelFixture with, boolean halfClosure, RecvByteBufAllocator receive) throws Exception {
        fixture = with;
        Channel server = fixture.server(log).childOption(ChannelOption.ALLOCATOR, allocator)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, receive)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, halfClosure).bind(anyPort()).sync().channel();
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        peer = new Socket(address.getAddress(), address.getPort());
        peer.setTcpNoDelay(true);
        peer.setSoTimeout(10_000);
        channel = (Channel) log.next();
        for (int i = 0; i < MESSAGES; i++) {
            assertEchoed(i);
        }
    }

    private void assertEchoed(int value) throws Exception {
        peer.getOutputStream().write(value);
        assertEquals(value, log.next());
        assertEquals(value, peer.getInputStream().read());
    }

    /** Waits until a buffer is lent to the system, or none is any more. */
    private void awaitLent(boolean lent) throws Exception {
        for (int i = 0; i < 1000 && isLent() != lent; i++) {
            Thread.sleep(5);
        }
        assertEquals(lent, isLent());
    }

    /** Asked between two runs of the loop: in the middle of one, a buffer may be that of a read or of its echo. */
    private boolean isLent() throws Exception {
        if (!channel.isRegistered()) {
            return allocator.pinnedDirectMemory() != 0;
        }
        return channel.eventLoop().submit(() -> allocator.pinnedDirectMemory() != 0).get(10, TimeUnit.SECONDS);
    }

    /** A byte comes, and its packet, while the loop cannot look; then the loop runs the task. */
    private void receiveAndThen(Runnable task) throws Exception {
        awaitDone(channel.eventLoop().submit(() -> {
            peer.getOutputStream().write(1);
            Thread.sleep(QUIET_MILLIS);
            task.run();
            return null;
        }));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void atRestNoBufferIsLent(LoopKind kind) throws Exception {
        connect(kind, false);
        awaitLent(false);
        for (int i = 0; i < 200; i++) {
            assertEchoed(i & 0x7F);
        }
        awaitLent(true);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void largeBuffersAreNotLent(LoopKind kind) throws Exception {
        connect(new ChannelFixture(kind), false, new FixedRecvByteBufAllocator(OverlappedReads.MOST_BYTES + 1));
        Thread.sleep(QUIET_MILLIS);
        assertEquals(0, allocator.pinnedDirectMemory());
    }

    /** It hands out the same memory each time, which is right as long as each read is over before the next. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void memoryThatOthersHaveIsNotLent(LoopKind kind) throws Exception {
        ByteBuf memory = Unpooled.directBuffer(64);
        try {
            connect(new ChannelFixture(kind), false, new SameMemory(memory));
            Thread.sleep(QUIET_MILLIS);
            assertEquals(1, memory.refCnt());
        } finally {
            memory.release();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whatWasKeptIsReadThoughSomebodyAskedForAMoment(LoopKind kind) throws Exception {
        connect(kind, false);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        awaitDone(channel.eventLoop().submit(() -> {
            channel.config().setAutoRead(true);
            channel.config().setAutoRead(false);
        }));
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asks any more");
        channel.config().setAutoRead(true);
        assertEquals(1, log.next());
        assertEquals(1, peer.getInputStream().read());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whatWasKeptIsReadInTheNextLoopWhenSomebodyAsks(LoopKind kind) throws Exception {
        connect(kind, false);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        EventLoopGroup next = kind.newGroup(1);
        try {
            channel.deregister().sync();
            next.register(channel).sync();
            assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asks");
            channel.read();
            assertEquals(1, log.next());
            channel.close().sync();
        } finally {
            awaitDone(next.shutdownGracefully(0, 10, TimeUnit.SECONDS));
        }
    }

    /** The loop needs no task to give what has come already. */
    @Test
    void whatWasKeptIsReadThoughTheLoopTakesNoTask() throws Exception {
        connect(new ChannelFixture(IocpNotifyEventLoopGroup.newBuilder().threads(2).maxPendingTasks(64).build()), false,
                new AdaptiveRecvByteBufAllocator());
        awaitLent(true);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        awaitDone(channel.eventLoop().submit(() -> {
            assertThrows(RejectedExecutionException.class, () -> {
                while (true) {
                    channel.eventLoop().execute(() -> { });
                }
            });
            channel.read();
        }));
        assertEquals(1, log.next());
        assertEquals(1, peer.getInputStream().read());
    }

    /** What was kept is dropped, and so is what the system still has. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsReadAfterTheInputWasShutDown(LoopKind kind) throws Exception {
        connect(kind, false);
        channel.writeAndFlush(channel.alloc().directBuffer(BLOCKED).writeZero(BLOCKED));
        receiveAndThen(() -> channel.config().setAutoRead(false));
        peer.getOutputStream().write(2);
        awaitDone(((SocketChannel) channel).shutdownInput());
        peer.setSoLinger(true, 0);
        peer.close();
        Object end = log.next();
        assertEquals("inactive", "reset".equals(end) ? log.next() : end);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theEndOfTheStream(LoopKind kind) throws Exception {
        connect(kind, false);
        peer.shutdownOutput();
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void halfOfTheConnectionEnds(LoopKind kind) throws Exception {
        connect(kind, true);
        peer.getOutputStream().write(1);
        peer.shutdownOutput();
        assertEquals(1, log.next());
        Object event = log.next();
        while (event != ChannelInputShutdownReadComplete.INSTANCE) {
            event = log.next();
        }
        assertEquals(1, peer.getInputStream().read());
        awaitDone(channel.writeAndFlush(channel.alloc().buffer().writeByte(2)));
        assertEquals(2, peer.getInputStream().read());
        channel.close().sync();
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aResetIsToldAsSuch(LoopKind kind) throws Exception {
        connect(kind, false);
        peer.setSoLinger(true, 0);
        peer.close();
        assertEquals("reset", log.next());
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsReadThatNobodyAsksFor(LoopKind kind) throws Exception {
        connect(kind, false);
        channel.config().setAutoRead(false);
        // The loop has heard of it.
        awaitDone(channel.eventLoop().submit(() -> { }));
        peer.getOutputStream().write(1);
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        channel.read();
        assertEquals(1, log.next());
        assertEquals(1, peer.getInputStream().read());
        peer.getOutputStream().write(2);
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        channel.config().setAutoRead(true);
        assertEquals(2, log.next());
        assertEquals(2, peer.getInputStream().read());
        assertEchoed(3);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whatHasComeIsKept(LoopKind kind) throws Exception {
        connect(kind, false);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        peer.getOutputStream().write(2);
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        channel.config().setAutoRead(true);
        assertEquals(1, log.next());
        assertEquals(1, peer.getInputStream().read());
        assertEquals(2, log.next());
        assertEquals(2, peer.getInputStream().read());
        assertEchoed(3);
    }

    /** Asked or not. The answer to what was kept fails, which may be told or not. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whatWasKeptComesBeforeTheReset(LoopKind kind) throws Exception {
        connect(kind, false);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        peer.setSoLinger(true, 0);
        peer.close();
        assertEquals(1, log.next());
        Object end = log.next();
        assertEquals("inactive", "reset".equals(end) ? log.next() : end);
    }

    /** From within the read: no packet is to come that could tell of the reset later. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theInputIsShutDownByWhatCameBeforeTheReset(LoopKind kind) throws Exception {
        connect(kind, false);
        log.wantsNoMore = true;
        receiveAndThen(() -> channel.config().setAutoRead(false));
        peer.setSoLinger(true, 0);
        peer.close();
        assertEquals(1, log.next());
        assertEquals("reset", log.next());
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aCloseGivesBackWhatIsLent(LoopKind kind) throws Exception {
        connect(kind, false);
        channel.close().sync();
        assertEquals("inactive", log.next());
        assertEquals(-1, peer.getInputStream().read());
        awaitLent(false);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aCloseDropsWhatWasKept(LoopKind kind) throws Exception {
        connect(kind, false);
        receiveAndThen(() -> channel.config().setAutoRead(false));
        channel.close().sync();
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theGroupEnds(LoopKind kind) throws Exception {
        connect(kind, false);
        awaitDone(fixture.group().shutdownGracefully(0, 10, TimeUnit.SECONDS));
        assertEquals("inactive", log.next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theInputIsShutDown(LoopKind kind) throws Exception {
        connect(kind, false);
        awaitDone(((SocketChannel) channel).shutdownInput());
        awaitLent(false);
        peer.getOutputStream().write(1);
        assertNull(log.entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "the input is over");
    }

    /** With bytes on the way, and without. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theChannelChangesItsLoop(LoopKind kind) throws Exception {
        for (boolean bytes : new boolean[] {false, true}) {
            connect(kind, false);
            EventLoopGroup next = kind.newGroup(1);
            try {
                EventLoop loop = next.next();
                ChannelFuture[] departure = new ChannelFuture[1];
                if (bytes) {
                    receiveAndThen(() -> departure[0] = channel.deregister());
                } else {
                    departure[0] = channel.deregister();
                }
                departure[0].sync();
                loop.register(channel).sync();
                if (bytes) {
                    assertEquals(1, log.next());
                    assertEquals(1, peer.getInputStream().read());
                }
                for (int i = 0; i < MESSAGES; i++) {
                    assertEchoed(i);
                }
                channel.close().sync();
                assertEquals("inactive", log.next());
            } finally {
                awaitDone(next.shutdownGracefully(0, 10, TimeUnit.SECONDS));
                if (!bytes) {
                    end();
                }
            }
        }
    }

    /** The receive was told of it, on the way to the next loop. A clean end would leave the channel open. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aResetIsToldInTheNextLoop(LoopKind kind) throws Exception {
        connect(kind, true);
        EventLoopGroup next = kind.newGroup(1);
        try {
            Future<ChannelFuture> departure = channel.eventLoop().submit(() -> {
                ChannelFuture left = channel.deregister();
                peer.setSoLinger(true, 0);
                peer.close();
                Thread.sleep(QUIET_MILLIS);
                return left;
            });
            awaitDone(departure);
            awaitDone(departure.getNow());
            // Else the former loop was told, and has closed it.
            if (channel.isOpen()) {
                next.register(channel).sync();
            }
            assertEquals("reset", log.next());
        } finally {
            channel.close().sync();
            awaitDone(next.shutdownGracefully(0, 10, TimeUnit.SECONDS));
        }
    }

    /** The socket takes no more, so that OUT is armed beside the receive. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aBlockedWriteGoesOn(LoopKind kind) throws Exception {
        connect(kind, false);
        int length = BLOCKED;
        channel.writeAndFlush(channel.alloc().directBuffer(length).writeZero(length));
        Thread.sleep(QUIET_MILLIS);
        peer.getOutputStream().write(1);
        assertEquals(1, log.next());
        byte[] bytes = new byte[64 * 1024];
        int received = 0;
        while (received < length + 1) {
            int n = peer.getInputStream().read(bytes);
            assertTrue(n > 0);
            received += n;
        }
        assertEquals(length + 1, received);
        for (int i = 0; i < MESSAGES; i++) {
            assertEchoed(i);
        }
    }
}
