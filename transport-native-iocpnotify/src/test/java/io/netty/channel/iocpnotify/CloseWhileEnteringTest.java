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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The loop that a channel has left closes it at the moment in which another one takes it in.
 */
@Timeout(120)
@Tag("races")
class CloseWhileEnteringTest {

    private static final int ROUNDS = 400;

    /** Counts the connections that the peers have. */
    @Sharable
    private static final class Connections extends ChannelInboundHandlerAdapter {
        final AtomicInteger open = new AtomicInteger();

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            open.incrementAndGet();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            open.decrementAndGet();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void everySocketIsClosedOnce(LoopKind kind) throws Exception {
        Connections connections = new Connections();
        EventLoopGroup next = kind.newGroup(2);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(connections);
            for (int i = 0; i < ROUNDS; i++) {
                closeWhileEntering(fixture.connect(server.localAddress(), NOTHING), next, i);
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (connections.open.get() > 0 && System.nanoTime() - deadline < 0) {
                Thread.sleep(5);
            }
            assertEquals(0, connections.open.get(), "connections that were not closed");
            if (kind == LoopKind.STRANDS) {
                for (EventExecutor loop : next) {
                    assertEquals(0, loop.submit(((IocpNotifyEventLoop) loop)::registeredChannels).get());
                }
            }
        } finally {
            end(next);
        }
    }

    private static void closeWhileEntering(Channel channel, EventLoopGroup next, int round) throws Exception {
        EventLoop last = channel.eventLoop();
        channel.deregister().sync();
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> close = last.submit(() -> {
            start.await();
            if (round % 2 == 0) {
                channel.unsafe().close(channel.voidPromise());
            } else {
                // As the transport itself does, and a loop that ends.
                ((IocpNotifyIoHandle) channel.unsafe()).close();
            }
            return null;
        });
        start.await();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < round * 500L) {
            // Each round lets the close get a little further.
            Thread.yield();
        }
        ChannelFuture register = next.register(channel);
        assertTrue(close.await(10, TimeUnit.SECONDS));
        assertTrue(register.await(10, TimeUnit.SECONDS));
        // If it was too late, the channel was the next loop's already, as an assertion of Netty's says.
        channel.close();
        awaitDone(channel.closeFuture());
    }
}
