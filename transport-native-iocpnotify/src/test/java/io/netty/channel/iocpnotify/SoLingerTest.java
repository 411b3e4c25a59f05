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
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class SoLingerTest {

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static Channel connect(ChannelFixture fixture, ServerSocket peer, int linger) throws Exception {
        return fixture.client(NOTHING).option(ChannelOption.SO_LINGER, linger).connect(peer.getLocalSocketAddress())
                .sync().channel();
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void zeroResets(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Object> ends = new LinkedBlockingQueue<Object>();
            Channel server = fixture.serve(new Ends(ends));
            for (int linger : new int[] { 0, -1 }) {
                Channel client = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, linger)
                        .connect(server.localAddress()).sync().channel();
                assertEquals("active", ends.poll(10, TimeUnit.SECONDS));
                client.close().sync();
                Object end = ends.poll(10, TimeUnit.SECONDS);
                if (linger == 0) {
                    assertInstanceOf(IOException.class, end);
                    assertTrue(((IOException) end).getMessage().contains("reset"), () -> "" + end);
                    assertEquals("inactive", ends.poll(10, TimeUnit.SECONDS));
                } else {
                    assertEquals("inactive", end);
                }
            }
        }
    }

    @Sharable
    private static final class Ends extends ChannelInboundHandlerAdapter {
        private final Queue<Object> ends;

        Ends(Queue<Object> ends) {
            this.ends = ends;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ends.add("active");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ends.add(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            ends.add("inactive");
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aSecondDeliversEverything(LoopKind kind) throws Exception {
        try (ServerSocket peer = listen(); ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = connect(fixture, peer, 10);
            try (Socket accepted = peer.accept()) {
                int length = 100000;
                client.writeAndFlush(client.alloc().buffer(length).writeZero(length)).sync();
                ChannelFuture close = client.close();
                InputStream in = accepted.getInputStream();
                byte[] bytes = new byte[8192];
                int received = 0;
                for (int n; (n = in.read(bytes)) >= 0;) {
                    received += n;
                }
                assertEquals(length, received);
                awaitDone(close);
                assertTrue(close.isSuccess());
            }
        }
    }

    /** Closing may wait for the peer. The loop does not, and no other channel does, whatever it is at. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void lingersElsewhere(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.newGroup(1);
        CountDownLatch lingered = new CountDownLatch(1);
        try (ServerSocket peer = listen(); ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = connect(fixture, peer, 10);
            BlockingQueue<Object> read = new LinkedBlockingQueue<Object>();
            Channel neighbour = fixture.client(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    read.add(msg.readByte());
                }
            }).connect(peer.getLocalSocketAddress()).sync().channel();
            peer.accept();
            Socket ofNeighbour = peer.accept();
            ofNeighbour.getOutputStream().write(7);
            // So it is known at the port, and has to leave it.
            assertEquals((byte) 7, read.poll(10, TimeUnit.SECONDS));
            // In the place of a peer that never acknowledges, for which not every system waits.
            GlobalEventExecutor.INSTANCE.execute(() -> {
                try {
                    lingered.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            ChannelFuture close = inLoop(client, client::close);
            assertFalse(inLoop(client, client::isActive));
            ChannelPromise moved = neighbour.newPromise();
            EventLoop next = other.next();
            neighbour.deregister().addListener(f -> {
                next.register(neighbour).addListener(g -> moved.setSuccess());
                // The next loop asks while this one cannot know yet that the port has let go.
                CountDownLatch asked = new CountDownLatch(1);
                next.execute(asked::countDown);
                asked.await();
            });
            awaitDone(moved);
            assertTrue(neighbour.isRegistered());
            neighbour.writeAndFlush(neighbour.alloc().buffer(1).writeByte(1)).sync();
            awaitDone(neighbour.close());
            assertFalse(close.isDone(), "closed by the loop");
            lingered.countDown();
            awaitDone(close);
            assertTrue(close.isSuccess());
        } finally {
            lingered.countDown();
            end(other);
        }
    }

    /** With nobody to wait for there is nothing to wait for. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withoutAConnection(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel bound = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, 10).bind(anyPort()).sync()
                    .channel();
            awaitDone(bound.close());
            Channel registered = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, 10).register().sync()
                    .channel();
            awaitDone(registered.close());
        }
    }

    /** A channel that closes on the way from loop to loop, and one whose loop ends, linger in no loop either. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void inNoLoop(LoopKind kind) throws Exception {
        try (ServerSocket peer = listen(); ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = connect(fixture, peer, 1);
            try (Socket accepted = peer.accept()) {
                client.deregister().sync();
                ChannelFuture close = client.close();
                awaitDone(close);
                assertEquals(-1, accepted.getInputStream().read());
            }
            Channel open = connect(fixture, peer, 1);
            try (Socket accepted = peer.accept()) {
                open.eventLoop().parent().shutdownGracefully(0, 5, TimeUnit.SECONDS);
                awaitDone(open.closeFuture());
                assertEquals(-1, accepted.getInputStream().read());
            }
        }
    }
}
