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
import io.netty.util.concurrent.FutureListener;
import io.netty.util.concurrent.Promise;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A channel or its next loop ends while the channel is on the way there; and what is left of the last loop.
 */
@Timeout(120)
@Tag("races")
class LoopEndsOnTheWayTest {

    /** More than a depth at which Netty's futures put off their listeners to a task. */
    private static final int LISTENERS_IN_EACH_OTHER = 16;

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next loop has taken the registration and ends before the last one has let go of the socket. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nextLoop(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        CountDownLatch release = new CountDownLatch(1);
        try (ServerSocket peer = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(kind);
             AutoCloseable releasing = release::countDown) {
            assertNotNull(releasing);
            Channel client = fixture.connect(peer.getLocalSocketAddress(), NOTHING);
            List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
            int length = 1024 * 1024;
            inLoop(client, () -> {
                for (int i = 0; i < 16; i++) {
                    writes.add(client.writeAndFlush(client.alloc().buffer(length).writeZero(length)));
                }
                return null;
            });
            CountDownLatch closed = new CountDownLatch(1);
            client.closeFuture().addListener(f -> closed.countDown());
            CountDownLatch left = new CountDownLatch(1);
            // Both in the loop, which sees nothing of the port's answer while it is there.
            inLoop(client, () -> client.deregister().addListener(f -> {
                left.countDown();
                awaitUnchecked(release);
            }));
            assertTrue(left.await(10, TimeUnit.SECONDS));
            ChannelFuture registered = other.register(client);
            other.next().submit(() -> { }).sync();
            end(other);
            assertFalse(registered.isDone());
            release.countDown();

            awaitDone(client.closeFuture());
            assertFalse(client.isOpen());
            assertTrue(closed.await(10, TimeUnit.SECONDS), "the listeners are not notified");
            assertInstanceOf(RejectedExecutionException.class, failureOf(registered));
            assertInstanceOf(ClosedChannelException.class, failureOf(writes.get(writes.size() - 1)));
        } finally {
            end(other);
        }
    }

    /** The registration is there, but those who wait for it are told by a task of its own: the channel closes first. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void channel(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(1);
        try {
            EventLoop loop = group.next();
            AtomicInteger registrations = new AtomicInteger();
            Channel channel = new IocpNotifySocketChannel();
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRegistered(ChannelHandlerContext ctx) {
                    registrations.incrementAndGet();
                }
            });
            Promise<ChannelFuture> registered = loop.newPromise();
            loop.execute(() -> nest(loop, LISTENERS_IN_EACH_OTHER, () -> {
                ChannelFuture registration = loop.register(channel);
                channel.unsafe().close(channel.voidPromise());
                registered.setSuccess(registration);
            }));
            assertInstanceOf(ClosedChannelException.class, failureOf(registered.get(10, TimeUnit.SECONDS)));
            awaitDone(channel.closeFuture());
            if (loop instanceof IocpNotifyEventLoop) {
                assertEquals(0, loop.submit(() -> ((IocpNotifyEventLoop) loop).registeredChannels())
                        .get(10, TimeUnit.SECONDS));
            }
            assertEquals(0, registrations.get());
        } finally {
            end(group);
        }
    }

    /** Runs {@code work} at each depth of listeners until one has put off the next. */
    private static void nest(EventLoop loop, int depth, Runnable work) {
        if (depth == 0) {
            work.run();
            return;
        }
        boolean[] called = { false };
        loop.<Void>newSucceededFuture(null).addListener((FutureListener<Void>) f -> called[0] = true);
        if (!called[0]) {
            // Deep enough.
            work.run();
            return;
        }
        Promise<Void> promise = loop.<Void>newPromise().setSuccess(null);
        promise.addListener((FutureListener<Void>) f -> nest(loop, depth - 1, work));
    }

    /** A channel that has moved keeps nothing of the loop where it was. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void lastLoopIsForgotten(LoopKind kind) throws Exception {
        EventLoopGroup next = kind.newGroup(1);
        try (ChannelFixture servers = new ChannelFixture(kind)) {
            Channel server = servers.serve(ECHO);
            Channel[] client = new Channel[1];
            WeakReference<EventLoop> last = connectAndMove(kind, server, next, client);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (last.get() != null && System.nanoTime() - deadline < 0) {
                System.gc();
                Thread.sleep(20);
            }
            assertNull(last.get(), "the channel holds the loop that it has left");
            client[0].close().sync();
        } finally {
            end(next);
        }
    }

    private static WeakReference<EventLoop> connectAndMove(LoopKind kind, Channel server, EventLoopGroup next,
                                                           Channel[] client) throws Exception {
        EventLoopGroup first = kind.newGroup(1);
        client[0] = new Bootstrap().group(first).channel(IocpNotifySocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter()).connect(server.localAddress()).sync().channel();
        client[0].deregister().sync();
        next.register(client[0]).sync();
        WeakReference<EventLoop> reference = new WeakReference<EventLoop>(first.next());
        end(first);
        return reference;
    }
}
