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
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the thread-affine handler makes of select strategies other than Netty's own.
 */
@Timeout(120)
class SelectStrategyTest {

    private static EventLoopGroup newGroup(SelectStrategy strategy) {
        return new MultiThreadIoEventLoopGroup(1, IocpNotifyIoHandler.newFactory(() -> strategy));
    }

    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            events.add((int) msg.readByte());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            events.add(cause);
        }
    }

    /** Looks at the port, without I/O while it is told so. */
    private static final class Holding implements SelectStrategy {
        final AtomicInteger calls = new AtomicInteger();
        volatile boolean hold;

        @Override
        public int calculateStrategy(IntSupplier supplier, boolean hasTasks) throws Exception {
            calls.incrementAndGet();
            return hold ? CONTINUE : hasTasks ? supplier.get() : SELECT;
        }

        void awaitRuns(int more) {
            int last = calls.get() + more;
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (calls.get() < last) {
                assertTrue(System.nanoTime() - deadline < 0, "the loop does not run");
                Thread.yield();
            }
        }
    }

    /** What was asked for while I/O is held back is not asked for once the channel has left. */
    @Test
    void noArmIsGatheredWithoutIo() throws Exception {
        Holding strategy = new Holding();
        EventLoopGroup group = newGroup(strategy);
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Channel server = fixture.serve(ECHO);
            Answers answers = new Answers();
            Channel client = client(group, answers).option(ChannelOption.AUTO_READ, false)
                    .connect(server.localAddress()).sync().channel();
            inLoop(client, () -> {
                strategy.hold = true;
                return client.read();
            });
            strategy.awaitRuns(3);
            client.deregister().sync();
            strategy.hold = false;
            group.next().submit(() -> { }).sync();
            group.next().submit(() -> { }).sync();
            // Its former port has nothing to do with it any more, so the next can have it.
            fixture.group().register(client).sync();
            client.read();
            client.writeAndFlush(client.alloc().buffer(1).writeByte(1));
            assertEquals(1, answers.events.poll(10, TimeUnit.SECONDS));
            client.close().sync();
        } finally {
            end(group);
        }
    }

    /** A look at the port that finds nothing does not replace the wait. */
    @Test
    void waitsAfterAnEmptyPoll() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        EventLoopGroup group = newGroup((supplier, hasTasks) -> {
            calls.incrementAndGet();
            int ready = supplier.get();
            return ready > 0 || hasTasks ? ready : SelectStrategy.SELECT;
        });
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            group.next().schedule(() -> { }, 500, TimeUnit.MILLISECONDS).sync();
            assertTrue(calls.get() < 200, () -> "an idle loop has run " + calls + " times");
            echo(fixture, group);
        } finally {
            end(group);
        }
    }

    /** Packets come once, a strategy may ask twice. */
    @Test
    void pollsTwice() throws Exception {
        AtomicInteger forgotten = new AtomicInteger();
        EventLoopGroup group = newGroup((supplier, hasTasks) -> {
            int first = supplier.get();
            int second = supplier.get();
            if (second < first) {
                forgotten.incrementAndGet();
            }
            return second > 0 || hasTasks ? second : SelectStrategy.SELECT;
        });
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            echo(fixture, group);
            assertEquals(0, forgotten.get());
        } finally {
            end(group);
        }
    }

    /** As {@link SelectStrategy#BUSY_WAIT}, but telling it after a look of its own. */
    @Test
    void busyWaitAfterAPoll() throws Exception {
        EventLoopGroup group = newGroup((supplier, hasTasks) -> {
            supplier.get();
            return SelectStrategy.BUSY_WAIT;
        });
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            echo(fixture, group);
        } finally {
            end(group);
        }
    }

    private static Bootstrap client(EventLoopGroup group, Answers answers) {
        return new Bootstrap().group(group).channel(IocpNotifySocketChannel.class).handler(answers);
    }

    private static void echo(ChannelFixture fixture, EventLoopGroup group) throws Exception {
        Channel server = fixture.serve(ECHO);
        Answers answers = new Answers();
        Channel client = client(group, answers).connect(server.localAddress()).sync().channel();
        for (int i = 0; i < 50; i++) {
            client.writeAndFlush(client.alloc().buffer(1).writeByte(i));
            assertEquals(i, answers.events.poll(10, TimeUnit.SECONDS));
        }
        client.close().sync();
    }
}
