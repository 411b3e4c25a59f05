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
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.NettyRuntime;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Handlers that compute: while as many threads do as the concurrency value of a port says, a kernel wakes no other.
 * Wine has no such rule, but the DLL that stands in for the system obeys it.
 */
@Timeout(60)
@Tag("races")
class ConcurrencyTest {

    private IocpNotifyEventLoopGroup group;
    private volatile boolean stopped;

    @AfterEach
    void terminate() throws Exception {
        stopped = true;
        if (group != null) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(20, TimeUnit.SECONDS));
        }
    }

    private List<EventLoop> loops(IocpNotifyEventLoopGroupBuilder builder) throws Exception {
        group = builder.build();
        List<EventLoop> loops = new ArrayList<EventLoop>();
        for (EventExecutor loop : group) {
            loops.add((EventLoop) loop);
            loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
        }
        return loops;
    }

    /** Computes in a thread that has had a packet, and so counts. */
    private void compute(EventLoop loop) throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        // Those that have nothing to do are to wait by then.
        Thread.sleep(100);
        loop.execute(() -> {
            runs.countDown();
            while (!stopped) {
                // Computes.
            }
        });
        assertTrue(runs.await(10, TimeUnit.SECONDS), "a task waits for those that compute");
    }

    @Test
    void computingHandlersHoldUpNoOtherLoop() throws Exception {
        int processors = NettyRuntime.availableProcessors();
        List<EventLoop> loops = loops(IocpNotifyEventLoopGroup.newBuilder().threads(processors + 2)
                .strands(processors + 2));
        for (int i = 0; i < processors; i++) {
            compute(loops.get(i));
        }
        EventLoop other = loops.get(processors);
        assertTrue(other.submit(() -> { }).await(10, TimeUnit.SECONDS), "a task waits for those that compute");
        Channel server = new ServerBootstrap().group(other).channel(IocpNotifyServerSocketChannel.class)
                .childHandler(ChannelFixture.ECHO).bind(ChannelFixture.anyPort()).sync().channel();
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            client.setSoTimeout(10000);
            for (int i = 0; i < 3; i++) {
                client.getOutputStream().write('e');
                assertEquals('e', client.getInputStream().read());
                Thread.sleep(20);
            }
        }
        assertFalse(stopped);
    }

    /** Where the value is obeyed, and nowhere else: so the other tests here show something. */
    @Test
    void aLimitHoldsBackThoseThatWait() throws Exception {
        assumeTrue("system".equals(IocpNotify.provider()), "Wine's ports obey no concurrency value");
        List<EventLoop> loops = loops(IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(2).concurrency(1));
        compute(loops.get(0));
        // The second thread has nothing to do by now.
        Thread.sleep(100);
        Future<?> other = loops.get(1).submit(() -> { });
        assertFalse(other.await(500, TimeUnit.MILLISECONDS), "the concurrency value is not obeyed");
        stopped = true;
        assertTrue(other.await(10, TimeUnit.SECONDS));
    }

    /** Who waits and is held back cannot take the work, so a spare thread does. */
    @Test
    void aLimitHoldsBackNoSpareThread() throws Exception {
        List<EventLoop> loops = loops(IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(2).concurrency(1)
                .spareThreads(1, 50, TimeUnit.MILLISECONDS));
        compute(loops.get(0));
        Thread.sleep(100);
        Future<?> other = loops.get(1).submit(() -> { });
        assertTrue(other.await(20, TimeUnit.SECONDS), "no spare thread");
    }
}
