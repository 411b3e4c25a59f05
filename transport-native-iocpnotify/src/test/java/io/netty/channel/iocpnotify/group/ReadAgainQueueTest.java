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

import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.LoopInternals;
import io.netty.channel.iocpnotify.loop.PostedPacket;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** On a real port, with strands of a real group, none of which has a socket. */
@Timeout(120)
class ReadAgainQueueTest {

    private final List<Strand> strands = new ArrayList<Strand>();
    private IocpNotifyEventLoopGroup group;
    private CompletionPort port;
    private PacketArray packets;
    private boolean refused;
    private ReadAgainQueue queue;

    @BeforeEach
    void setUp() throws Exception {
        group = new IocpNotifyEventLoopGroup(2);
        for (EventExecutor loop : group) {
            strands.add(LoopInternals.strand(loop));
        }
        port = new CompletionPort(0);
        packets = new PacketArray(4);
        queue = newQueue(2, 1);
    }

    private ReadAgainQueue newQueue(int carriers, int takers) {
        return new ReadAgainQueue(new PostedPacket(() -> refused ? -Errors.ERROR_NOT_ENOUGH_MEMORY :
                port.post(CompletionKey.READ_AGAIN), () -> true, takers, TimeUnit.SECONDS.toNanos(30)),
                strands.toArray(new Strand[0]), carriers);
    }

    @AfterEach
    void tearDown() throws Exception {
        port.close();
        packets.free();
        // The queue is for carriers, which look at the run queue by themselves. Here none does until it is called.
        strands.get(strands.size() - 1).loop().submit(() -> { }).get();
        assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
    }

    private long[] copy() {
        long[] copy = queue.newCopy();
        queue.beforePoll(copy);
        return copy;
    }

    private int queued() {
        return LongStream.of(copy()).mapToInt(Long::bitCount).sum();
    }

    @Test
    void whoWaitedBeforeThePortWasSeenEmptyHasItsTurn() {
        queue.add(strands.get(0));
        long[] before = queue.newCopy();
        queue.beforePoll(before);
        assertTrue(queue.needsCarrier());
        queue.add(strands.get(1));
        queue.afterPoll(before, 0, 0);
        assertEquals(1, queued());
        assertEquals(0, port.dequeue(0, packets));
    }

    @Test
    void aPacketTellsWhereThePortDoesNotGetEmpty() {
        queue.add(strands.get(0));
        queue.add(strands.get(1));
        queue.afterPoll(copy(), 1, 0);
        assertEquals(2, queued());
        assertFalse(queue.needsCarrier(), "a packet is on its way");
        queue.add(strands.get(2));
        // One for all, as long as it is under way.
        queue.afterPoll(copy(), 1, 0);
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
        assertEquals(CompletionKey.READ_AGAIN, packets.key(0));
        queue.packetDequeued(0);
        assertEquals(1, queued());
        assertTrue(queue.needsCarrier());
        assertEquals(0, port.dequeue(0, packets));
    }

    @Test
    void nobodyIsForgottenIfThereIsNoMemoryForThePacket() {
        refused = true;
        queue.add(strands.get(0));
        queue.afterPoll(copy(), 1, 0);
        assertEquals(0, queued());
        refused = false;
        queue.add(strands.get(1));
        queue.afterPoll(copy(), 1, 0);
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
    }

    /** In several words as well. Else its turn would come before the packets that were on the port before it. */
    @Test
    void whoCameLaterInAnotherWordWaits() {
        queue = newQueue(16, 1);
        assertEquals(2, queue.newCopy().length);
        for (int round = 0; round < 20; round++) {
            queue.add(strands.get(0));
            queue.afterPoll(copy(), 1, 0);
            queue.add(strands.get(1));
            assertArrayEquals(new long[] { 1, 1 }, copy());
            assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
            queue.packetDequeued(0);
            assertArrayEquals(new long[] { 0, 1 }, copy());
            assertTrue(queue.needsCarrier());
            queue.add(strands.get(0));
            queue.afterPoll(new long[] { 0, 1 }, 0, 0);
            assertArrayEquals(new long[] { 1, 0 }, copy());
            queue.afterPoll(copy(), 0, 0);
            assertFalse(queue.needsCarrier());
        }
    }

    /** Who has posted the packet, or dequeued it, may be stopped. So who finds the port empty does not rely on it. */
    @Test
    void whoFindsThePortEmptyReleasesWhatAPacketWasToTell() {
        queue.add(strands.get(0));
        queue.afterPoll(copy(), 1, 0);
        assertFalse(queue.isEmpty());
        queue.afterPoll(copy(), 0, 0);
        assertTrue(queue.isEmpty());
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
        queue.packetDequeued(0);
        assertTrue(queue.isEmpty());
    }

    /** A second packet would be behind what has come since, but the first one would tell of its strands too. */
    @Test
    void thereIsNoSecondPacketWhileThePortIsBusy() throws Exception {
        queue = newQueue(2, 2);
        queue.add(strands.get(0));
        queue.afterPoll(copy(), 1, 0);
        Thread.sleep(5);
        queue.add(strands.get(1));
        queue.afterPoll(copy(), 1, 0);
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
        queue.packetDequeued(0);
        assertEquals(1, queued());
        assertEquals(0, port.dequeue(0, packets));
    }
}
