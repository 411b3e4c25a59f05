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

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.DatagramSocket;
import java.net.SocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A socket for UDP is read on and on while there is something each time, and armed when there is not. */
@Timeout(120)
class DatagramReadAgainTest {

    /** Enough for several tries. */
    private static final int MESSAGES = 200;

    /** Notes the first byte of each datagram. */
    private static class Receiver extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Integer> received = new LinkedBlockingQueue<Integer>();
        final AtomicInteger readCompletes = new AtomicInteger();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            received.add((int) ((DatagramPacket) msg).content().getUnsignedByte(0));
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            readCompletes.incrementAndGet();
        }

        void expect(int value) throws InterruptedException {
            assertEquals(value, received.poll(10, TimeUnit.SECONDS));
        }
    }

    private static void send(DatagramSocket peer, int value, SocketAddress to) throws Exception {
        peer.send(new java.net.DatagramPacket(new byte[] { (byte) value }, 1, to));
    }

    /** Goes beyond the first eight reads, with so many datagrams at a time. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void eachIsReadOnceAndInOrder(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket peer = new DatagramSocket()) {
            Receiver receiver = new Receiver();
            SocketAddress to = fixture.bindDatagram(receiver).localAddress();
            int expected = 0;
            for (int atOnce : new int[] { 1, 20, 3, 1, 64, 2 }) {
                for (int round = 0; round < 10; round++) {
                    for (int i = 0; i < atOnce; i++) {
                        send(peer, expected + i, to);
                    }
                    for (int i = 0; i < atOnce; i++) {
                        receiver.expect((expected + i) & 0xff);
                    }
                    expected += atOnce;
                }
            }
            assertNull(receiver.received.poll(50, TimeUnit.MILLISECONDS));
        }
    }

    /** While the loop is held up, more comes than a go takes. */
    @Test
    void whatTriesFindIsCounted() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS);
             DatagramSocket peer = new DatagramSocket()) {
            Receiver receiver = new Receiver();
            Channel channel = fixture.bindDatagram(receiver);
            SocketAddress to = channel.localAddress();
            for (int round = 0; round < 8; round++) {
                CountDownLatch holds = new CountDownLatch(1);
                CountDownLatch sent = new CountDownLatch(1);
                Future<?> held = channel.eventLoop().submit(() -> {
                    holds.countDown();
                    return sent.await(10, TimeUnit.SECONDS);
                });
                // A round is three reads then, and the first try is not the last read of one.
                assertTrue(holds.await(10, TimeUnit.SECONDS));
                for (int i = 0; i < 40; i++) {
                    send(peer, i, to);
                }
                sent.countDown();
                held.sync();
                for (int i = 0; i < 40; i++) {
                    receiver.expect(i);
                }
            }
            IocpNotifyCounts counts = ((IocpNotifyEventLoopGroup) fixture.group()).metrics().counts();
            assertTrue(counts.successfulReadAgains() > 0, counts::toString);
        }
    }

    /** The peer is slow, so that each try is in vain. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void handlersHearNothingOfATryInVain(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket peer = new DatagramSocket()) {
            Receiver receiver = new Receiver();
            SocketAddress to = fixture.bindDatagram(receiver).localAddress();
            for (int i = 0; i < MESSAGES; i++) {
                send(peer, i, to);
                receiver.expect(i);
                Thread.sleep(2);
            }
            assertTrue(receiver.readCompletes.get() <= MESSAGES, receiver.readCompletes::toString);
        }
    }

    /** A handler that asks for one at a time gets one at a time, however many are there. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void onDemand(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket peer = new DatagramSocket()) {
            Receiver receiver = new Receiver();
            Channel channel = fixture.bindDatagram(receiver);
            SocketAddress to = channel.localAddress();
            for (int i = 0; i < 30; i++) {
                send(peer, i, to);
                receiver.expect(i);
            }
            channel.config().setAutoRead(false);
            // What asked before may still read one.
            channel.eventLoop().submit(() -> { }).sync();
            send(peer, 99, to);
            boolean askedBefore = receiver.received.poll(100, TimeUnit.MILLISECONDS) != null;
            for (int i = 100; i < 130; i++) {
                send(peer, i, to);
            }
            for (int i = askedBefore ? 100 : 99; i < 130; i++) {
                assertNull(receiver.received.poll(5, TimeUnit.MILLISECONDS), "read though nobody asked");
                channel.read();
                receiver.expect(i);
            }
            channel.config().setAutoRead(true);
            send(peer, 7, to);
            receiver.expect(7);
        }
    }

    /** The handler closes the channel while there is more. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedInTheMiddle(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); DatagramSocket peer = new DatagramSocket()) {
            Receiver receiver = new Receiver() {
                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    super.channelRead(ctx, msg);
                    if (received.size() == 20) {
                        ctx.close();
                    }
                }
            };
            Channel channel = fixture.bindDatagram(receiver);
            SocketAddress to = channel.localAddress();
            for (int i = 0; i < 40; i++) {
                send(peer, i, to);
            }
            assertTrue(channel.closeFuture().await(10, TimeUnit.SECONDS));
            assertEquals(20, receiver.received.size());
        }
    }
}
