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

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.LoopKind;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a handler does to its thread is not there for those who are served by the same thread next.
 */
@Timeout(120)
@Tag("races")
class CarrierThreadTest {

    @TempDir
    Path folder;

    /** A channel of a file that is read by an interrupted thread is closed, so this is not harmless. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void anInterrupt(LoopKind kind) throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[1]);
        EventLoopGroup group = kind.newGroup(2);
        try {
            for (int round = 0; round < 5; round++) {
                group.next().submit(() -> Thread.currentThread().interrupt()).get(10, TimeUnit.SECONDS);
                List<Future<Integer>> reads = new ArrayList<Future<Integer>>();
                for (EventExecutor loop : group) {
                    // In a run of its own, so later than the one in which the interrupt was.
                    reads.add(loop.schedule(() -> {
                        try (FileChannel channel = FileChannel.open(file)) {
                            return channel.read(ByteBuffer.allocate(1));
                        }
                    }, 20, TimeUnit.MILLISECONDS));
                }
                for (Future<Integer> read : reads) {
                    assertEquals(1, read.get(10, TimeUnit.SECONDS));
                }
            }
        } finally {
            end(group);
        }
    }

    @Test
    void anInterruptByTheExecutor() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        EventLoopGroup group = new IocpNotifyEventLoopGroup(1, (Executor) task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            thread.start();
        });
        try {
            EventLoop loop = group.next();
            for (int i = 0; i < 20; i++) {
                assertFalse(loop.submit(() -> Thread.currentThread().isInterrupted()).get(10, TimeUnit.SECONDS));
                // It is done with that, and waits.
                Thread.sleep(10);
                threads.forEach(Thread::interrupt);
            }
        } finally {
            end(group);
        }
    }

    @Test
    void classLoaderNameAndPriority() throws Exception {
        IocpNotifyEventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(1)
                .threadFactory(task -> new Thread(task, "as it was")).build();
        try (URLClassLoader other = new URLClassLoader(new URL[0])) {
            EventLoop loop = group.next();
            Thread thread = loop.submit(Thread::currentThread).get(10, TimeUnit.SECONDS);
            ClassLoader before = thread.getContextClassLoader();
            int priority = thread.getPriority();
            loop.submit(() -> {
                thread.setContextClassLoader(other);
                thread.setName("something else");
                thread.setPriority(Thread.MIN_PRIORITY);
            }).get(10, TimeUnit.SECONDS);
            // In a run of its own.
            loop.schedule(() -> {
                assertSame(thread, Thread.currentThread());
                assertSame(before, thread.getContextClassLoader());
                assertEquals("as it was", thread.getName());
                assertEquals(priority, thread.getPriority());
                return null;
            }, 20, TimeUnit.MILLISECONDS).get(10, TimeUnit.SECONDS);
        } finally {
            end(group);
        }
    }

    @Test
    void whatAHandlerLeavesIsToldForDebugging() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(CarrierThread.class);
        ListAppender<ILoggingEvent> log = new ListAppender<ILoggingEvent>();
        log.start();
        logger.addAppender(log);
        EventLoopGroup group = new IocpNotifyEventLoopGroup(1);
        try {
            EventLoop loop = group.next();
            loop.execute(() -> {
                Thread.currentThread().setName("something else");
                Thread.currentThread().interrupt();
            });
            end(group);
            List<String> told = new ArrayList<String>();
            for (ILoggingEvent event : log.list) {
                assertEquals(Level.DEBUG, event.getLevel());
                told.add(event.getFormattedMessage());
            }
            assertEquals(2, told.size(), told::toString);
            for (String text : told) {
                assertTrue(text.startsWith("A handler of " + loop), text);
            }
            assertTrue(told.get(0).endsWith("interrupted"), told.get(0));
            assertTrue(told.get(1).contains("left another name on"), told.get(1));
        } finally {
            logger.detachAppender(log);
        }
    }

    /** Threads of a user's pool outlive the group. */
    @Test
    void fastThreadLocalsAreRemovedAtTheEnd() throws Exception {
        AtomicInteger removed = new AtomicInteger();
        FastThreadLocal<Object> local = new FastThreadLocal<Object>() {
            @Override
            protected void onRemoval(Object value) {
                removed.incrementAndGet();
            }
        };
        EventLoopGroup group = new IocpNotifyEventLoopGroup(1, (Executor) task -> new Thread(task).start());
        group.submit(() -> local.set(new Object())).get(10, TimeUnit.SECONDS);
        assertEquals(0, removed.get());
        end(group);
        assertEquals(1, removed.get());
    }
}
