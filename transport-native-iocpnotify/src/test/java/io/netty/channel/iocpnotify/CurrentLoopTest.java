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
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

/** Which event loop runs the calling code, and what waits in it. */
@Timeout(120)
class CurrentLoopTest {

    @Test
    void inATaskAndOutside() throws Exception {
        EventLoopGroup group = LoopKind.STRANDS.newGroup(2);
        try {
            assertNull(IocpNotifyEventLoop.current());
            // More loops than threads: so some of them share one.
            for (int i = 0; i < 8; i++) {
                EventLoop loop = group.next();
                assertSame(loop, loop.submit(IocpNotifyEventLoop::current).get());
                assertSame(loop, loop.schedule(IocpNotifyEventLoop::current, 1, TimeUnit.MILLISECONDS).get());
            }
            assertNull(IocpNotifyEventLoop.current());
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void inAHandler() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            CompletableFuture<IocpNotifyEventLoop> current = new CompletableFuture<IocpNotifyEventLoop>();
            CompletableFuture<EventLoop> own = new CompletableFuture<EventLoop>();
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    current.complete(IocpNotifyEventLoop.current());
                    own.complete(ctx.channel().eventLoop());
                }
            });
            fixture.connect(server.localAddress(), NOTHING);
            assertSame(own.get(10, TimeUnit.SECONDS), current.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void aLoopOfNettysOwnIsNone() throws Exception {
        EventLoopGroup group = LoopKind.HANDLER.newGroup(1);
        try {
            assertNull(group.submit(IocpNotifyEventLoop::current).get());
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void pendingTasks() throws Exception {
        EventLoopGroup group = LoopKind.STRANDS.newGroup(1);
        try {
            IocpNotifyEventLoop loop = (IocpNotifyEventLoop) group.next();
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            loop.execute(() -> {
                running.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            running.await();
            assertEquals(0, loop.pendingTasks());
            for (int i = 1; i <= 5; i++) {
                loop.execute(() -> { });
                assertEquals(i, loop.pendingTasks());
            }
            loop.schedule(() -> { }, 1, TimeUnit.HOURS);
            assertEquals(5 + 1, loop.pendingTasks());
            release.countDown();
            loop.submit(() -> { }).get();
            assertEquals(0, loop.pendingTasks());
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }
}
