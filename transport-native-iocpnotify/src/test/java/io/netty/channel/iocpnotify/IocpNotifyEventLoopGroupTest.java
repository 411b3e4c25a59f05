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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.winsock.SocketHandles;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.iocpnotify.machine.ProcessHandles;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
@Tag("races")
class IocpNotifyEventLoopGroupTest {

    private final List<EventLoopGroup> groups = new ArrayList<EventLoopGroup>();

    private IocpNotifyEventLoopGroup group(int threads) {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(threads);
        groups.add(group);
        return group;
    }

    @AfterEach
    void terminate() throws Exception {
        end(groups.toArray(new EventLoopGroup[0]));
    }

    /** What Netty tells BlockHound to look after: threads that may not block. */
    @Test
    void threadsMustNotBlock() throws Exception {
        Thread thread = group(1).next().submit(Thread::currentThread).get();
        assertInstanceOf(FastThreadLocalThread.class, thread);
        assertFalse(((FastThreadLocalThread) thread).permitBlockingCalls());
    }

    @Test
    void threadsAndStrandsAreCountedApart() {
        IocpNotifyEventLoopGroup group = group(3);
        assertEquals(3, group.carrierCount());
        assertEquals(48, group.executorCount());
        Set<EventExecutor> loops = new HashSet<EventExecutor>();
        for (EventExecutor loop : group) {
            assertSame(group, ((EventLoop) loop).parent());
            loops.add(loop);
        }
        assertEquals(48, loops.size());
        assertTrue(loops.contains(group.next()));
        IocpNotifyEventLoopGroup few = IocpNotifyEventLoopGroup.newBuilder().threads(1).strands(1).build();
        groups.add(few);
        assertEquals(1, few.executorCount());
        assertSame(few.next(), few.next());
    }

    @Test
    void refusesNonsense() {
        assertThrows(IllegalArgumentException.class, () -> new IocpNotifyEventLoopGroup(-1));
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyEventLoopGroup.newBuilder().strands(-1));
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyEventLoopGroup.newBuilder().threads(-1));
    }

    @Test
    void tasksOfManyThreadsRunInTheirOrderAndOneAtATime() throws Exception {
        IocpNotifyEventLoopGroup group = group(4);
        final int submitters = 4;
        final int tasks = 20000;
        final EventLoop loop = group.next();
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger wrong = new AtomicInteger();
        final int[] last = new int[submitters];
        final CountDownLatch done = new CountDownLatch(submitters * tasks);
        for (int i = 0; i < submitters; i++) {
            final int submitter = i;
            new Thread(() -> {
                for (int n = 1; n <= tasks; n++) {
                    final int number = n;
                    loop.execute(() -> {
                        if (inside.getAndIncrement() != 0 || !loop.inEventLoop() || last[submitter] != number - 1) {
                            wrong.incrementAndGet();
                        }
                        last[submitter] = number;
                        inside.decrementAndGet();
                        done.countDown();
                    });
                }
            }).start();
        }
        assertTrue(done.await(50, TimeUnit.SECONDS), () -> done.getCount() + " tasks have not run");
        assertEquals(0, wrong.get());
    }

    @ParameterizedTest
    @EnumSource(LongWork.class)
    void slowTasksHoldUpNoOtherLoop(LongWork work) throws Exception {
        IocpNotifyEventLoopGroup group = group(LongWork.PROCESSORS + 1);
        letAllThreadsWait(group);
        CountDownLatch release = new CountDownLatch(1);
        try {
            Set<EventExecutor> slow = new HashSet<EventExecutor>();
            for (int i = 0; i < LongWork.PROCESSORS; i++) {
                CountDownLatch runs = new CountDownLatch(1);
                EventLoop loop = group.next();
                loop.execute(() -> {
                    runs.countDown();
                    work.until(release);
                });
                assertTrue(runs.await(20, TimeUnit.SECONDS), "a slow task waits behind another");
                slow.add(loop);
            }
            List<Future<?>> others = new ArrayList<Future<?>>();
            for (EventExecutor loop : group) {
                if (!slow.contains(loop)) {
                    others.add(loop.submit(() -> { }));
                    others.add(loop.schedule(() -> { }, 20, TimeUnit.MILLISECONDS));
                }
            }
            for (Future<?> other : others) {
                assertTrue(other.await(20, TimeUnit.SECONDS), "a loop waits behind the slow task of another");
            }
            for (EventExecutor loop : slow) {
                assertFalse(loop.submit(() -> { }).isDone());
            }
        } finally {
            release.countDown();
        }
    }

    /** So each of them is woken by a packet, and counts for the port from then on. */
    private static void letAllThreadsWait(IocpNotifyEventLoopGroup group) throws Exception {
        CyclicBarrier together = new CyclicBarrier(group.carrierCount());
        List<Future<?>> starts = new ArrayList<Future<?>>();
        for (int i = 0; i < group.carrierCount(); i++) {
            starts.add(group.next().submit(() -> together.await(20, TimeUnit.SECONDS)));
        }
        for (Future<?> start : starts) {
            start.get(20, TimeUnit.SECONDS);
        }
        Thread.sleep(100);
    }

    /** Threads start when there is work: those that run slow tasks must not leave packets and timers to nobody. */
    @Test
    void aSlowTaskHoldsUpNoTimerWhileThreadsHaveNotStarted() throws Exception {
        IocpNotifyEventLoopGroup group = group(4);
        final CountDownLatch release = new CountDownLatch(1);
        final CountDownLatch slowRuns = new CountDownLatch(1);
        Future<?> timer = group.next().schedule(() -> { }, 300, TimeUnit.MILLISECONDS);
        group.next().execute(() -> {
            slowRuns.countDown();
            LongWork.BLOCKS.until(release);
        });
        slowRuns.await();
        assertTrue(timer.await(20, TimeUnit.SECONDS), "a timer waits behind the slow task of another loop");
        release.countDown();
    }

    @Test
    void aGroupOfOneThreadHasOneLoop() {
        IocpNotifyEventLoopGroup group = group(1);
        assertEquals(1, group.executorCount());
        assertSame(group.next(), group.next());
    }

    @Test
    void aFailingChooserLeavesNothingBehind() {
        long handles = ProcessHandles.count();
        for (int i = 0; i < 100; i++) {
            assertThrows(UnsupportedOperationException.class, () -> IocpNotifyEventLoopGroup.newBuilder().threads(2)
                    .chooserFactory(executors -> {
                        throw new UnsupportedOperationException("expected in this test");
                    }).build());
        }
        assertTrue(ProcessHandles.count() < handles + 50, "handles are left behind");
    }

    /** Connections whose handlers take long share the port with one on another loop, which goes on. */
    @ParameterizedTest
    @EnumSource(LongWork.class)
    void slowHandlersHoldUpNoConnectionOfAnotherLoop(LongWork work) throws Exception {
        final IocpNotifyEventLoopGroup group = group(LongWork.PROCESSORS + 1);
        letAllThreadsWait(group);
        final CountDownLatch release = new CountDownLatch(1);
        final Semaphore busy = new Semaphore(0);
        Channel server = new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ch.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                                if (((ByteBuf) msg).getByte(0) == 'b') {
                                    busy.release();
                                    work.until(release);
                                }
                                ctx.writeAndFlush(msg);
                            }
                        });
                    }
                }).bind(new InetSocketAddress("127.0.0.1", 0)).sync().channel();
        NioEventLoopGroup clients = new NioEventLoopGroup(1);
        groups.add(clients);
        final BlockingQueue<String> answers = new LinkedBlockingQueue<String>();
        Channel good = client(clients, server, answers);
        try {
            for (int i = 0; i < LongWork.PROCESSORS; i++) {
                Channel slow = client(clients, server, answers);
                slow.writeAndFlush(Unpooled.copiedBuffer("b", CharsetUtil.US_ASCII));
                assertTrue(busy.tryAcquire(10, TimeUnit.SECONDS), "a slow handler waits behind another");
            }
            for (int i = 0; i < 30; i++) {
                good.writeAndFlush(Unpooled.copiedBuffer("g", CharsetUtil.US_ASCII));
                assertEquals("g", answers.poll(10, TimeUnit.SECONDS));
            }
        } finally {
            release.countDown();
        }
        for (int i = 0; i < LongWork.PROCESSORS; i++) {
            assertEquals("b", answers.poll(10, TimeUnit.SECONDS));
        }
        server.close().sync();
    }

    private static Channel client(EventLoopGroup group, Channel server, final BlockingQueue<String> answers)
            throws InterruptedException {
        return new Bootstrap().group(group).channel(NioSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object msg) {
                        ByteBuf buf = (ByteBuf) msg;
                        for (int i = 0; i < buf.readableBytes(); i++) {
                            answers.add(String.valueOf((char) buf.getByte(i)));
                        }
                        buf.release();
                    }
                }).connect(server.localAddress()).sync().channel();
    }

    @Test
    void aThrowingTaskHurtsNobody() throws Exception {
        IocpNotifyEventLoopGroup group = group(1);
        EventLoop loop = group.next();
        loop.execute(() -> {
            throw new IllegalStateException("expected in this test");
        });
        loop.execute(() -> {
            throw new AssertionError("expected in this test");
        });
        assertEquals("alive", loop.submit(() -> "alive").get(10, TimeUnit.SECONDS));
    }

    @Test
    void timersFireOnIdleAndBusyLoops() throws Exception {
        IocpNotifyEventLoopGroup group = group(2);
        EventLoop idle = group.next();
        EventLoop busy = group.next();
        final AtomicInteger fired = new AtomicInteger();
        final CountDownLatch tenTimes = new CountDownLatch(10);
        busy.execute(new Runnable() {
            @Override
            public void run() {
                if (tenTimes.getCount() > 0) {
                    busy.execute(this);
                }
            }
        });
        ScheduledFuture<?> repeated = busy.scheduleAtFixedRate(tenTimes::countDown, 5, 5, TimeUnit.MILLISECONDS);
        long start = System.nanoTime();
        idle.schedule(fired::incrementAndGet, 50, TimeUnit.MILLISECONDS).get(10, TimeUnit.SECONDS);
        assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(50), "a timer fired early");
        assertTrue(tenTimes.await(10, TimeUnit.SECONDS));
        assertTrue(repeated.cancel(false));
        // From within the loop no hook is called: the deadline must be seen all the same.
        Future<?> inner = idle.submit(() -> idle.schedule(fired::incrementAndGet, 30, TimeUnit.MILLISECONDS))
                .get(10, TimeUnit.SECONDS);
        inner.get(10, TimeUnit.SECONDS);
        assertEquals(2, fired.get());
    }

    @Test
    void aSingleLoopCanEndAlone() throws Exception {
        IocpNotifyEventLoopGroup group = group(2);
        EventLoop one = group.next();
        EventLoop other = group.next();
        one.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertTrue(one.awaitTermination(10, TimeUnit.SECONDS));
        assertThrows(RejectedExecutionException.class, () -> one.execute(() -> { }));
        assertEquals("alive", other.submit(() -> "alive").get(10, TimeUnit.SECONDS));
        assertFalse(group.isTerminated());
    }

    @Test
    void aGroupThatHasEndedRejects() throws Exception {
        IocpNotifyEventLoopGroup group = group(1);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        assertTrue(group.isTerminated());
        assertThrows(RejectedExecutionException.class, () -> group.next().execute(() -> { }));
        assertThrows(RejectedExecutionException.class, () -> group.schedule(() -> { }, 1, TimeUnit.SECONDS));
        IocpNotifySocketChannel channel = new IocpNotifySocketChannel();
        assertThrows(IllegalStateException.class, () -> {
            Future<?> registered = group.register(channel).awaitUninterruptibly();
            throw new IllegalStateException(registered.cause());
        });
        assertFalse(channel.isOpen());
    }

    @Test
    void tasksSubmittedWhileEndingAreRunOrRejected() throws Exception {
        for (int round = 0; round < 20; round++) {
            IocpNotifyEventLoopGroup group = group(2);
            final AtomicInteger accepted = new AtomicInteger();
            final AtomicInteger ran = new AtomicInteger();
            final CountDownLatch rejected = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                final EventLoop loop = group.next();
                new Thread(() -> {
                    try {
                        for (;;) {
                            loop.execute(ran::incrementAndGet);
                            accepted.incrementAndGet();
                        }
                    } catch (RejectedExecutionException e) {
                        rejected.countDown();
                    }
                }).start();
            }
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(10, TimeUnit.SECONDS));
            assertTrue(rejected.await(10, TimeUnit.SECONDS));
            assertEquals(accepted.get(), ran.get());
        }
    }

    /** As with Netty's own loops, which have no quiet period either then. */
    @Test
    void whatTasksSubmitAtTheEndRunsHoweverLongItTakes() throws Exception {
        IocpNotifyEventLoopGroup group = group(1);
        final EventLoop loop = group.next();
        final CountDownLatch done = new CountDownLatch(1);
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1500);
        loop.execute(new Runnable() {
            @Override
            public void run() {
                if (System.nanoTime() - end < 0) {
                    loop.execute(this);
                } else {
                    done.countDown();
                }
            }
        });
        group.shutdownGracefully(0, 30, TimeUnit.SECONDS);
        assertTrue(done.await(10, TimeUnit.SECONDS));
        assertTrue(group.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void aThreadThatCannotBeStartedIsReportedAndTriedAgain() throws Exception {
        final AtomicInteger refusals = new AtomicInteger(1);
        final ExecutorService threads = Executors.newCachedThreadPool();
        try {
            IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(1, command -> {
                if (refusals.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("no thread for now: expected in this test");
                }
                threads.execute(command);
            });
            groups.add(group);
            final EventLoop loop = group.next();
            final CountDownLatch both = new CountDownLatch(2);
            assertThrows(OutOfMemoryError.class, () -> loop.execute(both::countDown));
            loop.execute(both::countDown);
            assertTrue(both.await(10, TimeUnit.SECONDS));
        } finally {
            terminate();
            threads.shutdown();
        }
    }

    /** As Netty's own: nobody to run the end, so the futures of the loops say why, and nothing is left behind. */
    @Test
    void aGroupThatNeverGetsAThreadEnds() throws Exception {
        long handles = ProcessHandles.count();
        for (int i = 0; i < 100; i++) {
            RejectedExecutionException refusal = new RejectedExecutionException("expected in this test");
            IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2, (Executor) command -> {
                throw refusal;
            });
            if (i % 2 == 0) {
                assertThrows(RejectedExecutionException.class, () -> group.next().execute(() -> { }));
            }
            EventLoop alone = group.next();
            assertSame(refusal, alone.shutdownGracefully(0, 1, TimeUnit.SECONDS).await().cause());
            assertTrue(alone.isTerminated());
            assertFalse(group.isTerminated());
            Future<?> ended = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            assertTrue(ended.await(10, TimeUnit.SECONDS), "the group does not end");
            assertTrue(ended.isSuccess());
            assertTrue(group.isTerminated());
            assertTrue(group.isShutdown());
            for (EventExecutor loop : group) {
                assertTrue(loop.terminationFuture().await(10, TimeUnit.SECONDS));
                assertSame(refusal, loop.terminationFuture().cause());
                assertThrows(RejectedExecutionException.class, () -> loop.execute(() -> { }));
            }
            assertSame(ended, group.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        }
        assertTrue(ProcessHandles.count() < handles + 50, "handles are left behind");
    }

    /** One loop has ended for want of a thread; the others have theirs later, and do not meet it again. */
    @Test
    void aLoopThatEndedWithoutAThreadIsNotRun() throws Exception {
        final AtomicInteger refusals = new AtomicInteger(2);
        final ExecutorService threads = Executors.newCachedThreadPool();
        try {
            IocpNotifyEventLoopGroup several = IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(2)
                    .executor(command -> {
                        if (refusals.getAndDecrement() > 0) {
                            throw new RejectedExecutionException("expected in this test");
                        }
                        threads.execute(command);
                    }).build();
            groups.add(several);
            EventLoop one = several.next();
            AtomicInteger ran = new AtomicInteger();
            assertThrows(RejectedExecutionException.class, () -> one.execute(ran::incrementAndGet));
            assertNotNull(one.shutdownGracefully(0, 1, TimeUnit.SECONDS).await().cause());
            EventLoop other = several.next();
            assertEquals("alive", other.submit(() -> "alive").get(10, TimeUnit.SECONDS));
            assertEquals(0, ran.get());
            several.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            assertTrue(several.terminationFuture().await(10, TimeUnit.SECONDS));
            assertTrue(several.terminationFuture().isSuccess());
        } finally {
            terminate();
            threads.shutdown();
        }
    }

    /** An executor with fewer threads than the group may have is not asked at each run. */
    @Test
    void anExecutorThatRefusesIsLeftInPeace() throws Exception {
        final AtomicInteger refusals = new AtomicInteger();
        final ThreadPoolExecutor one = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
                new SynchronousQueue<Runnable>(), (command, executor) -> {
                    refusals.incrementAndGet();
                    throw new RejectedExecutionException("expected in this test");
                });
        try {
            IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(4, one);
            groups.add(group);
            long start = System.nanoTime();
            for (int i = 0; i < 2000; i++) {
                group.next().submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            assertTrue(refusals.get() > 0);
            assertTrue(refusals.get() <= seconds + 1, () -> refusals + " refusals in " + seconds + " s");
        } finally {
            terminate();
            one.shutdown();
        }
    }

    @Test
    void runsOnSeveralThreadsAndOnlyWithinALoopIsInOne() throws Exception {
        final IocpNotifyEventLoopGroup group = group(3);
        final Set<Thread> seen = ConcurrentHashMap.newKeySet();
        final CountDownLatch together = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            final EventLoop loop = group.next();
            loop.execute(() -> {
                seen.add(Thread.currentThread());
                for (EventExecutor other : group) {
                    if (other.inEventLoop() != (other == loop)) {
                        seen.clear();
                    }
                }
                together.countDown();
                LongWork.BLOCKS.until(together);
            });
        }
        assertTrue(together.await(10, TimeUnit.SECONDS));
        assertEquals(3, seen.size());
        for (EventExecutor loop : group) {
            assertFalse(loop.inEventLoop());
        }
    }

    /** No loopback connection to wake anybody, unlike a selector. */
    @Test
    void aGroupOpensNoSocket() throws Exception {
        // The first group loads what is loaded once.
        group(4).next().submit(() -> { }).get(10, TimeUnit.SECONDS);
        Set<Long> before = SocketHandles.ofThisProcess();
        IocpNotifyEventLoopGroup group = group(4);
        for (EventExecutor loop : group) {
            loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
        }
        Set<Long> after = SocketHandles.ofThisProcess();
        after.removeAll(before);
        assertTrue(after.isEmpty(), () -> "sockets that a group opened: " + after);
        NioEventLoopGroup nio = new NioEventLoopGroup(1);
        groups.add(nio);
        Set<Long> withNio = SocketHandles.ofThisProcess();
        withNio.removeAll(before);
        assertFalse(withNio.isEmpty(), "the look for sockets does not find those of a selector");
        assertNotNull(group);
    }
}
