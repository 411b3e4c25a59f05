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

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A channel is to leave a loop that it is still on its way to, since the last one has not let go of its socket.
 */
@Timeout(120)
@Tag("races")
class LeaveOnTheWayTest {

    private static final int ROUNDS = 3;

    /** Sends back what comes, and notes when it is in a loop. */
    private static final class Handler extends ChannelInboundHandlerAdapter {
        final BlockingQueue<String> events = new LinkedBlockingQueue<String>();

        @Override
        public void channelRegistered(ChannelHandlerContext ctx) {
            events.add("registered");
        }

        @Override
        public void channelUnregistered(ChannelHandlerContext ctx) {
            events.add("unregistered");
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg);
        }
    }

    /** A connection that has left its loop, which sees nothing of the port's answer before {@link #release()}. */
    private static final class Traveller implements Closeable {
        final Handler handler = new Handler();
        final Channel channel;
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final Socket peer;
        private final CountDownLatch release = new CountDownLatch(1);

        Traveller(AnyTransport transport, EventLoop first) throws Exception {
            channel = new Bootstrap().group(first).channelFactory(transport::newSocket).handler(handler)
                    .connect(listener.getLocalSocketAddress()).sync().channel();
            peer = listener.accept();
            peer.setSoTimeout(10000);
            // It is armed by then.
            assertEchoes();
            CountDownLatch left = new CountDownLatch(1);
            first.execute(() -> channel.deregister().addListener(f -> {
                left.countDown();
                release.await();
            }));
            assertTrue(left.await(10, TimeUnit.SECONDS));
        }

        void release() {
            release.countDown();
        }

        void assertEchoes() throws IOException {
            peer.getOutputStream().write(7);
            assertEquals(7, peer.getInputStream().read());
        }

        @Override
        public void close() throws IOException {
            release();
            channel.close().awaitUninterruptibly(10, TimeUnit.SECONDS);
            if (peer != null) {
                peer.close();
            }
            listener.close();
        }
    }

    private static void assertSucceeds(ChannelFuture future) throws Exception {
        awaitDone(future);
        assertTrue(future.isSuccess(), future::toString);
    }

    private static EventLoop[] loops(EventLoopGroup group) {
        return new EventLoop[] { group.next(), group.next(), group.next() };
    }

    private static AnyTransport transport(LoopKind kind) {
        return kind == LoopKind.STRANDS ? AnyTransport.STRANDS : AnyTransport.HANDLER;
    }

    /** It is not deregistered before it was registered. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void theChannelIsDeregistered(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(3);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                EventLoop[] loops = loops(group);
                try (Traveller traveller = new Traveller(transport, loops[0])) {
                    Channel channel = traveller.channel;
                    ChannelFuture registered = loops[1].register(channel);
                    ChannelFuture deregistered = channel.deregister();
                    loops[1].submit(() -> { }).sync();
                    assertTrue(registered.isDone() || !deregistered.isDone());
                    traveller.release();
                    assertSucceeds(registered);
                    assertSucceeds(deregistered);
                    assertFalse(channel.isRegistered());
                    assertSucceeds(loops[2].register(channel));
                    assertSame(loops[2], channel.eventLoop());
                    traveller.assertEchoes();
                    assertEquals(
                            Arrays.asList("registered", "unregistered", "registered", "unregistered", "registered"),
                            new ArrayList<String>(traveller.handler.events));
                }
            }
        } finally {
            end(group);
        }
    }

    /** Netty's pipeline says at once that it is deregistered. Where it is registered last, there it arrives. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, STRANDS", "STRANDS, HANDLER", "HANDLER, HANDLER", "HANDLER, STRANDS" })
    void anotherRegistrationTakesOver(LoopKind kind, LoopKind lastKind) throws Exception {
        EventLoopGroup group = kind.newGroup(3);
        EventLoopGroup lastGroup = lastKind.newGroup(1);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                EventLoop[] loops = loops(group);
                // Also if it is the same loop once more.
                EventLoop last = round == 0 ? loops[1] : lastGroup.next();
                try (Traveller traveller = new Traveller(transport(kind), loops[0])) {
                    Channel channel = traveller.channel;
                    ChannelFuture first = loops[1].register(channel);
                    assertSucceeds(channel.pipeline().deregister());
                    ChannelFuture second = last.register(channel);
                    last.submit(() -> { }).sync();
                    traveller.release();
                    assertSucceeds(second);
                    assertSucceeds(first);
                    assertTrue(channel.isOpen());
                    assertSame(last, channel.eventLoop());
                    traveller.assertEchoes();
                    if (loops[1] != last && kind == LoopKind.STRANDS) {
                        assertEquals(0, loops[1].submit(((IocpNotifyEventLoop) loops[1])::registeredChannels).get());
                    }
                    assertSucceeds(channel.deregister());
                    assertSucceeds(loops[0].register(channel));
                    traveller.assertEchoes();
                }
            }
        } finally {
            end(group, lastGroup);
        }
    }

    /** The loop that it was on its way to is of no importance any more. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theFirstOfTwoLoopsEnds(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(2);
        EventLoopGroup ending = kind.newGroup(1);
        try (Traveller traveller = new Traveller(transport(kind), group.next())) {
            ChannelFuture first = ending.register(traveller.channel);
            assertSucceeds(traveller.channel.pipeline().deregister());
            ChannelFuture second = group.next().register(traveller.channel);
            end(ending);
            traveller.release();
            assertSucceeds(second);
            assertSucceeds(first);
            traveller.assertEchoes();
        } finally {
            end(group, ending);
        }
    }

    /** Room for none of two arrivals, or for one of them. */
    @ParameterizedTest
    @ValueSource(ints = { 0, 1 })
    void theLoopHasNoRoomForATask(int room) throws Exception {
        EventLoopGroup group = LoopKind.STRANDS.newGroup(1);
        EventLoopGroup fullGroup = FullQueue.group();
        CountDownLatch hold = new CountDownLatch(1);
        EventLoop first = group.next();
        EventLoop full = fullGroup.next();
        try (Traveller traveller = new Traveller(AnyTransport.STRANDS, first)) {
            Channel channel = traveller.channel;
            ChannelFuture registered = full.register(channel);
            assertSucceeds(channel.pipeline().deregister());
            ChannelFuture again = full.register(channel);
            full.submit(() -> { }).sync();
            HeldLoop.hold(full, hold);
            FullQueue.fillBut(full, room);
            Future<Void> departure = ((AbstractIocpNotifyChannel) channel).place.departure();
            traveller.release();
            assertTrue(departure.await(10, TimeUnit.SECONDS));
            first.submit(() -> { }).sync();
            hold.countDown();
            assertSucceeds(registered);
            assertSucceeds(again);
            assertTrue(channel.isOpen());
            assertSame(full, channel.eventLoop());
            traveller.assertEchoes();
        } finally {
            hold.countDown();
            end(group, fullGroup);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theChannelIsClosedBeforeItArrives(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(2);
        try (Traveller traveller = new Traveller(transport(kind), group.next())) {
            ChannelFuture registered = group.next().register(traveller.channel);
            ChannelFuture deregistered = traveller.channel.deregister();
            assertSucceeds(traveller.channel.close());
            traveller.release();
            failureOf(registered);
            assertSucceeds(deregistered);
        } finally {
            end(group);
        }
    }

    /** The channel is closed, as nobody else can take it in. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theLoopEndsBeforeTheChannelArrives(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(1);
        EventLoopGroup ending = kind.newGroup(1);
        try (Traveller traveller = new Traveller(transport(kind), group.next())) {
            ChannelFuture registered = ending.register(traveller.channel);
            ChannelFuture deregistered = traveller.channel.deregister();
            ending.next().submit(() -> { }).sync();
            end(ending);
            assertInstanceOf(RejectedExecutionException.class, failureOf(traveller.channel.deregister()));
            traveller.release();
            assertInstanceOf(RejectedExecutionException.class, failureOf(registered));
            assertSucceeds(deregistered);
            awaitDone(traveller.channel.closeFuture());
        } finally {
            end(group, ending);
        }
    }
}
