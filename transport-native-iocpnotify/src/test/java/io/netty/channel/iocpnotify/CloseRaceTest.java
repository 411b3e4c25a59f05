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
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Channels are closed by other threads at any moment of reading, writing and arming. Every promise must be kept, and no
 * channel may be hurt by another's end although their sockets get the same numbers.
 */
@Timeout(120)
@Tag("races")
class CloseRaceTest {

    private static final int ROUNDS = 200;

    /** Drops what it reads; what is thrown must be the connection's end. */
    @Sharable
    private static final class Sink extends ChannelInboundHandlerAdapter {
        final Queue<Throwable> surprises = new ConcurrentLinkedQueue<Throwable>();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            if (!(cause instanceof IOException)) {
                surprises.add(cause);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byAnotherThreadUnderTraffic(LoopKind kind) throws Exception {
        race(kind, -1);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byAnotherThreadWithReset(LoopKind kind) throws Exception {
        race(kind, 0);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void byAnotherThreadWithLinger(LoopKind kind) throws Exception {
        race(kind, 1);
    }

    private static void race(LoopKind kind, int linger) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Sink sink = new Sink();
            // Lives through all of it, and must find its answers.
            IocpNotifySocketChannel bystander = fixture.connect(server.localAddress(), new Counter());
            int sent = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Channel client = fixture.client(sink).option(ChannelOption.SO_LINGER, linger)
                        .connect(server.localAddress()).sync().channel();
                List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
                int messages = ThreadLocalRandom.current().nextInt(8);
                for (int i = 0; i < messages; i++) {
                    ByteBuf message = client.alloc().buffer(8192).writeZero(8192);
                    writes.add(client.writeAndFlush(message));
                }
                bystander.writeAndFlush(bystander.alloc().buffer(1).writeByte(1));
                sent++;
                LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300000));
                ChannelFuture close = client.close();
                for (ChannelFuture write : writes) {
                    awaitDone(write);
                    assertTrue(write.isSuccess() || write.cause() instanceof IOException, () -> "" + write.cause());
                }
                awaitDone(close);
                assertTrue(close.isSuccess());
            }
            bystander.pipeline().get(Counter.class).await(sent);
            assertTrue(bystander.isActive());
            assertEquals(0, sink.surprises.size(), sink.surprises::toString);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ofTheListenerWhileItAccepts(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int round = 0; round < 30; round++) {
                Channel server = fixture.serve(ECHO);
                List<ChannelFuture> connects = new ArrayList<ChannelFuture>();
                for (int i = 0; i < 8; i++) {
                    connects.add(fixture.client(new Sink()).connect(server.localAddress()));
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1000000));
                awaitDone(server.close());
                for (ChannelFuture connect : connects) {
                    awaitDone(connect);
                    if (connect.isSuccess()) {
                        awaitDone(connect.channel().close());
                    } else {
                        assertInstanceOf(IOException.class, connect.cause());
                    }
                }
            }
        }
    }

    /** Counts the bytes that come. */
    private static final class Counter extends ChannelInboundHandlerAdapter {
        private int count;

        @Override
        public synchronized void channelRead(ChannelHandlerContext ctx, Object msg) {
            count += ((ByteBuf) msg).readableBytes();
            ReferenceCountUtil.release(msg);
            notifyAll();
        }

        synchronized void await(int expected) throws InterruptedException {
            while (count < expected) {
                wait();
            }
            assertEquals(expected, count);
        }
    }
}
