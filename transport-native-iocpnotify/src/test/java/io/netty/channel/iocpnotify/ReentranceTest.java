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
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.DataInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What Netty's own tests ask of NIO's channels and loops alone: re-entrance, promises of a close, timers.
 */
@Timeout(120)
class ReentranceTest {

    private static Socket connect(Channel server) throws Exception {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        return new Socket(address.getAddress(), address.getPort());
    }

    /** The listener of the first write closes the channel, in the middle of the flush of the others. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closeInAFlush(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            List<ChannelFuture> writes = Collections.synchronizedList(new ArrayList<ChannelFuture>());
            CountDownLatch written = new CountDownLatch(1);
            int length = 256 * 1024;
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    writes.add(ctx.write(ctx.alloc().buffer(length).writeZero(length))
                            .addListener(ChannelFutureListener.CLOSE));
                    // Its own flush may be the first one's: both go in one call where the system takes both.
                    ctx.flush();
                    writes.add(ctx.write(ctx.alloc().buffer(length).writeZero(length)));
                    ctx.flush();
                    writes.add(ctx.write(ctx.alloc().buffer(length).writeZero(length)));
                    ctx.flush();
                    written.countDown();
                }
            }).childOption(ChannelOption.SO_SNDBUF, 1024).bind(anyPort()).sync().channel();
            try (Socket socket = connect(server)) {
                assertTrue(written.await(10, TimeUnit.SECONDS));
                InputStream in = socket.getInputStream();
                byte[] bytes = new byte[8192];
                int received = 0;
                for (int n; (n = in.read(bytes)) >= 0;) {
                    received += n;
                }
                assertTrue(received >= length, "lost of what was promised: " + received);
            }
            awaitDone(writes.get(0));
            assertTrue(writes.get(0).isSuccess());
            assertInstanceOf(ClosedChannelException.class, failureOf(writes.get(1)));
            assertInstanceOf(ClosedChannelException.class, failureOf(writes.get(2)));
        }
    }

    /** What the listener of a gathered write flushes goes out, too. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void flushInAGatheredFlush(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.write(Unpooled.wrappedBuffer(new byte[] { 'a' }));
                    ctx.write(Unpooled.wrappedBuffer(new byte[] { 'b' })).addListener(
                            f -> ctx.writeAndFlush(Unpooled.wrappedBuffer(new byte[] { 'c' })));
                    ctx.flush();
                }
            });
            try (Socket socket = connect(server)) {
                byte[] bytes = new byte[3];
                new DataInputStream(socket.getInputStream()).readFully(bytes);
                assertEquals("abc", new String(bytes, StandardCharsets.US_ASCII));
            }
        }
    }

    /** A handler flushes in every write and writes in every flush: the calls nest, the bytes keep their order. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void writeInAFlushAndFlushInAWrite(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(new ChannelDuplexHandler() {
                private int writes;
                private int flushes;

                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.channel().writeAndFlush(Unpooled.wrappedBuffer(new byte[] { '0' }))
                            .addListener(ChannelFutureListener.CLOSE);
                }

                @Override
                public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) throws Exception {
                    if (writes++ < 5) {
                        ctx.channel().flush();
                    }
                    super.write(ctx, msg, promise);
                }

                @Override
                public void flush(ChannelHandlerContext ctx) throws Exception {
                    if (flushes++ < 5) {
                        ctx.channel().write(Unpooled.wrappedBuffer(new byte[] { (byte) ('0' + flushes) }));
                    }
                    super.flush(ctx);
                }
            });
            try (Socket socket = connect(server)) {
                byte[] bytes = new byte[6];
                new DataInputStream(socket.getInputStream()).readFully(bytes);
                // Innermost first, as the nesting says.
                assertEquals("543210", new String(bytes, StandardCharsets.US_ASCII));
                assertEquals(-1, socket.getInputStream().read());
            }
        }
    }

    /** Writability changes inside write() and flush(), and a handler flushes on it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void flushWhenNotWritable(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            Channel client = fixture.client(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                    if (!ctx.channel().isWritable()) {
                        ctx.channel().flush();
                    }
                }
            }).option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(512, 1024))
                    .connect(server.localAddress()).sync().channel();
            for (int i = 0; i < 20; i++) {
                // Nobody else flushes. In the loop, because from outside a write alone need not wake it.
                ChannelFuture write = inLoop(client,
                        () -> client.write(client.alloc().buffer(2000).writeZero(2000)));
                awaitDone(write);
                assertTrue(write.isSuccess());
            }
            assertTrue(inLoop(client, client::isWritable));
        }
    }

    /** As soon as it is active the channel goes to another loop, where it reads what was sent meanwhile. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void changeOfLoopsWhenActive(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (boolean sameLoop : new boolean[] { true, false }) {
                CountDownLatch read = new CountDownLatch(1);
                Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        EventLoop before = ctx.channel().eventLoop();
                        EventLoop other;
                        do {
                            other = fixture.group().next();
                        } while (other == before);
                        EventLoop next = sameLoop ? before : other;
                        ctx.deregister().addListener((ChannelFutureListener) f -> next.register(f.channel()));
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object msg) {
                        ((ByteBuf) msg).release();
                        read.countDown();
                    }
                });
                Channel client = fixture.connect(server.localAddress(), NOTHING);
                client.writeAndFlush(client.alloc().buffer(1024).writeZero(1024)).sync();
                assertTrue(read.await(10, TimeUnit.SECONDS));
                server.close().sync();
            }
        }
    }

    /** Who shuts the output down gives up what was not sent, and may close at any time. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void shutDownWithWritesPending(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(NOTHING).childOption(ChannelOption.AUTO_READ, false)
                    .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true).bind(anyPort()).sync().channel();
            IocpNotifySocketChannel client = (IocpNotifySocketChannel) fixture.client(NOTHING)
                    .option(ChannelOption.SO_SNDBUF, 16 * 1024).connect(server.localAddress()).sync().channel();
            int length = 1024 * 1024;
            List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
            ByteBuf message = Unpooled.directBuffer(length).writeZero(length);
            for (int i = 0; i < 16; i++) {
                writes.add(client.writeAndFlush(message.retainedDuplicate()));
            }
            ChannelFuture shutdown = client.shutdownOutput();
            awaitDone(shutdown);
            assertTrue(shutdown.isSuccess());
            int failed = 0;
            for (ChannelFuture write : writes) {
                awaitDone(write);
                failed += write.isSuccess() ? 0 : 1;
            }
            assertTrue(failed > 0, "the system took all of it");
            assertEquals(1, message.refCnt());
            message.release();
            assertTrue(client.isOpen());
            awaitDone(client.close());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressesOfAClosedListener(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            assertTrue(server.isActive());
            server.close().sync();
            assertFalse(server.isOpen());
            assertFalse(server.isActive());
        }
    }

    /** A delay that no clock can hold is a very long one. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void delaysWithoutEnd(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            EventLoop loop = fixture.group().next();
            for (TimeUnit unit : new TimeUnit[] { TimeUnit.NANOSECONDS, TimeUnit.MILLISECONDS, TimeUnit.DAYS }) {
                ScheduledFuture<?> late = loop.schedule(() -> { }, Long.MAX_VALUE, unit);
                // It must not be taken for one that is past, nor hide one that is near.
                assertTrue(loop.schedule(() -> { }, 20, TimeUnit.MILLISECONDS).await(10, TimeUnit.SECONDS));
                assertFalse(late.isDone());
                assertTrue(late.cancel(true));
            }
        }
    }

    /** Whoever interrupts a thread of the loop does not make it spin or end. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void interruptedThread(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Channel client = fixture.connect(server.localAddress(), NOTHING);
            Thread interrupted = inLoop(client, () -> {
                Thread.currentThread().interrupt();
                return Thread.currentThread();
            });
            assertNotSame(Thread.currentThread(), interrupted);
            assertTrue(client.eventLoop().schedule(() -> { }, 50, TimeUnit.MILLISECONDS).await(10, TimeUnit.SECONDS));
            client.writeAndFlush(client.alloc().buffer(1).writeByte(1)).sync();
            assertTrue(interrupted.isAlive());
        }
    }
}
