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

import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

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
            strands.add(((IocpNotifyEventLoop) loop).strand());
        }
        port = new CompletionPort(0);
        packets = new PacketArray(4);
        queue = new ReadAgainQueue(() -> refused ? -Errors.ERROR_NOT_ENOUGH_MEMORY :
                port.post(CompletionKey.READ_AGAIN), strands.size(), 2);
    }

    @AfterEach
    void tearDown() throws Exception {
        port.closeOrWarn();
        packets.free();
        // The queue is for carriers, which look at the run queue by themselves. Here none does until it is called.
        strands.get(strands.size() - 1).loop().submit(() -> { }).get();
        assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
    }

    private int[] sizes() {
        int[] sizes = queue.newSizes();
        queue.look(sizes);
        return sizes;
    }

    private int queued() {
        return IntStream.of(sizes()).sum();
    }

    @Test
    void whoWaitedBeforeThePortWasSeenEmptyHasItsTurn() {
        queue.add(strands.get(0));
        int[] before = queue.newSizes();
        queue.look(before);
        assertTrue(queue.needsCarrier());
        queue.add(strands.get(1));
        queue.looked(before, 0, 0);
        assertEquals(1, queued());
        assertEquals(0, port.dequeue(0, packets));
    }

    @Test
    void aPacketTellsWhereThePortDoesNotGetEmpty() {
        queue.add(strands.get(0));
        queue.add(strands.get(1));
        queue.looked(sizes(), 1, 0);
        assertEquals(2, queued());
        assertFalse(queue.needsCarrier(), "a packet is on its way");
        queue.add(strands.get(2));
        // One for all, as long as it is under way.
        queue.looked(sizes(), 1, 0);
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
        assertEquals(CompletionKey.READ_AGAIN, packets.key(0));
        queue.received(0);
        assertEquals(1, queued());
        assertTrue(queue.needsCarrier());
        assertEquals(0, port.dequeue(0, packets));
    }

    @Test
    void nobodyIsForgottenIfThereIsNoMemoryForThePacket() {
        refused = true;
        queue.add(strands.get(0));
        queue.looked(sizes(), 1, 0);
        assertEquals(0, queued());
        refused = false;
        queue.add(strands.get(1));
        queue.looked(sizes(), 1, 0);
        assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
    }

    /** With lanes as well. Else its turn would come before the packets that were on the port before it. */
    @Test
    void whoCameLaterInAnotherLaneWaits() {
        queue = new ReadAgainQueue(() -> port.post(CompletionKey.READ_AGAIN), strands.size(), 16);
        assertEquals(2, queue.newSizes().length);
        for (int round = 0; round < 20; round++) {
            queue.add(strands.get(0));
            queue.looked(sizes(), 1, 0);
            queue.add(strands.get(1));
            assertArrayEquals(new int[] { 1, 1 }, sizes());
            assertEquals(1, port.dequeue(CompletionPort.INFINITE, packets));
            queue.received(0);
            assertArrayEquals(new int[] { 0, 1 }, sizes());
            assertTrue(queue.needsCarrier());
            queue.add(strands.get(0));
            queue.looked(new int[] { 0, 1 }, 0, 0);
            assertArrayEquals(new int[] { 1, 0 }, sizes());
            queue.looked(sizes(), 0, 0);
            assertFalse(queue.needsCarrier());
        }
    }
}
