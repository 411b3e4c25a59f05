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
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IsolatedTransport;
import io.netty.channel.iocpnotify.LoopInternals;
import io.netty.channel.iocpnotify.SocketPair;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A handler that blocks its thread is named while it does. */
@Tag("either-provider")
@Timeout(120)
class SlowRunWarningTest {

    private static final long BLOCKED_MILLIS = 500;
    private static final long LONGEST_MILLIS = 30_000;

    private final Logger logger = (Logger) LoggerFactory.getLogger(CarrierWatch.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<ILoggingEvent>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(log);
    }

    private List<ILoggingEvent> warningsOf(EventExecutor loop) {
        List<ILoggingEvent> warnings = new ArrayList<ILoggingEvent>();
        for (ILoggingEvent event : new ArrayList<ILoggingEvent>(log.list)) {
            if (event.getFormattedMessage().contains(loop.toString())) {
                warnings.add(event);
            }
        }
        return warnings;
    }

    private static void sleepHere() {
        try {
            Thread.sleep(BLOCKED_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends some time after that warning of the loop that runs it: one too many would come meanwhile. */
    private void blockUntilWarned(EventExecutor loop, int warnings) {
        long begin = System.nanoTime();
        while (warningsOf(loop).size() < warnings &&
                System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS)) {
            sleepHere();
        }
        sleepHere();
    }

    private static boolean isWatched() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.isAlive() && thread.getName().startsWith("carrierWatch"));
    }

    @Test
    void whatBlocksIsNamedOnceWithItsStack() throws Exception {
        IocpNotifyEventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(2)
                .warnOfSlowRuns(100, TimeUnit.MILLISECONDS).build();
        try {
            EventExecutor loop = group.next();
            String thread = loop.submit(() -> Thread.currentThread().getName()).get();
            loop.submit(() -> blockUntilWarned(loop, 1)).sync();
            List<ILoggingEvent> warnings = warningsOf(loop);
            assertEquals(1, warnings.size(), warnings::toString);
            ILoggingEvent warning = warnings.get(0);
            String prefix = thread.substring(0, thread.lastIndexOf('-'));
            assertTrue(warning.getFormattedMessage().startsWith(prefix), warning::toString);
            List<String> methods = new ArrayList<String>();
            for (StackTraceElementProxy element : warning.getThrowableProxy().getStackTraceElementProxyArray()) {
                methods.add(element.getStackTraceElement().getMethodName());
            }
            assertTrue(methods.contains("sleepHere"), methods::toString);
            assertTrue(methods.contains("runStrand"), methods::toString);
            // Another run is another warning.
            loop.submit(() -> blockUntilWarned(loop, 2)).sync();
            assertEquals(2, warningsOf(loop).size());
        } finally {
            end(group);
        }
        for (int i = 0; i < 1000 && isWatched(); i++) {
            Thread.sleep(10);
        }
        assertFalse(isWatched(), "the thread that looks outlives the group");
    }

    @Test
    void offByDefaultAndWithoutAThread() throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2);
        try {
            EventExecutor loop = group.next();
            loop.submit(SlowRunWarningTest::sleepHere).sync();
            assertFalse(isWatched());
            assertEquals(0, warningsOf(loop).size());
        } finally {
            end(group);
        }
    }

    @Test
    void asTheSystemPropertySaysUnlessTheBuilderSaysOtherwise() throws Exception {
        String[] property = { GroupSettings.SLOW_RUN_PROPERTY, "100" };
        IocpNotifyEventLoopGroup warns =
                IsolatedTransport.with(() -> new IocpNotifyEventLoopGroup(2), property);
        IocpNotifyEventLoopGroup told = IsolatedTransport.with(() -> IocpNotifyEventLoopGroup.newBuilder().threads(2)
                .warnOfSlowRuns(0, TimeUnit.MILLISECONDS).build(), property);
        try {
            EventExecutor loop = warns.next();
            loop.submit(() -> blockUntilWarned(loop, 1)).sync();
            assertEquals(1, warningsOf(loop).size(), log.list::toString);
            EventExecutor other = told.next();
            other.submit(SlowRunWarningTest::sleepHere).sync();
            assertEquals(0, warningsOf(other).size(), log.list::toString);
        } finally {
            end(warns, told);
        }
    }

    /** It would not wait any more, and take a processor. */
    @Test
    void anInterruptOfTheThreadThatLooks() throws Exception {
        // That of a group before this one may not have ended yet.
        SocketPair.await(() -> isWatched() ? null : true);
        IocpNotifyEventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(1)
                .warnOfSlowRuns(1, TimeUnit.HOURS).build();
        try {
            group.next().submit(() -> { }).sync();
            Thread watch = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("carrierWatch")).findAny().get();
            for (int i = 0; i < 2; i++) {
                watch.interrupt();
                SocketPair.await(() -> watch.isInterrupted() ? null : true);
                SocketPair.await(() -> watch.getState() == Thread.State.TIMED_WAITING ? true : null);
            }
        } finally {
            end(group);
        }
    }

    /** One thread looks for both. */
    @Test
    void besideSpareThreads() throws Exception {
        IocpNotifyEventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(1).strands(2)
                .spareThreads(1, 100, TimeUnit.MILLISECONDS).warnOfSlowRuns(200, TimeUnit.MILLISECONDS).build();
        try {
            EventExecutor first = group.next();
            EventExecutor second = group.next();
            CountDownLatch done = new CountDownLatch(1);
            first.execute(() -> {
                try {
                    // The second runs on the spare thread.
                    assertTrue(done.await(10, TimeUnit.SECONDS));
                    blockUntilWarned(first, 1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            second.execute(done::countDown);
            first.submit(() -> { }).sync();
            assertEquals(1, warningsOf(first).size(), log.list::toString);
            assertEquals(2, group.metrics().threads().size(), group::toString);
        } finally {
            end(group);
        }
    }

    @Test
    void refusesNonsense() {
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder();
        assertThrows(IllegalArgumentException.class, () -> builder.warnOfSlowRuns(-1, TimeUnit.SECONDS));
        assertThrows(NullPointerException.class, () -> builder.warnOfSlowRuns(1, null));
        assertEquals(0, LoopInternals.settings(builder.warnOfSlowRuns(0, TimeUnit.SECONDS)).slowRunNanos);
    }
}
