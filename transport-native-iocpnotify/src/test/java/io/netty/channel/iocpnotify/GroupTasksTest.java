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

import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.iocpnotify.machine.ProcessHandles;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.RejectedExecutionHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import io.netty.util.concurrent.ThreadProperties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.reflect.Constructor;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a group takes of what Netty's own groups take for their tasks, and what it tells of its threads. */
@Timeout(120)
@Tag("races")
class GroupTasksTest {

    /** Blocks an event loop, and counts how many tasks it takes until it takes none. */
    private static int fill(EventExecutor loop, int most) throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        HeldLoop.hold(loop, release);
        int taken = 0;
        try {
            while (taken < most) {
                loop.execute(ran::incrementAndGet);
                taken++;
            }
        } catch (RejectedExecutionException e) {
            assertTrue(e.getMessage().contains("too many tasks"), e::toString);
        }
        assertEquals(taken, ((IocpNotifyEventLoop) loop).pendingTasks());
        release.countDown();
        // None of those that were taken is lost, and there is room again.
        for (int i = 0; ran.get() < taken && i < 2000; i++) {
            Thread.yield();
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        assertEquals(taken, ran.get());
        Future<?> next = loop.submit(() -> { });
        assertTrue(next.awaitUninterruptibly(10, TimeUnit.SECONDS) && next.isSuccess());
        return taken;
    }

    @Test
    void noMoreTasksThanTheLimit() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(IocpNotifyEventLoopGroup.newBuilder().threads(2)
                .maxPendingTasks(4096).build())) {
            assertEquals(4096, fill(fixture.group().next(), 10000));
        }
    }

    /** Takes no scheduled task at first: there is no memory for it. */
    private static final class NoMemoryAtFirst extends ConcurrentLinkedQueue<Runnable> {
        private static final long serialVersionUID = 1L;
        private final AtomicInteger refusals;

        NoMemoryAtFirst(AtomicInteger refusals) {
            this.refusals = refusals;
        }

        @Override
        public boolean offer(Runnable task) {
            if (task instanceof ScheduledFuture && refusals.getAndDecrement() > 0) {
                throw new OutOfMemoryError("expected in this test");
            }
            return super.offer(task);
        }
    }

    private static IocpNotifyEventLoopGroup.Builder withQueues(Supplier<Queue<Runnable>> queues) {
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder().threads(1);
        builder.settings().taskQueues = queues;
        return builder;
    }

    @Test
    void aScheduledTaskWaitsUntilThereIsMemoryForIt() throws Exception {
        AtomicInteger refusals = new AtomicInteger(3);
        try (ChannelFixture fixture = new ChannelFixture(withQueues(() -> new NoMemoryAtFirst(refusals)).build())) {
            EventExecutor loop = fixture.group().next();
            List<Future<?>> tasks = new ArrayList<>();
            // From the loop itself: those of other threads begin as tasks.
            loop.submit(() -> {
                for (int i = 0; i < 3; i++) {
                    tasks.add(loop.schedule(() -> { }, 1 + i, TimeUnit.MILLISECONDS));
                }
            }).get(10, TimeUnit.SECONDS);
            for (Future<?> task : tasks) {
                task.get(10, TimeUnit.SECONDS);
            }
            assertTrue(refusals.get() <= 0, "there was memory for all");
        }
    }

    @Test
    void noLimitByDefault() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            assertEquals(10000, fill(fixture.group().next(), 10000));
        }
    }

    /** The port is closed then: HandleLeakTest counts the handles of groups that end well. */
    @Test
    void aQueueThatCannotBeMadeLeavesNothingBehind() throws Exception {
        Exception failure = new Exception("no queue");
        long before = ProcessHandles.count();
        for (int i = 0; i < 50; i++) {
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () ->
                    withQueues(() -> {
                        throw new IllegalArgumentException(failure);
                    }).threads(2).build());
            assertSame(failure, thrown.getCause().getCause());
        }
        long more = ProcessHandles.count() - before;
        assertTrue(more < 40, more + " handles more");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThrows(NullPointerException.class, () -> new IocpNotifyEventLoopGroup(1, null, null));
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder();
        assertThrows(IllegalArgumentException.class, () -> builder.maxPendingTasks(0));
    }

    /** But for what belongs to selectors, and for handlers of rejected tasks, which want threads. */
    @Test
    void theConstructorsTakeWhatThoseOfNioTakeInTheSameOrder() {
        Set<List<Class<?>>> nio = new HashSet<List<Class<?>>>();
        for (Constructor<?> constructor : NioEventLoopGroup.class.getConstructors()) {
            List<Class<?>> parameters = new ArrayList<Class<?>>(Arrays.asList(constructor.getParameterTypes()));
            parameters.removeAll(Arrays.asList(SelectorProvider.class, SelectStrategyFactory.class));
            if (!parameters.contains(RejectedExecutionHandler.class)) {
                nio.add(parameters);
            }
        }
        Set<List<Class<?>>> own = new HashSet<List<Class<?>>>();
        for (Constructor<?> constructor : IocpNotifyEventLoopGroup.class.getConstructors()) {
            own.add(Arrays.asList(constructor.getParameterTypes()));
        }
        assertEquals(nio, own);
    }

    @Test
    void theConstructorsUseWhatTheyTake() throws Exception {
        AtomicInteger chosen = new AtomicInteger();
        try (ChannelFixture fixture = new ChannelFixture(new IocpNotifyEventLoopGroup(1,
                new ThreadPerTaskExecutor(task -> new Thread(task, "by-executor")), executors -> {
                    chosen.set(executors.length);
                    return () -> executors[0];
                }))) {
            assertEquals(1, chosen.get());
            assertEquals("by-executor", fixture.group().next().submit(() -> Thread.currentThread().getName()).get());
        }
    }

    @Test
    void factsAboutTheThreads() throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2);
        List<ThreadProperties> threads;
        try (ChannelFixture fixture = new ChannelFixture(group)) {
            assertEquals(0, group.threadProperties().size(), "no thread has started");
            Thread thread = group.next().submit(Thread::currentThread).get();
            threads = group.threadProperties();
            ThreadProperties properties = threads.stream().filter(one -> one.id() == thread.getId()).findAny().get();
            assertEquals(thread.getName(), properties.name());
            assertEquals(thread.getPriority(), properties.priority());
            assertEquals(thread.isDaemon(), properties.isDaemon());
            assertTrue(properties.isAlive());
            assertTrue(properties.stackTrace().length > 0);
        }
        assertTrue(threads.stream().noneMatch(ThreadProperties::isInterrupted));
        for (ThreadProperties properties : threads) {
            for (int i = 0; i < 1000 && properties.isAlive(); i++) {
                Thread.sleep(5);
            }
            assertEquals(Thread.State.TERMINATED, properties.state());
        }
    }
}
