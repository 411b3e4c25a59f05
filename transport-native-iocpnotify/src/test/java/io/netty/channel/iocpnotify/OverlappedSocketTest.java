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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import io.netty.channel.iocpnotify.winsock.OverlappedOperation;
import io.netty.channel.iocpnotify.winsock.PortSharingProbe;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Overlapped operations of channels, with {@code WSARecv} as the one that can be kept waiting. The memory must be with
 * the system until the packet, so each operation has to end once, and not before.
 */
@Timeout(120)
@Tag("races")
class OverlappedSocketTest {

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
        OverlappedCalls.load();
    }

    /** Takes the first 16 bytes that come. */
    private static final class Receive extends OverlappedOperation {
        static final int LENGTH = 16;

        final BlockingQueue<int[]> results = new LinkedBlockingQueue<int[]>();
        final EventLoop loop;

        Receive(EventLoop loop) {
            super(LENGTH);
            this.loop = loop;
        }

        @Override
        public void completed(int error, int bytes) {
            assertTrue(loop.inEventLoop());
            assertFalse(isPending());
            results.add(new int[] { error, bytes });
        }

        int[] result() throws InterruptedException {
            int[] result = results.poll(10, TimeUnit.SECONDS);
            assertNotNull(result, "no packet");
            return result;
        }

        void assertEndsOnce() throws Exception {
            assertNotEquals(0, result()[0]);
            assertNull(results.poll());
            free();
        }
    }

    /** A channel that reads nothing by itself, and its peer. */
    private static final class Pair {
        final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
        final AbstractIocpNotifyChannel channel;
        final Channel peer;

        Pair(ChannelFixture fixture) throws Exception {
            this(fixture, fixture);
        }

        Pair(ChannelFixture fixture, ChannelFixture ofPeer) throws Exception {
            Channel server = ofPeer.serve(new Accepted(accepted));
            channel = fixture.register(NOTHING);
            channel.config().setAutoRead(false);
            channel.connect(server.localAddress()).sync();
            peer = accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(peer);
        }

        Receive begin() throws Exception {
            final Receive receive = new Receive(channel.eventLoop());
            inLoop(channel, (Callable<Void>) () -> {
                assertTrue(channel.overlapped().attach());
                channel.overlapped().begin(receive);
                assertTrue(receive.isPending());
                assertEquals(0, OverlappedCalls.receive(channel.socket.handle(), receive.extra(), Receive.LENGTH,
                        receive.address()));
                return null;
            });
            return receive;
        }

        boolean isIdle() throws Exception {
            return inLoop(channel, () -> channel.overlapped().isIdle());
        }
    }

    @Sharable
    private static final class Accepted extends ChannelInboundHandlerAdapter {
        private final BlockingQueue<Channel> channels;

        Accepted(BlockingQueue<Channel> channels) {
            this.channels = channels;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            channels.add(ctx.channel());
        }
    }

    @Test
    void thisSystemCombinesThemWithNotifications() {
        assertTrue(PortSharingProbe.isSupported());
    }

    /** As if the system had answered so. */
    private static void setSupportedElsewhere(boolean supported) throws Exception {
        Field field = PortSharingProbe.class.getDeclaredField("supportedElsewhere");
        field.setAccessible(true);
        synchronized (PortSharingProbe.class) {
            field.setBoolean(null, supported);
        }
    }

    /** Only who has had such operations, and goes to another port, pays for a system that wants both on one. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void movedWhereTheSystemWantsBothOnOnePort(LoopKind kind) throws Exception {
        boolean before = PortSharingProbe.isSupportedElsewhere();
        setSupportedElsewhere(false);
        EventLoopGroup foreign = kind.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            assertTrue(PortSharingProbe.isSupported());
            Pair pair = new Pair(fixture);
            Receive receive = pair.begin();
            pair.peer.writeAndFlush(Unpooled.copyLong(1)).sync();
            assertEquals(8, receive.result()[1]);
            receive.free();
            // Back to the same port.
            EventLoop loop = pair.channel.eventLoop();
            pair.channel.deregister().sync();
            loop.register(pair.channel).sync();
            assertTrue(pair.channel.isActive());

            pair.channel.deregister().sync();
            assertInstanceOf(IOException.class, foreign.register(pair.channel).await().cause());
            assertTrue(pair.channel.closeFuture().await(10, TimeUnit.SECONDS));
            assertTrue(pair.peer.closeFuture().await(10, TimeUnit.SECONDS));

            Pair without = new Pair(fixture);
            without.channel.deregister().sync();
            foreign.register(without.channel).sync();
            assertTrue(without.channel.isActive());
            without.channel.close().sync();
        } finally {
            setSupportedElsewhere(before);
            end(foreign);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void succeedsAgainAndAgain(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture);
            Receive receive = pair.begin();
            for (int i = 0; i < 20; i++) {
                assertFalse(pair.isIdle());
                assertThrows(IllegalStateException.class, receive::free);
                pair.peer.writeAndFlush(Unpooled.copyLong(i)).sync();
                int[] result = receive.result();
                assertEquals(0, result[0]);
                assertEquals(8, result[1]);
                assertTrue(pair.isIdle());
                inLoop(pair.channel, (Callable<Void>) () -> {
                    pair.channel.overlapped().begin(receive);
                    assertEquals(0, OverlappedCalls.receive(pair.channel.socket.handle(), receive.extra(),
                            Receive.LENGTH, receive.address()));
                    return null;
                });
            }
            pair.channel.close().sync();
            receive.assertEndsOnce();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void cancelled(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture);
            Receive receive = pair.begin();
            inLoop(pair.channel, (Callable<Void>) () -> {
                pair.channel.overlapped().cancel(receive);
                return null;
            });
            assertEquals(OverlappedCalls.ERROR_OPERATION_ABORTED, receive.result()[0]);
            receive.free();
            assertTrue(pair.channel.isActive());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whatFailsAtOnceIsOver(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(NOTHING);
            AbstractIocpNotifyChannel channel = fixture.connect(server.localAddress(), NOTHING);
            Receive receive = new Receive(channel.eventLoop());
            inLoop(channel, (Callable<Void>) () -> {
                assertTrue(channel.overlapped().attach());
                channel.overlapped().begin(receive);
                channel.overlapped().failedAtOnce(receive);
                assertTrue(channel.overlapped().isIdle());
                return null;
            });
            receive.free();
            assertEquals(0, receive.results.size());
        }
    }

    /** The socket is closed at once, and its number free for others; the memory is the system's until the packet. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endsWithTheChannel(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int i = 0; i < 100; i++) {
                Pair pair = new Pair(fixture);
                Receive receive = pair.begin();
                pair.channel.close().sync();
                receive.assertEndsOnce();
                assertFalse(inLoop(pair.channel, () -> pair.channel.overlapped().attach()));
                awaitDone(pair.peer.closeFuture());
                pair.peer.parent().close().sync();
            }
        }
    }

    /** The next loop has to wait: the packet comes to the port of the one before. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void holdsUpAChannelThatMoves(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ChannelFixture next = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture);
            Receive receive = pair.begin();
            pair.channel.deregister().sync();
            ChannelFuture register = next.group().register(pair.channel);
            // Whatever this loop was going to do about it is done with this.
            inLoop(pair.channel, () -> null);
            assertFalse(register.isDone());
            pair.peer.writeAndFlush(Unpooled.copyLong(1)).sync();
            assertEquals(8, receive.result()[1]);
            awaitDone(register);
            assertTrue(register.isSuccess());
            receive.free();

            assertFalse(inLoop(pair.channel, () -> pair.channel.overlapped().attach()), "it belongs to another port");
            BlockingQueue<Object> read = new LinkedBlockingQueue<Object>();
            pair.channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    read.add(msg);
                }
            });
            pair.channel.read();
            pair.peer.writeAndFlush(Unpooled.copyLong(2)).sync();
            Object message = read.poll(10, TimeUnit.SECONDS);
            assertNotNull(message);
            ReferenceCountUtil.release(message);
            pair.channel.close().sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endsWithAChannelThatIsClosedOnTheWay(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture);
            Receive receive = pair.begin();
            pair.channel.deregister().sync();
            ChannelFuture register = fixture.group().register(pair.channel);
            awaitDone(pair.channel.close());
            receive.assertEndsOnce();
            awaitDone(register);
            assertFalse(register.isSuccess());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endsBeforeTheLoop(LoopKind kind) throws Exception {
        Receive receive;
        Pair pair;
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            pair = new Pair(fixture);
            receive = pair.begin();
            assertSame(pair.channel.eventLoop(), receive.loop);
            end(fixture.group());
            // By its channel's close, or that of the peer, whose loop may be faster: either way it has been handled.
            assertEquals(1, receive.results.size());
            receive.free();
        }
        assertFalse(pair.channel.isOpen());
    }

    /** Nobody will ever know what the operation did: the channel must not go on as if nothing were. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void outlivesALoopThatAChannelHasLeft(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ChannelFixture next = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture, next);
            Receive receive = pair.begin();
            pair.channel.deregister().sync();
            ChannelFuture write = pair.channel.writeAndFlush(Unpooled.copyLong(1));
            inLoop(pair.channel, () -> null);
            fixture.group().shutdownGracefully(0, 1, TimeUnit.SECONDS);
            assertTrue(fixture.group().awaitTermination(10, TimeUnit.SECONDS));
            ChannelFuture register = next.group().register(pair.channel);
            assertInstanceOf(IllegalStateException.class, failureOf(register));
            assertInstanceOf(ClosedChannelException.class, failureOf(write));
            awaitDone(pair.channel.closeFuture());
            awaitDone(pair.peer.closeFuture());
            assertNull(receive.results.poll());
        }
    }

    /** A socket that somebody has tied to a port of their own. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void notAvailableWithAPortOfAnother(LoopKind kind) throws Exception {
        CompletionPort port = new CompletionPort(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Pair pair = new Pair(fixture);
            assertEquals(0, NativeOverlapped.associate(port.handle, pair.channel.socket.handle(), 1));
            inLoop(pair.channel, (Callable<Void>) () -> {
                assertFalse(pair.channel.overlapped().attach());
                assertThrows(IllegalStateException.class,
                        () -> pair.channel.overlapped().begin(new Receive(pair.channel.eventLoop())));
                return null;
            });
            assertTrue(pair.channel.isActive());
            pair.channel.close().sync();
        } finally {
            port.close();
        }
    }
}
