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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.iocpnotify.loop.LoopClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A socket is read once more before it is armed, where that has proved to be worth it. */
@Timeout(120)
@Tag("races")
class ReadAgainTest {

    /** Enough for several tries of a socket whose peer is slow. */
    private static final int MESSAGES = 100;
    /** How many bytes are read one by one, each for a millisecond. */
    private static final int SLOW_READS = 200;

    private static int triesOf(ReadAgain again, int reads) {
        int tries = 0;
        for (int i = 0; i < reads; i++) {
            again.received();
            again.sent();
            if (again.isDue(true)) {
                tries++;
                assertTrue(again.isInVain());
                assertFalse(again.isDue(true));
            }
            assertFalse(again.isInVain());
        }
        return tries;
    }

    @Test
    void triesInVainGetRare() {
        ReadAgain again = new ReadAgain();
        assertEquals(1, triesOf(again, 8));
        assertEquals(0, triesOf(again, 15));
        assertEquals(1, triesOf(again, 1));
        triesOf(again, 2000);
        assertEquals(10, triesOf(again, 640));
    }

    @Test
    void goesOnWhileThereIsSomething() {
        ReadAgain again = new ReadAgain();
        for (int i = 1; i < 8; i++) {
            again.received();
            assertFalse(again.isDue(true));
        }
        for (int i = 0; i < 1000; i++) {
            again.received();
            assertFalse(again.isInVain());
            assertTrue(again.isDue(true));
        }
        assertFalse(again.isDue(true));
        again.received();
        assertFalse(again.isDue(true));
        again.received();
        assertTrue(again.isDue(true), "not tried soon, though it was worth it");
    }

    @Test
    void triesAreDatedFromTheFirstAfterAPacket() {
        ReadAgain again = trying();
        long begin = LoopClock.nanos();
        again.received();
        assertTrue(again.isDue(true));
        long first = again.sinceNanos();
        assertTrue(first - begin >= 0);
        awaitClock(first);
        again.received();
        assertTrue(again.isDue(true));
        assertEquals(first, again.sinceNanos(), "the second try");
        again.received();
        assertFalse(again.isDue(false));
        again.received();
        assertTrue(again.isDue(true), "not tried again after the packet, though it was worth it");
        assertTrue(again.sinceNanos() - first > 0);
    }

    private static void awaitClock(long after) {
        while (LoopClock.nanos() - after <= 0) {
            Thread.yield();
        }
    }

    /** Bytes are always there, and another carrier waits: it may be able to go on sooner. */
    @Test
    void aLoneConnectionGetsAPacketNowAndThen() throws Exception {
        long packets = packetsOfSlowReads(1);
        // One for each 5 ms or less; without the rule there would be eight, the reads before the first try.
        assertTrue(packets >= SLOW_READS / 10, () -> packets + " packets");
        assertTrue(packets <= SLOW_READS * 3 / 4, () -> packets + " packets");
    }

    /** Each of them waits for the other ones, so it would often be longer than 5 ms without a packet. */
    @Test
    void connectionsOfOneLoopGetNone() throws Exception {
        long packets = packetsOfSlowReads(4);
        // Each has eight reads before its first try. The very first one may have no packet, either. One is alone in
        // the end.
        assertTrue(packets >= 4 * 7, () -> packets + " packets");
        assertTrue(packets <= 4 * 8 + SLOW_READS / 4, () -> packets + " packets");
    }

    /** How many of the reads came by a packet, where all connections have one loop, and a read takes a millisecond. */
    private static long packetsOfSlowReads(int connections) throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2, null, loops -> () -> loops[0]);
        try (ChannelFixture fixture = new ChannelFixture(group)) {
            SlowReader reader = new SlowReader(connections);
            Channel server = fixture.server(reader)
                    .childOption(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(1).maxMessagesPerRead(1))
                    .childOption(ChannelOption.AUTO_READ, false).bind(anyPort()).sync().channel();
            List<Socket> peers = new ArrayList<>();
            try {
                for (int i = 0; i < connections; i++) {
                    Socket peer = connect(server);
                    peers.add(peer);
                    peer.getOutputStream().write(new byte[SLOW_READS]);
                }
                reader.readAll();
                return reader.reads.get() - group.metrics().counts().successfulReadAgains();
            } finally {
                for (Socket peer : peers) {
                    peer.close();
                }
            }
        }
    }

    @Sharable
    private static final class SlowReader extends ChannelInboundHandlerAdapter {

        private final AtomicInteger reads = new AtomicInteger();
        private final Queue<Channel> channels = new ConcurrentLinkedQueue<>();
        private final CountDownLatch active;
        private final CountDownLatch bytes;

        SlowReader(int connections) {
            active = new CountDownLatch(connections);
            bytes = new CountDownLatch(connections * SLOW_READS);
        }

        void readAll() throws Exception {
            assertTrue(active.await(10, TimeUnit.SECONDS), active::toString);
            // In one task, so that no connection is ahead of the others.
            ChannelFixture.inLoop(channels.element(), () -> {
                for (Channel channel : channels) {
                    channel.config().setAutoRead(true);
                }
                return null;
            });
            assertTrue(bytes.await(20, TimeUnit.SECONDS), bytes::toString);
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            channels.add(ctx.channel());
            active.countDown();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
            ((ByteBuf) msg).release();
            Thread.sleep(1);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            reads.incrementAndGet();
            bytes.countDown();
        }
    }

    private static ReadAgain trying() {
        ReadAgain again = new ReadAgain();
        for (int i = 0; i < 7; i++) {
            again.received();
            again.sent();
            assertFalse(again.isDue(true));
        }
        return again;
    }

    @Test
    void anAnswerIsAwaitedFromWhatIsReceivedUntilItIsSent() {
        ReadAgain again = new ReadAgain();
        assertFalse(again.awaitsAnswer());
        again.received();
        assertTrue(again.awaitsAnswer());
        again.isDue(false);
        assertTrue(again.awaitsAnswer(), "another thread is still to answer");
        again.sent();
        assertFalse(again.awaitsAnswer());
        again.received();
        again.received();
        assertFalse(again.awaitsAnswer(), "the peer goes on without one");
    }

    @Test
    void whatReceivesNothingIsNotTried() {
        ReadAgain again = new ReadAgain();
        for (int i = 0; i < 1000; i++) {
            assertFalse(again.isDue(true));
        }
    }

    /** The peer is slow, so that each try is in vain. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void handlersHearNothingOfATryInVain(LoopKind kind) throws Exception {
        AtomicInteger reads = new AtomicInteger();
        AtomicInteger readCompletes = new AtomicInteger();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    reads.addAndGet(((ByteBuf) msg).readableBytes());
                    ctx.writeAndFlush(msg);
                }

                @Override
                public void channelReadComplete(ChannelHandlerContext ctx) {
                    readCompletes.incrementAndGet();
                }
            });
            try (Socket peer = connect(server)) {
                for (int i = 0; i < MESSAGES; i++) {
                    assertEchoed(peer, i);
                    Thread.sleep(2);
                }
            }
            assertEquals(MESSAGES, reads.get());
            // One more is that of the end.
            assertTrue(readCompletes.get() <= MESSAGES + 1, readCompletes + " for " + MESSAGES + " reads");
        }
    }

    /** Each answer of the peer is there when the channel is about to be armed, or soon after; then it ends. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsLostAndTheEndIsSeen(LoopKind kind) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    ctx.writeAndFlush(msg);
                }

                @Override
                public void channelInactive(ChannelHandlerContext ctx) {
                    closed.countDown();
                }
            });
            try (Socket peer = connect(server)) {
                DataInputStream in = new DataInputStream(peer.getInputStream());
                byte[] message = new byte[64];
                byte[] echo = new byte[message.length];
                for (int i = 0; i < 3000; i++) {
                    message[i % message.length]++;
                    peer.getOutputStream().write(message);
                    in.readFully(echo);
                    assertEquals(Unpooled.wrappedBuffer(message), Unpooled.wrappedBuffer(echo));
                }
            }
            assertTrue(closed.await(10, TimeUnit.SECONDS));
        }
    }

    /** Reading ends and begins at any time; nothing may be read that was not asked for. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void onDemand(LoopKind kind) throws Exception {
        AtomicInteger unasked = new AtomicInteger();
        AtomicInteger received = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(1);
        int length = 2000;
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                private boolean asked;

                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ask(ctx);
                }

                private void ask(ChannelHandlerContext ctx) {
                    asked = true;
                    ctx.read();
                }

                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    if (!asked) {
                        unasked.incrementAndGet();
                    }
                    received.addAndGet(((ByteBuf) msg).readableBytes());
                    ((ByteBuf) msg).release();
                }

                @Override
                public void channelReadComplete(ChannelHandlerContext ctx) {
                    asked = false;
                    if (received.get() == length) {
                        all.countDown();
                    } else if (received.get() % 3 == 0) {
                        ctx.executor().schedule(() -> ask(ctx), 1, TimeUnit.MILLISECONDS);
                    } else {
                        ask(ctx);
                    }
                }
            }).childOption(ChannelOption.AUTO_READ, false).bind(anyPort()).sync().channel();
            try (Socket peer = connect(server)) {
                for (int i = 0; i < length; i++) {
                    peer.getOutputStream().write(i);
                }
                assertTrue(all.await(20, TimeUnit.SECONDS), () -> received + " bytes");
            }
            assertEquals(0, unasked.get());
        }
    }

    /** Each read is asked for a while after the one before; after the last nobody asks. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aCloseIsHeardThoughNobodyReads(LoopKind kind) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        int messages = 20;
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                private int reads;

                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.read();
                }

                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    ctx.writeAndFlush(msg);
                    if (++reads < messages) {
                        ctx.executor().schedule(() -> ctx.read(), 1, TimeUnit.MILLISECONDS);
                    }
                }

                @Override
                public void channelInactive(ChannelHandlerContext ctx) {
                    closed.countDown();
                }
            }).childOption(ChannelOption.AUTO_READ, false).bind(anyPort()).sync().channel();
            try (Socket peer = connect(server)) {
                for (int i = 0; i < messages; i++) {
                    assertEchoed(peer, i);
                }
                Thread.sleep(50);
            }
            assertTrue(closed.await(10, TimeUnit.SECONDS));
        }
    }

    /** The reset comes when the socket is being read again and again. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aResetIsToldAsSuch(LoopKind kind) throws Exception {
        BlockingQueue<String> ends = new LinkedBlockingQueue<String>();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel ch) {
                    ch.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                        private Throwable cause;

                        @Override
                        public void channelRead(ChannelHandlerContext ctx, Object msg) {
                            ctx.writeAndFlush(msg);
                        }

                        @Override
                        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                            this.cause = cause;
                        }

                        @Override
                        public void channelInactive(ChannelHandlerContext ctx) {
                            ends.add(cause instanceof IOException ? "reset" : String.valueOf(cause));
                        }
                    });
                }
            }).childOption(ChannelOption.ALLOW_HALF_CLOSURE, true).bind(anyPort()).sync().channel();
            for (int round = 0; round < 20; round++) {
                try (Socket peer = connect(server)) {
                    for (int i = 0; i < 30 + round; i++) {
                        assertEchoed(peer, i);
                    }
                    peer.setSoLinger(true, 0);
                }
                assertEquals("reset", ends.poll(10, TimeUnit.SECONDS));
            }
        }
    }

    private static void assertEchoed(Socket peer, int value) throws IOException {
        peer.getOutputStream().write(value);
        assertEquals(value, peer.getInputStream().read());
    }

    private static Socket connect(Channel server) throws Exception {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        Socket peer = new Socket(address.getAddress(), address.getPort());
        peer.setTcpNoDelay(true);
        peer.setSoTimeout(10000);
        return peer;
    }
}
