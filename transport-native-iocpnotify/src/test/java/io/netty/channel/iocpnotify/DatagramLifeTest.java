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
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A datagram channel is closed, or changes its loop, while datagrams come and go.
 */
@Timeout(120)
@Tag("races")
class DatagramLifeTest {

    private static DatagramPacket packet(int value, Channel to) {
        return new DatagramPacket(Unpooled.directBuffer(4).writeInt(value), (InetSocketAddress) to.localAddress());
    }

    /** Sends back what it gets, and counts it. */
    @Sharable
    private static final class Counting extends SimpleChannelInboundHandler<DatagramPacket> {
        final CountDownLatch latch;

        Counting(int count) {
            latch = new CountDownLatch(count);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
            latch.countDown();
            ctx.writeAndFlush(new DatagramPacket(packet.content().retain(), packet.sender()));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedDuringTraffic(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int round = 0; round < 20; round++) {
                Counting counting = new Counting(20);
                Channel one = fixture.bindDatagram(counting);
                Channel other = fixture.bindDatagram(counting);
                for (int i = 0; i < 10; i++) {
                    one.writeAndFlush(packet(i, other));
                }
                // Each sends back what it gets, so they go on for ever.
                assertTrue(counting.latch.await(10, TimeUnit.SECONDS));
                ChannelFuture late = null;
                ChannelFuture close = other.close();
                for (int i = 0; i < 10; i++) {
                    late = other.writeAndFlush(packet(i, one));
                }
                awaitDone(close);
                awaitDone(late);
                assertInstanceOf(ClosedChannelException.class, late.cause());
                awaitDone(one.close());
            }
        }
    }

    private static EventLoop another(EventLoopGroup group, EventLoop than) {
        EventLoop loop;
        do {
            loop = group.next();
        } while (loop == than);
        return loop;
    }

    /** What came on the way is read in the next loop, none twice and in order. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void loopChangeUnderTraffic(LoopKind kind) throws Exception {
        EventLoopGroup foreign = LoopKind.values()[1 - kind.ordinal()].newGroup(2);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel receiver = fixture.datagram(log).option(ChannelOption.SO_RCVBUF, 1024 * 1024)
                    .bind(anyPort()).sync().channel();
            Channel sender = fixture.bindDatagram(NOTHING);
            int sent = 0;
            int received = 0;
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 5; j++) {
                    sender.writeAndFlush(packet(sent++, receiver)).sync();
                }
                receiver.deregister().sync();
                sender.writeAndFlush(packet(sent++, receiver)).sync();
                EventLoopGroup next = i % 2 == 0 ? foreign : fixture.group();
                another(next, receiver.eventLoop()).register(receiver).sync();
                sender.writeAndFlush(packet(sent++, receiver)).sync();
                while (received < sent) {
                    assertEquals(received++, Unpooled.wrappedBuffer(log.nextBytes()).readInt());
                }
            }
            assertTrue(log.entries.isEmpty());
            // A write on the way goes out afterwards.
            DatagramLog senderLog = new DatagramLog();
            sender.pipeline().addLast(senderLog);
            receiver.deregister().sync();
            ChannelFuture write = receiver.writeAndFlush(packet(77, sender));
            fixture.group().register(receiver).sync();
            awaitDone(write);
            write.sync();
            assertArrayEquals(new byte[] { 0, 0, 0, 77 }, senderLog.nextBytes());
            receiver.close().sync();
        } finally {
            end(foreign);
        }
    }

    /** More than the socket's buffer takes: blocked or not, every promise ends, and the channel goes on. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void moreThanTheBufferTakes(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DatagramLog log = new DatagramLog();
            Channel receiver = fixture.bindDatagram(log);
            Channel sender = fixture.datagram(NOTHING).option(ChannelOption.SO_SNDBUF, 4096)
                    .option(ChannelOption.MAX_MESSAGES_PER_WRITE, 7).bind(anyPort()).sync().channel();
            ChannelFuture last = null;
            for (int i = 0; i < 500; i++) {
                last = sender.write(new DatagramPacket(Unpooled.directBuffer(1000).writeZero(1000),
                        (InetSocketAddress) receiver.localAddress()));
                last.addListener(f -> {
                    if (!f.isSuccess()) {
                        log.entries.add(f.cause());
                    }
                });
            }
            sender.flush();
            awaitDone(last);
            for (Object entry : log.entries) {
                assertTrue(entry instanceof DatagramLog.Received || entry instanceof IOException, entry.toString());
            }
            assertTrue(sender.isActive());
        }
    }
}
