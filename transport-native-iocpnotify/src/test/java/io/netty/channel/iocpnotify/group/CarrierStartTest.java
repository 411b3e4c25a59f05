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
package io.netty.channel.iocpnotify.group;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.netty.channel.EventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.SocketPair;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Users' executors, from which a group's threads come: they may do what they like when they are called.
 */
@Timeout(120)
@Tag("races")
class CarrierStartTest {

    private static void runATaskInEachLoop(IocpNotifyEventLoopGroup group) throws Exception {
        List<java.util.concurrent.Future<?>> done = new ArrayList<java.util.concurrent.Future<?>>();
        for (int i = 0; i < 5; i++) {
            for (EventExecutor loop : group) {
                done.add(loop.submit(() -> { }));
            }
        }
        for (java.util.concurrent.Future<?> future : done) {
            future.get(10, TimeUnit.SECONDS);
        }
    }

    /** Keeps both threads of the group busy, so that it needs both. */
    private static void occupy(IocpNotifyEventLoopGroup group, int loops) throws Exception {
        CountDownLatch inside = new CountDownLatch(loops);
        for (int i = 0; i < loops; i++) {
            group.next().execute(() -> {
                inside.countDown();
                try {
                    inside.await(10, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertTrue(inside.await(20, TimeUnit.SECONDS), "not all threads have been started");
    }

    @Test
    void anExecutorThatComesBackStartsNoCarrierTwice() throws Exception {
        Set<Runnable> started = new HashSet<Runnable>();
        AtomicInteger twice = new AtomicInteger();
        AtomicReference<IocpNotifyEventLoopGroup> self = new AtomicReference<IocpNotifyEventLoopGroup>();
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(3, (Executor) task -> {
            for (EventExecutor loop : self.get()) {
                loop.execute(() -> { });
            }
            synchronized (started) {
                if (!started.add(task)) {
                    twice.incrementAndGet();
                }
            }
            new Thread(task).start();
        });
        self.set(group);
        occupy(group, 3);
        runATaskInEachLoop(group);
        end(group);
        assertEquals(0, twice.get());
        assertEquals(3, started.size());
    }

    @Test
    void anExecutorThatBlocksStopsNobody() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch lateOneEnded = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(4, (Executor) task -> {
            if (calls.incrementAndGet() == 1) {
                new Thread(task).start();
                return;
            }
            blocked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            new Thread(() -> {
                task.run();
                lateOneEnded.countDown();
            }).start();
        });
        try {
            for (int i = 0; i < 20; i++) {
                runATaskInEachLoop(group);
            }
            assertTrue(blocked.await(10, TimeUnit.SECONDS), "no second thread was asked for");
            runATaskInEachLoop(group);
            // It does not wait for a thread that it may never get.
            end(group);
        } finally {
            release.countDown();
        }
        assertTrue(lateOneEnded.await(10, TimeUnit.SECONDS), "it comes too late, and stays");
        assertEquals(2, calls.get());
    }

    @Test
    void anExecutorThatRunsATaskTwiceRunsNoCarrierTwice() throws Exception {
        AtomicInteger returned = new AtomicInteger();
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2, (Executor) task -> {
            for (int i = 0; i < 2; i++) {
                new Thread(() -> {
                    task.run();
                    returned.incrementAndGet();
                }).start();
            }
        });
        occupy(group, 2);
        SocketPair.await(() -> returned.get() == 2 ? true : null);
        runATaskInEachLoop(group);
        assertEquals(2, returned.get());
        end(group);
        SocketPair.await(() -> returned.get() == 4 ? true : null);
    }

    /** Who asks a loop to end while somebody else is about to start the first thread relies on that. */
    @Test
    void theEndIsAskedForWhileTheFirstThreadIsRefused() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2, (Executor) task -> {
            asked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new RejectedExecutionException("no thread");
        });
        EventLoop loop = group.next();
        AtomicReference<Throwable> thrown = new AtomicReference<Throwable>();
        Thread submitter = new Thread(() -> {
            try {
                loop.execute(() -> { });
            } catch (Throwable t) {
                thrown.set(t);
            }
        });
        submitter.start();
        assertTrue(asked.await(10, TimeUnit.SECONDS));
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        assertFalse(group.terminationFuture().await(200), "ended while a thread may still come");
        release.countDown();
        assertTrue(group.awaitTermination(20, TimeUnit.SECONDS), "the group does not end");
        submitter.join(10000);
        assertInstanceOf(RejectedExecutionException.class, thrown.get());
        assertTrue(loop.terminationFuture().await(10, TimeUnit.SECONDS));
    }

    /** Who is refused another carrier has a task to submit or a strand to run, and does, even if nobody can be told. */
    @Test
    void aRefusalThatCannotBeLogged() throws Exception {
        AtomicInteger thrown = new AtomicInteger();
        AppenderBase<ILoggingEvent> failing = new AppenderBase<ILoggingEvent>() {
            @Override
            protected void append(ILoggingEvent event) {
                thrown.incrementAndGet();
                throw new OutOfMemoryError("for the log");
            }
        };
        failing.start();
        AtomicInteger asked = new AtomicInteger();
        Logger logger = (Logger) LoggerFactory.getLogger(CarrierStarter.class);
        logger.addAppender(failing);
        try {
            IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2, (ThreadFactory) task -> {
                if (asked.incrementAndGet() > 1) {
                    throw new IllegalStateException("no thread");
                }
                return new Thread(task);
            });
            runATaskInEachLoop(group);
            end(group);
        } finally {
            logger.detachAppender(failing);
        }
        assertTrue(thrown.get() > 0, "nothing was logged");
    }

    @Test
    void aGroupWithoutThreadsLeavesNoWatcher() throws Exception {
        IocpNotifyEventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(1)
                .spareThreads(1, 10, TimeUnit.MILLISECONDS).executor(task -> {
                    throw new RejectedExecutionException("no thread");
                }).build();
        assertThrows(RejectedExecutionException.class, () -> group.next().execute(() -> { }));
        assertTrue(isWatched(), "this test looks for the wrong thread");
        end(group);
        SocketPair.await(() -> isWatched() ? null : true);
    }

    private static boolean isWatched() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("carrierWatch")) {
                return true;
            }
        }
        return false;
    }
}
