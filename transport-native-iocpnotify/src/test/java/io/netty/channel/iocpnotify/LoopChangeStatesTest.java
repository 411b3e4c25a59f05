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

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Channels change their loops, and the ports behind them, in every state that a channel can be in.
 */
@Timeout(120)
@Tag("races")
class LoopChangeStatesTest {

    private static void move(Channel channel, EventLoopGroup to) throws Exception {
        channel.deregister().sync();
        assertFalse(channel.isRegistered());
        to.register(channel).sync();
        assertTrue(channel.isRegistered());
    }

    private static final class Received extends SimpleChannelInboundHandler<ByteBuf> {
        final AtomicInteger bytes = new AtomicInteger();
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            bytes.addAndGet(msg.readableBytes());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            events.add(event);
        }

        void await(int expected) throws InterruptedException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (bytes.get() < expected && System.nanoTime() - deadline < 0) {
                Thread.sleep(1);
            }
            assertEquals(expected, bytes.get());
        }
    }

    private static void assertNothingMoreIsRead(ChannelFixture fixture, Channel client, Received received, int bytes)
            throws Exception {
        // Whatever was armed is answered before a connection of the same loop has come and gone.
        Channel witness = fixture.client(NOTHING).clone(client.eventLoop()).connect(client.remoteAddress()).sync()
                .channel();
        witness.close().sync();
        assertEquals(bytes, received.bytes.get());
    }

    private static void sendByte(Channel channel) throws InterruptedException {
        channel.writeAndFlush(channel.alloc().buffer(1).writeByte(1)).sync();
    }

    /** The peers that were not accepted yet wait at the socket, which does not know of loops. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void serverWithConnectionsThatWait(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            EventLoopGroup[] groups = { other, fixture.group() };
            for (int round = 0; round < 2; round++) {
                server.deregister().sync();
                List<Channel> clients = new ArrayList<Channel>();
                List<Received> received = new ArrayList<Received>();
                for (int i = 0; i < 5; i++) {
                    Received handler = new Received();
                    received.add(handler);
                    Channel client = fixture.connect(server.localAddress(), handler);
                    clients.add(client);
                    client.writeAndFlush(client.alloc().buffer(1).writeByte(i));
                }
                groups[round % 2].register(server).sync();
                for (Received handler : received) {
                    handler.await(1);
                }
                for (Channel client : clients) {
                    client.close().sync();
                }
            }
        } finally {
            end(other);
        }
    }

    /** A listener moves while connections come in: each is served. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void serverThatAccepts(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            EventLoopGroup[] groups = { other, fixture.group() };
            Received received = new Received();
            List<ChannelFuture> connects = new ArrayList<ChannelFuture>();
            for (int i = 0; i < 30; i++) {
                connects.add(fixture.client(new SharedReceiver(received)).connect(server.localAddress()));
                if (i % 5 == 0) {
                    move(server, groups[i / 5 % 2]);
                }
            }
            for (ChannelFuture connect : connects) {
                awaitDone(connect);
                assertNull(connect.cause());
                connect.channel().writeAndFlush(connect.channel().alloc().buffer(1).writeByte(1));
            }
            received.await(connects.size());
        } finally {
            end(other);
        }
    }

    private static final class SharedReceiver extends SimpleChannelInboundHandler<ByteBuf> {
        private final Received total;

        SharedReceiver(Received total) {
            this.total = total;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            total.bytes.addAndGet(msg.readableBytes());
        }
    }

    /** The listener is in a loop of one kind, its connections are in loops of the other. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void childrenInAnotherGroup(LoopKind kind) throws Exception {
        EventLoopGroup parents = kind.newGroup(1);
        EventLoopGroup children = kind.other().newGroup(2);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = new ServerBootstrap().group(parents, children)
                    .channel(IocpNotifyServerSocketChannel.class).childHandler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void channelActive(ChannelHandlerContext ctx) {
                            accepted.add(ctx.channel());
                        }

                        @Override
                        public void channelRead(ChannelHandlerContext ctx, Object msg) {
                            ctx.writeAndFlush(msg);
                        }
                    }).bind(anyPort()).sync().channel();
            Received received = new Received();
            Channel client = fixture.connect(server.localAddress(), received);
            client.writeAndFlush(client.alloc().buffer(10).writeZero(10)).sync();
            received.await(10);
            Channel child = accepted.poll(10, TimeUnit.SECONDS);
            assertSame(children, child.eventLoop().parent());
            assertSame(parents, server.eventLoop().parent());
            // And on to the group of the listener.
            move(child, parents);
            client.writeAndFlush(client.alloc().buffer(10).writeZero(10)).sync();
            received.await(20);
        } finally {
            end(parents, children);
        }
    }

    /** A channel that is registered and nothing else, and a bound one, move before they are used. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void beforeItConnectsOrListens(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(ECHO).register().sync().channel();
            move(server, other);
            server.bind(anyPort()).sync();
            Received received = new Received();
            Channel client = fixture.register(received);
            move(client, other);
            client.bind(anyPort()).sync();
            move(client, fixture.group());
            client.connect(server.localAddress()).sync();
            sendByte(client);
            received.await(1);
            awaitDone(server.close());
        } finally {
            end(other);
        }
    }

    /** The attempt goes on at the next port; the time that it has goes on, too. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whileItConnects(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            for (int i = 0; i < 10; i++) {
                Received received = new Received();
                Channel client = fixture.register(received);
                // In one run of the loop: the event of the connection finds the channel on its way.
                ChannelFuture[] connect = new ChannelFuture[1];
                inLoop(client, () -> {
                    connect[0] = client.connect(server.localAddress());
                    client.deregister();
                    return null;
                });
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (client.isRegistered()) {
                    assertTrue(System.nanoTime() - deadline < 0);
                    Thread.sleep(1);
                }
                other.register(client).sync();
                awaitDone(connect[0]);
                assertNull(connect[0].cause());
                sendByte(client);
                received.await(1);
            }
        } finally {
            end(other);
        }
    }

    /** What the system did not take before goes out by the next port, in order. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withWritesPending(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            int bytes = 1024 * 1024;
            PatternStream reader = new PatternStream(0, bytes);
            PatternStream writer = new PatternStream(bytes, 0);
            // Nobody reads before the connection is accepted.
            Channel server = fixture.server(reader).option(ChannelOption.AUTO_READ, false).bind(anyPort()).sync()
                    .channel();
            CountDownLatch blocked = new CountDownLatch(1);
            Channel client = fixture.client(new ChannelInboundHandlerAdapter() {
                @Override
                public void handlerAdded(ChannelHandlerContext ctx) {
                    ctx.pipeline().addLast(writer);
                }

                @Override
                public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                    blocked.countDown();
                    ctx.fireChannelWritabilityChanged();
                }
            }).option(ChannelOption.SO_SNDBUF, 64 * 1024).connect(server.localAddress()).sync().channel();
            assertTrue(blocked.await(10, TimeUnit.SECONDS));
            EventLoopGroup[] groups = { other, fixture.group() };
            for (int i = 0; i < 12; i++) {
                if (i == 6) {
                    assertFalse(writer.done().isDone());
                    server.read();
                }
                move(client, groups[i % 2]);
            }
            assertTrue(writer.done().await(20, TimeUnit.SECONDS) && writer.done().isSuccess(),
                    () -> writer + ", " + reader);
            assertTrue(reader.done().await(20, TimeUnit.SECONDS) && reader.done().isSuccess(),
                    () -> "" + reader.done());
        } finally {
            end(other);
        }
    }

    /** Nothing is read before it is asked for, in the next loop as in the last. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withoutAutoRead(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Received received = new Received();
            Channel client = fixture.client(received).option(ChannelOption.AUTO_READ, false)
                    .connect(server.localAddress()).sync().channel();
            sendByte(client);
            EventLoopGroup[] groups = { other, fixture.group() };
            for (int i = 1; i <= 6; i++) {
                move(client, groups[i % 2]);
                assertNothingMoreIsRead(fixture, client, received, i - 1);
                client.read();
                received.await(i);
                sendByte(client);
            }
        } finally {
            end(other);
        }
    }

    /** What is asked for since the registration began counts, even if the last loop has not let go by then. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readIsAskedForOnTheWay(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Received received = new Received();
            Channel client = fixture.client(received).option(ChannelOption.AUTO_READ, false)
                    .connect(server.localAddress()).sync().channel();
            EventLoopGroup[] groups = { fixture.group(), other };
            for (int i = 1; i <= 6; i++) {
                ChannelFixture.move(client, groups[i % 2].next(), client::read);
                sendByte(client);
                received.await(i);
            }
        } finally {
            end(other);
        }
    }

    /** Auto-read that is on for a moment, while the last loop has not let go, has nothing read. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void autoReadIsOnForAMomentOnTheWay(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = fixture.serve(new Acceptor(accepted));
            Received received = new Received();
            Channel client = fixture.client(received).option(ChannelOption.AUTO_READ, false)
                    .connect(server.localAddress()).sync().channel();
            sendByte(accepted.poll(10, TimeUnit.SECONDS));
            ChannelFixture.move(client, other.next(), () -> client.config().setAutoRead(true).setAutoRead(false));
            assertNothingMoreIsRead(fixture, client, received, 0);
            client.read();
            received.await(1);
        } finally {
            end(other);
        }
    }

    /** The peer's end is told once, and the open direction goes on in each next loop. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void halfClosed(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Received atServer = new Received();
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.pipeline().addLast(atServer);
                    accepted.add(ctx.channel());
                }
            }).childOption(ChannelOption.ALLOW_HALF_CLOSURE, true).bind(anyPort()).sync().channel();
            Received atClient = new Received();
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), atClient);
            Channel child = accepted.poll(10, TimeUnit.SECONDS);
            client.shutdownOutput().sync();
            while (!(atServer.events.poll(10, TimeUnit.SECONDS) instanceof ChannelInputShutdownReadComplete)) {
                assertTrue(child.isOpen());
            }
            EventLoopGroup[] groups = { other, fixture.group() };
            for (int i = 1; i <= 6; i++) {
                move(child, groups[i % 2]);
                move(client, groups[(i + 1) % 2]);
                child.writeAndFlush(child.alloc().buffer(1000).writeZero(1000)).sync();
                atClient.await(1000 * i);
            }
            assertTrue(child.isActive());
            assertTrue(client.isOutputShutdown());
            assertTrue(((IocpNotifySocketChannel) child).isInputShutdown());
            assertTrue(atServer.events.isEmpty(), atServer.events::toString);
            // The end of the other direction, heard of in the last loop.
            child.close().sync();
            awaitDone(client.closeFuture());
        } finally {
            end(other);
        }
    }

    @Sharable
    private static final class Acceptor extends ChannelInboundHandlerAdapter {
        private final Queue<Channel> accepted;

        Acceptor(Queue<Channel> accepted) {
            this.accepted = accepted;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            accepted.add(ctx.channel());
        }
    }

    /** The peer closes while the channel is in no loop: the next one hears of it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void peerClosesOnTheWay(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = fixture.serve(new Acceptor(accepted));
            for (int linger = -1; linger <= 0; linger++) {
                Received received = new Received();
                Channel client = fixture.connect(server.localAddress(), received);
                Channel child = accepted.poll(10, TimeUnit.SECONDS);
                child.config().setOption(ChannelOption.SO_LINGER, linger);
                sendByte(child);
                received.await(1);
                client.deregister().sync();
                child.close().sync();
                other.register(client).sync();
                awaitDone(client.closeFuture());
            }
        } finally {
            end(other);
        }
    }

    /** The loop that a channel is to leave ends at the same moment: the channel goes on in the next, or is closed. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void fromALoopThatEnds(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            for (int i = 0; i < 6; i++) {
                EventLoopGroup ending = (i % 2 == 0 ? kind : kind.other()).newGroup(1);
                Received received = new Received();
                Channel client = fixture.connect(server.localAddress(), received);
                move(client, ending);
                sendByte(client);
                received.await(1);
                ChannelFuture left = client.deregister();
                left.sync();
                ending.shutdownGracefully(0, 5, TimeUnit.SECONDS);
                fixture.group().register(client).sync();
                sendByte(client);
                received.await(2);
                end(ending);
                sendByte(client);
                received.await(3);
                client.close().sync();
            }
        }
    }

    /** The next loop does not exist any more, or ends while the channel waits for its last port. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void toALoopThatEnds(LoopKind kind) throws Exception {
        EventLoopGroup ended = kind.newGroup(1);
        EventLoop loop = ended.next();
        end(ended);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Channel refused = fixture.connect(server.localAddress(), NOTHING);
            refused.deregister().sync();
            assertInstanceOf(RejectedExecutionException.class, failureOf(loop.register(refused)));
            assertFalse(refused.isOpen());

            for (int i = 0; i < 8; i++) {
                EventLoopGroup ending = (i % 2 == 0 ? kind : kind.other()).newGroup(1);
                Channel client = fixture.connect(server.localAddress(), NOTHING);
                client.deregister().sync();
                ChannelFuture register = ending.register(client);
                ending.shutdownGracefully(0, 5, TimeUnit.SECONDS);
                awaitDone(register);
                end(ending);
                // Closed by the end of its loop, or by the refusal.
                assertTrue(client.closeFuture().await(10, TimeUnit.SECONDS), register + ", " + client);
            }
        }
    }
}
