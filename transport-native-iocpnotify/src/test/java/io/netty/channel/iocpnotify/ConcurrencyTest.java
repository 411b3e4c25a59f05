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
import io.netty.channel.IoHandler;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.EventExecutor;
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
@Timeout(120)
@Tag("races")
class ConcurrencyTest {

    private IocpNotifyEventLoopGroup group;
    private final CountDownLatch stopped = new CountDownLatch(1);

    @AfterEach
    void terminate() throws Exception {
        stopped.countDown();
        if (group != null) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(20, TimeUnit.SECONDS));
        }
    }

    private List<EventLoop> loops(IocpNotifyEventLoopGroup.Builder builder) throws Exception {
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
            LongWork.COMPUTES.until(stopped);
        });
        assertTrue(runs.await(10, TimeUnit.SECONDS), "a task waits for those that compute");
    }

    @Test
    void computingHandlersHoldUpNoOtherLoop() throws Exception {
        int processors = LongWork.PROCESSORS;
        List<EventLoop> loops = loops(IocpNotifyEventLoopGroup.newBuilder().threads(processors + 2)
                .strands(processors + 2));
        EventLoop other = loops.get(processors);
        Channel server = new ServerBootstrap().group(other).channel(IocpNotifyServerSocketChannel.class)
                .childHandler(ChannelFixture.ECHO).bind(ChannelFixture.anyPort()).sync().channel();
        // Loads the classes. Beside threads that compute on the same processor that takes most of the time.
        echo((InetSocketAddress) server.localAddress());
        for (int i = 0; i < processors; i++) {
            compute(loops.get(i));
        }
        assertTrue(other.submit(() -> { }).await(10, TimeUnit.SECONDS), "a task waits for those that compute");
        echo((InetSocketAddress) server.localAddress());
        assertEquals(1, stopped.getCount());
    }

    private static void echo(InetSocketAddress address) throws Exception {
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            client.setSoTimeout(10000);
            for (int i = 0; i < 3; i++) {
                client.getOutputStream().write('e');
                assertEquals('e', client.getInputStream().read());
                Thread.sleep(20);
            }
        }
    }

    /** The thread of a loop may change. The one before computes on, and counts as running. */
    @Test
    void aHandlersNextThreadIsNotHeldUp() throws Exception {
        IoHandler handler = IocpNotifyIoHandler.newFactory().newHandler(WaitingContext.ofOtherThreads());
        try {
            handler.initialize();
            assertTakesItsWakeUp(handler);
            assertTakesItsWakeUp(handler);
        } finally {
            stopped.countDown();
            handler.prepareToDestroy();
            handler.destroy();
        }
    }

    /** In a thread that computes from then on. */
    private void assertTakesItsWakeUp(IoHandler handler) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        new Thread(() -> {
            handler.run(new WaitingContext(30, TimeUnit.SECONDS));
            over.countDown();
            LongWork.COMPUTES.until(stopped);
        }).start();
        // It waits by then, so that a packet wakes it.
        Thread.sleep(100);
        handler.wakeup();
        assertTrue(over.await(10, TimeUnit.SECONDS), "the thread before holds up this one");
    }

    /** Where the value is obeyed, and nowhere else: so the other tests here show something. */
    @Test
    void aLimitHoldsBackThoseThatWait() throws Exception {
        assumeTrue("system".equals(IocpNotify.provider()), "Wine's ports obey no concurrency value");
        CompletionPort port = new CompletionPort(1);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        dequeue(port, first);
        port.post(CompletionKey.WAKE_UP);
        assertTrue(first.await(10, TimeUnit.SECONDS));
        Thread other = dequeue(port, second);
        port.post(CompletionKey.WAKE_UP);
        assertFalse(second.await(500, TimeUnit.MILLISECONDS), "the concurrency value is not obeyed");
        stopped.countDown();
        assertTrue(second.await(10, TimeUnit.SECONDS));
        other.join();
        port.close();
    }

    /** In a thread that takes one packet and computes from then on. */
    private Thread dequeue(CompletionPort port, CountDownLatch over) {
        Thread thread = new Thread(() -> {
            PacketArray packets = new PacketArray(1);
            try {
                port.dequeue(30000, packets);
                over.countDown();
                LongWork.COMPUTES.until(stopped);
            } finally {
                packets.free();
            }
        });
        thread.start();
        return thread;
    }
}
