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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the builder offers beside the constructors: spare threads, and how work is shared out.
 */
@Timeout(120)
class GroupOptionsTest {

    private IocpNotifyEventLoopGroup group;

    @AfterEach
    void terminate() throws Exception {
        if (group != null) {
            end(group);
        }
    }

    @Test
    void refusesNonsense() {
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder();
        assertThrows(IllegalArgumentException.class, () -> builder.spareThreads(-1, 1, TimeUnit.SECONDS));
        assertThrows(IllegalArgumentException.class, () -> builder.spareThreads(1, 0, TimeUnit.SECONDS));
        assertThrows(NullPointerException.class, () -> builder.spareThreads(1, 1, null));
    }

    /** Each loop waits for the next one, and there are more loops than threads. */
    @Test
    void spareThreadsEndADeadlock() throws Exception {
        int blocked = 4;
        group = IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(blocked + 1)
                .spareThreads(blocked - 1, 20, TimeUnit.MILLISECONDS).build();
        assertEquals(2, group.carrierCount());
        CountDownLatch[] done = new CountDownLatch[blocked + 1];
        for (int i = 0; i <= blocked; i++) {
            done[i] = new CountDownLatch(1);
        }
        Iterator<EventExecutor> loops = group.iterator();
        for (int i = 0; i < blocked; i++) {
            int number = i;
            loops.next().execute(() -> {
                try {
                    done[number + 1].await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done[number].countDown();
            });
        }
        loops.next().execute(done[blocked]::countDown);
        assertTrue(done[0].await(30, TimeUnit.SECONDS), "the loops wait for each other");
    }

    @Test
    void noMoreSpareThreadsThanAllowed() throws Exception {
        group = IocpNotifyEventLoopGroup.newBuilder().threads(1).strands(4)
                .spareThreads(1, 10, TimeUnit.MILLISECONDS).build();
        CountDownLatch bothRun = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(4);
        group.forEach(loop -> loop.execute(() -> {
            int now = inside.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            bothRun.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            inside.decrementAndGet();
            ended.countDown();
        }));
        assertTrue(bothRun.await(30, TimeUnit.SECONDS), "no spare thread");
        // Ten times as long as it took for the one that is allowed.
        Thread.sleep(100);
        release.countDown();
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals(2, most.get());
    }

    /** The least of everything: nothing is lost between the many small steps. */
    @Test
    void smallestSteps() throws Exception {
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(2);
        builder.settings().packetsPerCall = 1;
        builder.settings().eventsPerRun = 1;
        builder.settings().eventQuantumNanos = 1;
        builder.settings().taskQuantumNanos = 1;
        group = builder.build();
        ExpectedBytes receiver = new ExpectedBytes();
        Channel server = new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                .childHandler(ChannelFixture.ECHO).bind(ChannelFixture.anyPort()).sync().channel();
        Channel[] clients = new Channel[8];
        for (int i = 0; i < clients.length; i++) {
            ChannelHandler handler = i == 0 ? receiver : ChannelFixture.NOTHING;
            clients[i] = new Bootstrap().group(group).channel(IocpNotifySocketChannel.class)
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel ch) {
                            ch.pipeline().addLast(handler);
                        }
                    }).connect(server.localAddress()).sync().channel();
        }
        for (int position = 0; position < 100000; position += 1000) {
            receiver.expect(position, 1000);
            for (Channel client : clients) {
                client.writeAndFlush(Unpooled.wrappedBuffer(ExpectedBytes.of(position, 1000)));
            }
        }
        receiver.awaitAll();
        EventLoop loop = group.next();
        AtomicInteger last = new AtomicInteger();
        for (int i = 1; i <= 1000; i++) {
            int number = i;
            loop.execute(() -> last.compareAndSet(number - 1, number));
        }
        awaitDone(loop.submit(() -> { }));
        assertEquals(1000, last.get());
        for (Channel client : clients) {
            awaitDone(client.close());
        }
        awaitDone(server.close());
    }
}
