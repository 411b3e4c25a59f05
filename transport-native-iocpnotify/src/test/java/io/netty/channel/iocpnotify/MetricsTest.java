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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a group and a handler tell of themselves, against what they have done. */
@Timeout(120)
class MetricsTest {

    private static final int MESSAGES = 500;
    private static final long BLOCKED_MILLIS = 300;
    /** What sleeps for so long may be told to have taken a little less: the clocks are different ones. */
    private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS - 50);

    /** Blocks the thread that runs it. */
    private static final class Sleep implements Runnable {
        @Override
        public void run() {
            try {
                Thread.sleep(BLOCKED_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Byte> bytes = new LinkedBlockingQueue<Byte>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            while (msg.isReadable()) {
                bytes.add(msg.readByte());
            }
        }
    }

    @Sharable
    private static final class SleepsAndEchoes extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            new Sleep().run();
            ctx.writeAndFlush(msg.retain());
        }
    }

    private static void exchange(Channel client, Answers answers, int messages) throws Exception {
        for (int i = 0; i < messages; i++) {
            client.writeAndFlush(client.alloc().buffer(1).writeByte(i));
            assertEquals((byte) i, answers.bytes.poll(10, TimeUnit.SECONDS));
        }
    }

    private static void await(long expected, LongSupplier actual) throws Exception {
        for (int i = 0; i < 500 && actual.getAsLong() != expected; i++) {
            Thread.sleep(10);
        }
        assertEquals(expected, actual.getAsLong());
    }

    private static boolean isLongBlocked(IocpNotifyMetrics.LongestRun longest) {
        return longest != null && longest.runNanos() >= BLOCKED_NANOS;
    }

    private static long calls(IocpNotifyCounts counts, String function) {
        Long calls = counts.calls().get(function);
        assertNotNull(calls, function);
        return calls;
    }

    /** All that an echo needs, whoever counts it. */
    private static void assertEchoed(IocpNotifyCounts counts) {
        // A byte each way is one send and at least one receive on both sides.
        assertEquals(2 * MESSAGES, calls(counts, "send"));
        long begun = calls(counts, "WSARecv");
        long received = calls(counts, "recv") + begun;
        long tries = counts.readAgains();
        // Those that have begun may be more: the last ones, and any that waited for too long and were cancelled.
        assertTrue(received >= 2 * MESSAGES && received <= 2 * MESSAGES + tries + 10, counts::toString);
        assertTrue(counts.successfulReadAgains() <= tries, counts::toString);
        assertEquals(2, calls(counts, "accept"), "one connection, and one call that finds no other");
        // Each message came by a packet, or was found by a read without one. Each packet was asked for.
        assertTrue(counts.packets() + counts.successfulReadAgains() >= 2 * MESSAGES, counts::toString);
        assertTrue(counts.arms() + begun + counts.successfulReadAgains() >= 2 * MESSAGES, counts::toString);
        assertTrue(calls(counts, "ProcessSocketNotifications") > 0, counts::toString);
        assertEquals(0, counts.refusedArms());
        assertEquals(0, counts.skippedAccepts());
        assertEquals(0, calls(counts, "WSARecvMsg"));
        assertThrows(UnsupportedOperationException.class, () -> counts.calls().clear());
    }

    private static void awaitThreadsWait(IocpNotifyEventLoopGroup group) throws Exception {
        await(0, () -> (int) group.metrics().threads().stream().filter(thread -> !thread.isWaiting()).count());
    }

    @Test
    void aGroupTellsWhatAnEchoHasCost() throws Exception {
        IocpNotifyMetrics last;
        IocpNotifyEventLoopGroup group;
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            group = (IocpNotifyEventLoopGroup) fixture.group();
            IocpNotifyMetrics unused = group.metrics();
            assertEquals(0, unused.threads().size(), "no thread has started");
            assertEquals(2, unused.usualThreads());
            assertEquals(32, unused.eventLoops());
            assertEquals(0, unused.counts().runs());
            assertEquals(0, unused.queueDelays().count());
            assertNull(unused.longestRun());

            Answers answers = new Answers();
            Channel client = fixture.connect(fixture.serve(ECHO).localAddress(), answers);
            exchange(client, answers, MESSAGES);
            // The server, the client and the connection.
            await(3, () -> group.metrics().registeredChannels());
            await(0, () -> group.metrics().pendingTasks() + group.metrics().queuedEventLoops());
            // A run is counted at its very end, after what it has done can be seen.
            awaitThreadsWait(group);
            // The exchange may have woken none: this thread may be there while the one that answered still works.
            client.eventLoop().submit(() -> { }).sync();
            awaitThreadsWait(group);
            IocpNotifyMetrics metrics = group.metrics();
            assertEchoed(metrics.counts());
            assertEquals(metrics.counts().runs(), metrics.runDurations().count());
            assertEquals(metrics.counts().runs(), metrics.queueDelays().count());
            assertTrue(metrics.counts().runs() >= MESSAGES, metrics::toString);
            assertTrue(metrics.wakeUps() > 0 && metrics.wakeUps() <= calls(metrics.counts(),
                    "PostQueuedCompletionStatus"), metrics::toString);
            long runs = 0;
            for (IocpNotifyMetrics.ThreadMetrics thread : metrics.threads()) {
                runs += thread.counts().runs();
                assertTrue(thread.counts().busyNanos() > 0 && thread.counts().waitingNanos() > 0, thread::toString);
            }
            assertEquals(metrics.counts().runs(), runs);
            assertTrue(metrics.queueDelays().percentileNanos(50) <= metrics.queueDelays().percentileNanos(99));
            last = metrics;
        }
        IocpNotifyMetrics ended = group.metrics();
        assertEquals(0, ended.registeredChannels());
        assertTrue(ended.counts().runs() > last.counts().runs());
        long lived = ended.counts().busyNanos() + ended.counts().waitingNanos();
        Thread.sleep(50);
        assertEquals(lived, group.metrics().counts().busyNanos() + group.metrics().counts().waitingNanos(),
                "threads that have ended do nothing");
    }

    @Test
    void aHandlerTellsWhatAnEchoHasCost() throws Exception {
        List<IocpNotifyIoHandler> handlers = new CopyOnWriteArrayList<IocpNotifyIoHandler>();
        IoHandlerFactory factory = IocpNotifyIoHandler.newFactory();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, executor -> {
            IoHandler handler = factory.newHandler(executor);
            handlers.add((IocpNotifyIoHandler) handler);
            return handler;
        });
        try (ChannelFixture fixture = new ChannelFixture(group)) {
            Answers answers = new Answers();
            Channel client = fixture.connect(fixture.serve(ECHO).localAddress(), answers);
            exchange(client, answers, MESSAGES);
            assertEquals(1, handlers.size());
            // The thread that has had the last answer may not have ended the run yet that brought it.
            client.eventLoop().submit(() -> { }).sync();
            IocpNotifyCounts counts = handlers.get(0).counts();
            assertEchoed(counts);
            assertTrue(counts.busyNanos() > 0 && counts.waitingNanos() > 0, counts::toString);
            assertTrue(calls(counts, "PostQueuedCompletionStatus") > 0, counts::toString);
        }
    }

    @Test
    void aBlockedThreadIsBusyAndAnIdleOneWaits() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            group.next().submit(() -> { }).sync();
            IocpNotifyCounts before = group.metrics().counts();
            new Sleep().run();
            IocpNotifyCounts idle = group.metrics().counts();
            assertTrue(idle.waitingNanos() - before.waitingNanos() >= BLOCKED_NANOS, idle::toString);
            assertTrue(idle.busyNanos() - before.busyNanos() < BLOCKED_NANOS / 2, idle::toString);
            group.next().submit(new Sleep()).sync();
            IocpNotifyCounts busy = group.metrics().counts();
            assertTrue(busy.busyNanos() - idle.busyNanos() >= BLOCKED_NANOS, busy::toString);
        }
    }

    @Test
    void whatWaitsForAThreadIsDelayed() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            List<EventExecutor> loops = new ArrayList<EventExecutor>();
            group.forEach(loops::add);
            CountDownLatch looked = new CountDownLatch(1);
            for (int i = 0; i < 2; i++) {
                loops.get(i).submit(() -> looked.await(10, TimeUnit.SECONDS));
            }
            // Both threads are taken.
            await(2, () -> group.metrics().threads().stream().filter(thread -> thread.eventLoop() != null).count());
            CountDownLatch ran = new CountDownLatch(3);
            for (int i = 2; i < 5; i++) {
                loops.get(i).execute(ran::countDown);
            }
            IocpNotifyMetrics blocked = group.metrics();
            assertEquals(3, blocked.queuedEventLoops(), blocked::toString);
            assertEquals(3, blocked.pendingTasks(), blocked::toString);
            assertTrue(blocked.toString().contains("has run " + loops.get(0) + " for "), blocked::toString);
            assertTrue(group.toString().contains("3 queued"), group::toString);
            new Sleep().run();
            looked.countDown();
            assertTrue(ran.await(10, TimeUnit.SECONDS));
            IocpNotifyMetrics.Durations delays = group.metrics().queueDelays().since(blocked.queueDelays());
            assertTrue(delays.maxNanos() >= BLOCKED_NANOS, delays::toString);
            assertTrue(delays.percentileNanos(50) >= BLOCKED_NANOS, delays::toString);
        }
    }

    @Test
    void theLongestRunNamesItsChannel() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            Answers answers = new Answers();
            Channel client = fixture.connect(fixture.serve(new SleepsAndEchoes()).localAddress(), answers);
            exchange(client, answers, 1);
            await(1, () -> isLongBlocked(group.metrics().longestRun()) ? 1 : 0);
            IocpNotifyMetrics.LongestRun longest = group.metrics().longestRun();
            String port = String.valueOf(((InetSocketAddress) client.localAddress()).getPort());
            assertTrue(longest.step().endsWith(':' + port + ']'), longest::toString);
            assertTrue(longest.stepNanos() >= BLOCKED_NANOS && longest.stepNanos() <= longest.runNanos(),
                    longest::toString);
            assertEquals(longest.runNanos(), group.metrics().runDurations().maxNanos());
        }
    }

    @Test
    void theLongestRunNamesItsTask() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            EventExecutor loop = group.next();
            loop.execute(new Sleep());
            loop.submit(() -> { }).sync();
            await(1, () -> isLongBlocked(group.metrics().longestRun()) ? 1 : 0);
            IocpNotifyMetrics.LongestRun longest = group.metrics().longestRun();
            assertTrue(longest.step().endsWith("Sleep"), longest::toString);
            assertEquals(String.valueOf(loop), longest.eventLoop());
        }
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            Future<?> periodic = group.next().scheduleAtFixedRate(new Sleep(), 1, 10000, TimeUnit.MILLISECONDS);
            await(1, () -> isLongBlocked(group.metrics().longestRun()) ? 1 : 0);
            IocpNotifyMetrics.LongestRun longest = group.metrics().longestRun();
            assertTrue(longest.step().contains("Sleep"), longest::toString);
            periodic.cancel(false);
        }
    }

    /** A task may say of itself what it likes, or throw. */
    @Test
    void aTaskThatCannotBeNamedIsNoTrouble() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            EventExecutor loop = group.next();
            loop.submit(new Runnable() {
                @Override
                public void run() {
                    new Sleep().run();
                }

                @Override
                public String toString() {
                    throw new IllegalStateException("no name");
                }
            });
            loop.submit(() -> { }).sync();
            await(1, () -> isLongBlocked(group.metrics().longestRun()) ? 1 : 0);
            assertTrue(group.metrics().longestRun().step().contains("PromiseTask"), group::toString);
        }
    }

    @Test
    void aSocketThatCannotBeArmedIsCounted() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            CountDownLatch told = new CountDownLatch(1);
            IoRegistration registration = group.next().register(new IdleHandle() {
                @Override
                public void handle(IoRegistration source, io.netty.channel.IoEvent event) {
                    if (((IocpNotifyIoHandle.Event) event).failure() != null) {
                        told.countDown();
                    }
                }
            }).sync().getNow();
            registration.submit(IocpNotifyIoOps.IN);
            assertTrue(told.await(10, TimeUnit.SECONDS));
            await(1, () -> group.metrics().counts().refusedArms());
        }
    }

    @Test
    void connectionsThatWereResetBeforeTheirAcceptAreCounted() throws Exception {
        int resets = 20;
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) fixture.group();
            Channel server = fixture.serve(ECHO);
            InetSocketAddress address = (InetSocketAddress) server.localAddress();
            server.config().setAutoRead(false);
            server.eventLoop().submit(() -> { }).sync();
            for (int i = 0; i < resets; i++) {
                Socket socket = new Socket();
                socket.connect(address, 10000);
                socket.setSoLinger(true, 0);
                socket.close();
            }
            server.config().setAutoRead(true);
            await(resets, () -> group.metrics().counts().skippedAccepts());
        }
    }
}
