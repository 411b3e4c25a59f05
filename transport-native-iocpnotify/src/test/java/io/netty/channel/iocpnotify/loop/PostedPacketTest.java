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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.SocketPair;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * On a real port, whose first answers are those of a system that has no memory.
 */
@Timeout(120)
@Tag("races")
class PostedPacketTest {

    private static final int REFUSALS = 3;

    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean waiting = true;

    private CompletionPort port;
    private PacketArray packets;

    @BeforeEach
    void open() throws IOException {
        IocpNotify.ensureAvailability();
        port = new CompletionPort(0);
        packets = new PacketArray(4);
    }

    @AfterEach
    void close() {
        port.close();
        packets.free();
    }

    private PostedPacket wakeUp() {
        return new PostedPacket(() -> attempts.incrementAndGet() > REFUSALS ? port.post(CompletionKey.WAKE_UP) :
                -Errors.ERROR_NOT_ENOUGH_MEMORY, () -> waiting, 1,
                PostedPacket.RELIED_NANOS);
    }

    @Test
    void isPostedUntilItIsThere() throws Exception {
        PostedPacket wakeUp = wakeUp();
        wakeUp.post();
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
        assertEquals(CompletionKey.WAKE_UP, packets.key(0));
        assertEquals(REFUSALS + 1, attempts.get());
        // The thread that has posted it says so after that.
        SocketPair.await(() -> wakeUp.isUnderWay() ? true : null);
        // While it is under way there is no other.
        wakeUp.post();
        assertFalse(wakeUp.end());
        assertEquals(0, port.dequeue(0, packets));
        wakeUp.dequeued();
        assertTrue(wakeUp.end());
        wakeUp.post();
        assertEquals(0, port.dequeue(0, packets));
    }

    @Test
    void isNotPostedForNobody() throws Exception {
        PostedPacket wakeUp = wakeUp();
        waiting = false;
        wakeUp.post();
        assertEquals(0, port.dequeue(200, packets));
        assertEquals(1, attempts.get());
        assertTrue(wakeUp.end());
    }

    /** Who finds one under way relies on it, so none may seem to be that is not. */
    @Test
    void whatThrowsIsTriedByTheNext() throws Exception {
        PostedPacket wakeUp = new PostedPacket(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("once");
            }
            return port.post(CompletionKey.WAKE_UP);
        }, () -> waiting, 1,
                PostedPacket.RELIED_NANOS);
        assertThrows(OutOfMemoryError.class, wakeUp::post);
        wakeUp.post();
        assertEquals(1, port.dequeue(1000, packets));
    }

    /** There is no memory for the packet, nor for the thread that is to post it later. */
    @Test
    void isMissingUntilSomebodyPostsIt() throws Exception {
        EventExecutor ended = new DefaultEventExecutor();
        ended.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
        PostedPacket wakeUp = new PostedPacket(() -> attempts.incrementAndGet() == 1 ?
                -Errors.ERROR_NOT_ENOUGH_MEMORY : port.post(CompletionKey.WAKE_UP), () -> waiting, 1,
                PostedPacket.RELIED_NANOS, ended);
        assertFalse(wakeUp.isMissing());
        wakeUp.post();
        assertTrue(wakeUp.isMissing());
        wakeUp.post();
        assertFalse(wakeUp.isMissing());
        assertEquals(1, port.dequeue(1000, packets));
    }

    /** Who is stopped before its packet is there must not keep another from posting one. */
    @Test
    void nobodyReliesOnWhoIsAboutToPost() throws Exception {
        PostedPacket[] wakeUp = new PostedPacket[1];
        wakeUp[0] = new PostedPacket(() -> {
            if (attempts.incrementAndGet() == 1) {
                // Another thread comes meanwhile. It may be this one, as there is no lock.
                wakeUp[0].post();
                assertEquals(1, port.dequeue(0, packets), "the second thread has relied on the first");
                assertFalse(wakeUp[0].end(), "a thread is about to post");
            }
            return port.post(CompletionKey.WAKE_UP);
        }, () -> waiting, 1,
                PostedPacket.RELIED_NANOS);
        wakeUp[0].post();
        assertEquals(1, port.dequeue(0, packets));
        wakeUp[0].dequeued();
        wakeUp[0].dequeued();
        assertEquals(2, wakeUp[0].posts());
        assertTrue(wakeUp[0].end());
    }

    /** Who was stopped after it has dequeued a packet looks for nothing, so the others that wait are woken. */
    @Test
    void nobodyReliesForLongOnWhoHasDequeuedIt() throws Exception {
        PostedPacket wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), () -> waiting, 2,
                PostedPacket.RELIED_NANOS);
        wakeUp.post();
        assertEquals(1, port.dequeue(0, packets));
        Thread.sleep(20);
        assertFalse(wakeUp.isUnderWay());
        wakeUp.post();
        assertEquals(1, port.dequeue(0, packets));
        Thread.sleep(20);
        assertTrue(wakeUp.isUnderWay(), "there is one for each thread");
        wakeUp.dequeued();
        wakeUp.dequeued();
        assertTrue(wakeUp.end());
    }

    /** The one that has come was posted later than the one that a stopped thread holds. */
    @Test
    void whatIsLeftWhenANewerOneHasComeIsNotReliedOn() throws Exception {
        PostedPacket wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), () -> waiting, 3,
                TimeUnit.MILLISECONDS.toNanos(500));
        wakeUp.post();
        Thread.sleep(600);
        wakeUp.post();
        assertEquals(2, wakeUp.posts());
        assertTrue(wakeUp.isUnderWay());
        wakeUp.dequeued();
        assertFalse(wakeUp.isUnderWay());
    }
}
