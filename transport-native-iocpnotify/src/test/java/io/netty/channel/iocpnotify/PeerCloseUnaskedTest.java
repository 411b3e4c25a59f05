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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.DuplexChannel;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * Nobody asks to read, and hears nevertheless how the peer ends: as with epoll's and kqueue's channels.
 */
@Timeout(120)
@Tag("races")
class PeerCloseUnaskedTest {

    private static final int READS = 10;
    private static final int READ = 10;
    /** More than the system takes from a channel whose peer does not read. */
    private static final int BLOCKED = 16 << 20;

    /** Notes what happens; when the first data has come without being asked for, it may ask for the rest. */
    private static final class Events extends SimpleChannelInboundHandler<ByteBuf> {
        private final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();
        private final boolean asksForMore;
        volatile Channel channel;

        Events(boolean asksForMore) {
            this.asksForMore = asksForMore;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            channel = ctx.channel();
            events.add("active");
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            events.add(msg.readableBytes());
            if (asksForMore) {
                ctx.read();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            events.add(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            events.add(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            events.add("inactive");
        }

        Object next() throws InterruptedException {
            Object event = events.poll(20, TimeUnit.SECONDS);
            assertNotNull(event, "nothing happens");
            return event;
        }

        void expect(Object... expected) throws InterruptedException {
            for (Object event : expected) {
                assertEquals(event, next());
            }
        }

        void expectReads() throws InterruptedException {
            for (int i = 0; i < READS; i++) {
                expect(READ);
            }
        }

        void expectNothing() {
            assertNull(events.peek());
        }
    }

    /** A connection of a channel that does not read, a small buffer at a time if it does, and its peer. */
    private static final class Pair {
        final Events events;
        final ExpectedBytes received = new ExpectedBytes();
        final AbstractIocpNotifyStreamChannel channel;
        final IocpNotifySocketChannel peer;

        Pair(ChannelFixture fixture, boolean atServer, boolean halfClosure) throws Exception {
            this(fixture, atServer, halfClosure, false);
        }

        Pair(ChannelFixture fixture, boolean atServer, boolean halfClosure, boolean asksForMore) throws Exception {
            events = new Events(asksForMore);
            FixedRecvByteBufAllocator allocator = new FixedRecvByteBufAllocator(READ);
            if (atServer) {
                Channel server = fixture.server(events).childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.MAX_MESSAGES_PER_READ, 1)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, allocator)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, halfClosure)
                        .bind(anyPort()).sync().channel();
                fixture.connect(server.localAddress(), received);
            } else {
                fixture.client(events).option(ChannelOption.AUTO_READ, false)
                        .option(ChannelOption.MAX_MESSAGES_PER_READ, 1)
                        .option(ChannelOption.RECVBUF_ALLOCATOR, allocator)
                        .option(ChannelOption.ALLOW_HALF_CLOSURE, halfClosure)
                        .connect(fixture.serve(received).localAddress()).sync();
            }
            peer = (IocpNotifySocketChannel) received.context().channel();
            events.expect("active");
            channel = (AbstractIocpNotifyStreamChannel) events.channel;
        }

        ChannelFuture send() {
            return peer.writeAndFlush(peer.alloc().buffer(READS * READ).writeZero(READS * READ));
        }

        /** That data has come is known, and nobody asks for it. */
        void awaitLeftUnread() throws Exception {
            await(() -> registration().contains(", wanted: " + SocketEvents.HANGUP + ", "));
        }

        /** Nothing will be told of this channel any more, so nothing can be told again and again. */
        void awaitNothingWatched() throws Exception {
            await(() -> registration().contains(", wanted: 0, armed: 0"));
        }

        private String registration() {
            return channel.ownRegistration().toString();
        }

        private void await(Callable<Boolean> condition) throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!inLoop(channel, condition)) {
                assertTrue(System.nanoTime() - deadline < 0, this::registration);
                Thread.sleep(1);
            }
        }

        void assertWritable() throws Exception {
            received.expect(0, 1000);
            channel.writeAndFlush(Unpooled.wrappedBuffer(ExpectedBytes.of(0, 1000))).sync();
            received.awaitAll();
            assertTrue(channel.isActive());
        }
    }

    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void theEndAlone(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, atServer, false);
            pair.peer.close().sync();
            pair.events.expect("inactive");
            pair.events.expectNothing();
        }
    }

    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void halfClosure(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, atServer, true);
            pair.peer.shutdownOutput().sync();
            pair.events.expect(ChannelInputShutdownEvent.INSTANCE, ChannelInputShutdownReadComplete.INSTANCE);
            assertTrue(((DuplexChannel) pair.channel).isInputShutdown());
            pair.awaitNothingWatched();
            pair.assertWritable();
            pair.channel.read();
            pair.awaitNothingWatched();
            pair.events.expectNothing();
        }
    }

    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void reset(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (boolean unread : new boolean[] { false, true }) {
                Pair pair = new Pair(fixture, atServer, false);
                if (unread) {
                    pair.send().sync();
                    pair.awaitLeftUnread();
                }
                pair.peer.config().setSoLinger(0);
                pair.peer.close().sync();
                Object event = pair.events.next();
                // Whether the system keeps what came before a reset is its own affair.
                while (unread && event instanceof Integer) {
                    event = pair.events.next();
                }
                IOException cause = assertInstanceOf(IOException.class, event);
                assertTrue(cause.getMessage().contains("reset"), cause.getMessage());
                pair.events.expect("inactive");
            }
        }
    }

    /** The writer has to hear of the reset, and so the channel does. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void resetAfterTheInputWasShutDown(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, atServer, false);
            pair.peer.config().setAutoRead(false);
            pair.send().sync();
            pair.awaitLeftUnread();
            ChannelFuture written = pair.channel.writeAndFlush(pair.channel.alloc().buffer(BLOCKED).writeZero(BLOCKED));
            ((DuplexChannel) pair.channel).shutdownInput().sync();
            pair.peer.config().setSoLinger(0);
            pair.peer.close().sync();
            Object event = pair.events.next();
            assertInstanceOf(IOException.class, event, "nobody wants what came before the reset");
            pair.events.expect("inactive");
            awaitDone(written);
            assertInstanceOf(IOException.class, written.cause());
        }
    }

    /** Data is not pushed on who does not ask, as long as the peer lives. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void dataIsLeftUntilAskedFor(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, atServer, false);
            pair.send().sync();
            for (int i = 0; i < READS; i++) {
                pair.awaitLeftUnread();
                pair.events.expectNothing();
                pair.channel.read();
                pair.events.expect(READ);
            }
            pair.peer.close().sync();
            pair.events.expect("inactive");
        }
    }

    /** What was not read when the peer closed comes first, all of it, asked for or not. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void theEndBehindUnreadData(LoopKind kind, boolean atServer) throws Exception {
        assumeFalse(Wine.IS_HERE, "Wine does not tell of an end of stream while there is data before it");
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int i = 0; i < 8; i++) {
                boolean halfClosure = (i & 1) != 0;
                Pair pair = new Pair(fixture, atServer, halfClosure, (i & 2) != 0);
                ChannelFuture sent = pair.send();
                if ((i & 4) != 0) {
                    pair.awaitLeftUnread();
                    pair.events.expectNothing();
                }
                sent.addListener(ChannelFutureListener.CLOSE);
                pair.events.expectReads();
                if (halfClosure) {
                    pair.events.expect(ChannelInputShutdownEvent.INSTANCE, ChannelInputShutdownReadComplete.INSTANCE);
                    pair.awaitNothingWatched();
                    assertTrue(pair.channel.isActive());
                } else {
                    pair.events.expect("inactive");
                }
                pair.events.expectNothing();
            }
        }
    }

    /** The peer closes while the channel is in no loop, or when it is in the next. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void inAnotherLoop(LoopKind kind, boolean closedOnTheWay) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, false, false);
            pair.channel.deregister().sync();
            if (closedOnTheWay) {
                pair.peer.close().sync();
                other.register(pair.channel);
            } else {
                other.register(pair.channel).sync();
                pair.peer.close().sync();
            }
            pair.events.expect("inactive");
        } finally {
            end(other);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void dataIsLeftInTheNextLoopToo(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, false, false);
            pair.send().sync();
            pair.awaitLeftUnread();
            pair.channel.deregister().sync();
            other.register(pair.channel).sync();
            pair.awaitLeftUnread();
            pair.events.expectNothing();
            pair.channel.config().setAutoRead(true);
            pair.events.expectReads();
            pair.peer.close().sync();
            pair.events.expect("inactive");
        } finally {
            end(other);
        }
    }

    /** What autoRead asks for may be held back by a handler. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readsHeldBack(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, false, false);
            ChannelHandlerContext[] handler = new ChannelHandlerContext[1];
            pair.channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
                @Override
                public void read(ChannelHandlerContext ctx) {
                    handler[0] = ctx;
                }
            });
            inLoop(pair.channel, () -> pair.channel.config().setAutoRead(true));
            pair.send().sync();
            pair.awaitLeftUnread();
            pair.events.expectNothing();
            assertNotNull(handler[0]);
            handler[0].read();
            pair.events.expectReads();
            pair.peer.close().sync();
            pair.events.expect("inactive");
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void autoReadTurnedOff(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, true, false);
            pair.channel.config().setAutoRead(true);
            pair.send().sync();
            pair.events.expectReads();
            pair.channel.config().setAutoRead(false);
            pair.peer.close().sync();
            pair.events.expect("inactive");
        }
    }

    /** Who wants nothing more of the peer does not hear of its end, either. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void inputShutDownByTheUser(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, true, false);
            pair.channel.shutdownInput().sync();
            pair.peer.shutdownOutput().sync();
            pair.awaitNothingWatched();
            pair.assertWritable();
            pair.events.expectNothing();
            awaitDone(pair.channel.close());
            pair.events.expect("inactive");
        }
    }
}
