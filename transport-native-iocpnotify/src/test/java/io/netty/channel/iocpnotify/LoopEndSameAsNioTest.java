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

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.BlockingOperationException;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How loops and groups end, and what must not be waited for in a loop: the same on NIO and on both kinds of loops of
 * this transport.
 */
@Timeout(120)
class LoopEndSameAsNioTest {

    // ---- waiting in a loop

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void theEndOfALoopIsNotAwaitedInIt(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        EventLoop loop = group.next();
        Throwable ofLoop = loop.submit(() -> loop.awaitTermination(20, TimeUnit.SECONDS))
                .await().cause();
        assertInstanceOf(IllegalStateException.class, ofLoop);
        assertInstanceOf(IllegalStateException.class,
                loop.submit(() -> group.awaitTermination(100, TimeUnit.MILLISECONDS)).await().cause());
        assertFalse(loop.submit(() -> group.awaitTermination(0, TimeUnit.SECONDS)).get());
        assertThrows(NullPointerException.class, () -> loop.awaitTermination(1, null));
        // The other one may be awaited.
        EventLoop other = group.next();
        Future<Boolean> ended = loop.submit(() -> other.awaitTermination(20, TimeUnit.SECONDS));
        other.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        assertTrue(ended.get());
        end(group);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void aGroupOfOneThreadDoesNotWaitForItself(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        EventLoop one = group.next();
        assertInstanceOf(BlockingOperationException.class,
                one.submit(() -> group.next().submit(() -> { }).sync()).await().cause());
        end(group);
    }

    /** However many loops are asked for: with one thread, who waits for another would wait for ever. */
    @Test
    void aGroupOfOneThreadHasOneLoop() throws Exception {
        EventLoopGroup group = IocpNotifyEventLoopGroup.newBuilder().threads(1).strands(4).build();
        EventLoop one = group.next();
        assertSame(one, group.next());
        assertInstanceOf(BlockingOperationException.class,
                one.submit(() -> group.next().submit(() -> { }).sync()).await().cause());
        end(group);
        // With a spare thread there is somebody to run the other.
        IocpNotifyEventLoopGroup spare = IocpNotifyEventLoopGroup.newBuilder().threads(1).strands(4)
                .spareThreads(1, 10, TimeUnit.MILLISECONDS).build();
        assertEquals(4, spare.executorCount());
        EventLoop first = spare.next();
        EventLoop second = spare.next();
        first.submit(() -> second.submit(() -> { }).sync()).get(20, TimeUnit.SECONDS);
        end(spare);
    }

    // ---- shutdown()

    @SuppressWarnings("deprecation")
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void afterShutdownNothingIsTaken(AnyTransport transport) throws Exception {
        for (boolean inLoop : new boolean[] { false, true }) {
            EventLoopGroup group = transport.newGroup(1);
            EventLoop loop = group.next();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            AtomicInteger ran = new AtomicInteger();
            Future<?> held = loop.submit(() -> {
                if (inLoop) {
                    group.shutdown();
                }
                begun.countDown();
                goOn.await();
                assertThrows(RejectedExecutionException.class, () -> loop.execute(ran::incrementAndGet));
                return null;
            });
            assertTrue(begun.await(10, TimeUnit.SECONDS));
            if (!inLoop) {
                // What is there already still runs.
                loop.execute(ran::incrementAndGet);
                group.shutdown();
            }
            for (EventExecutor each : group) {
                assertTrue(each.isShuttingDown());
                assertTrue(each.isShutdown());
                assertFalse(each.isTerminated());
            }
            assertTrue(group.isShutdown());
            assertFalse(group.isTerminated());
            assertThrows(RejectedExecutionException.class, () -> loop.execute(ran::incrementAndGet));
            assertThrows(RejectedExecutionException.class,
                    () -> loop.schedule(ran::incrementAndGet, 1, TimeUnit.MILLISECONDS));
            goOn.countDown();
            assertTrue(group.awaitTermination(10, TimeUnit.SECONDS));
            held.get(10, TimeUnit.SECONDS);
            assertEquals(inLoop ? 0 : 1, ran.get());
        }
    }

    /** The first call decides: who has asked for a quiet period has it. */
    @SuppressWarnings("deprecation")
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void shutdownAfterAGracefulOneIsNothingNew(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        EventLoop loop = group.next();
        loop.submit(() -> { }).get();
        group.shutdownGracefully(500, 10000, TimeUnit.MILLISECONDS);
        group.shutdown();
        assertFalse(group.isShutdown());
        loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
        assertTrue(group.awaitTermination(20, TimeUnit.SECONDS));
        assertTrue(group.isShutdown());
    }

    // ---- no thread

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void aGroupThatNeverGotAThreadEnds(AnyTransport transport) throws Exception {
        RejectedExecutionException refusal = new RejectedExecutionException("expected in this test");
        EventLoopGroup group = transport.newGroup(2, command -> {
            throw refusal;
        });
        for (EventExecutor loop : group) {
            assertSame(refusal, loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await().cause());
            assertTrue(loop.isTerminated());
        }
        Future<?> ended = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        assertTrue(ended.await(10, TimeUnit.SECONDS));
        // The reason is told by its loops.
        assertTrue(ended.isSuccess(), () -> "failed: " + ended.cause());
        assertTrue(group.isShutdown());
        assertTrue(group.isTerminated());
    }

    /** What is no Exception is thrown to who has asked for the end as well. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void anErrorInPlaceOfAThreadIsThrown(AnyTransport transport) throws Exception {
        OutOfMemoryError refusal = new OutOfMemoryError("expected in this test");
        EventLoopGroup group = transport.newGroup(1, command -> {
            throw refusal;
        });
        assertSame(refusal, assertThrows(OutOfMemoryError.class,
                () -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS)));
        assertTrue(group.terminationFuture().await(10, TimeUnit.SECONDS));
        assertTrue(group.isTerminated());
        assertSame(refusal, group.next().terminationFuture().cause());
    }
}
