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
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The strands are of a real group with many threads. Only the last test lets it run them. */
@Timeout(120)
@Tag("one-provider")
class StrandQueueTest {

    private static final int MANY_CARRIERS = 64;
    /** As many lanes as that many carriers have. */
    private static final int LANES = 8;

    private static final List<Strand> STRANDS = new ArrayList<>();
    private static IocpNotifyEventLoopGroup group;

    @BeforeAll
    static void setUp() {
        group = new IocpNotifyEventLoopGroup(MANY_CARRIERS);
        for (EventExecutor loop : group) {
            STRANDS.add(((IocpNotifyEventLoop) loop).strand());
        }
    }

    @AfterAll
    static void tearDown() throws Exception {
        STRANDS.clear();
        assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
    }

    private static StrandQueue newFullQueue(int carriers) {
        StrandQueue queue = new StrandQueue(STRANDS.size(), carriers);
        STRANDS.forEach(queue::add);
        return queue;
    }

    private static List<Strand> takeAll(StrandQueue queue) {
        List<Strand> taken = new ArrayList<>();
        for (Strand strand = queue.poll(); strand != null; strand = queue.poll()) {
            taken.add(strand);
        }
        return taken;
    }

    @Test
    void theStrandsOfAGroupAreNumbered() {
        for (int i = 0; i < STRANDS.size(); i++) {
            assertEquals(i, STRANDS.get(i).number());
        }
    }

    @Test
    void fewCarriersHaveOneOrderForAll() {
        assertEquals(STRANDS, takeAll(newFullQueue(15)));
    }

    @Test
    void manyCarriersHaveAnOrderInEachLane() {
        List<Strand> taken = takeAll(newFullQueue(MANY_CARRIERS));
        assertEquals(STRANDS.size(), taken.size());
        assertEquals(new HashSet<>(STRANDS), new HashSet<>(taken));
        int[] next = new int[LANES];
        int changes = 0;
        int lane = 0;
        for (int i = 0; i < LANES; i++) {
            next[i] = i;
        }
        for (Strand strand : taken) {
            int before = lane;
            lane = strand.number() % LANES;
            changes += lane == before ? 0 : 1;
            assertEquals(next[lane], strand.number());
            next[lane] += LANES;
        }
        // With one lane after the other there would be 8.
        assertTrue(changes > STRANDS.size() / 2, "lanes are not taken by turns: " + changes);
    }

    /** It is found in whatever lane it is, wherever one begins to look. */
    @Test
    void aLoneStrandIsFound() {
        StrandQueue queue = new StrandQueue(STRANDS.size(), MANY_CARRIERS);
        for (Strand strand : STRANDS) {
            assertTrue(queue.isEmpty());
            assertNull(queue.poll());
            queue.add(strand);
            assertEquals(1, queue.size());
            assertTrue(!queue.isEmpty());
            assertSame(strand, queue.poll());
        }
    }

    /** A group may have fewer strands than carriers. */
    @Test
    void fewStrandsForManyCarriers() {
        StrandQueue queue = new StrandQueue(1, MANY_CARRIERS);
        queue.add(STRANDS.get(0));
        assertSame(STRANDS.get(0), queue.poll());
        assertNull(queue.poll());
    }

    @Test
    void aStrandThatIsQueuedOnceMoreIsSeenWhenItsLaneIsFull() {
        StrandQueue queue = newFullQueue(MANY_CARRIERS);
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> queue.add(STRANDS.get(3)));
        assertTrue(e.getMessage().contains(Integer.toString(STRANDS.size())), e.getMessage());
    }

    @Test
    void noStrandIsLostOrDoubledByManyThreads() throws Exception {
        StrandQueue queue = newFullQueue(MANY_CARRIERS);
        ExecutorService threads = Executors.newCachedThreadPool();
        List<java.util.concurrent.Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ends.add(threads.submit(() -> {
                for (int turn = 0; turn < 200_000; turn++) {
                    // There is always one: each thread holds one at most.
                    queue.add(queue.poll());
                }
            }));
        }
        for (java.util.concurrent.Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        Strand[] all = takeAll(queue).toArray(new Strand[0]);
        Arrays.sort(all, (a, b) -> Integer.compare(a.number(), b.number()));
        assertEquals(STRANDS, Arrays.asList(all));
    }

    /** Each carrier looks at all lanes before it waits. If it left one out, a task would wait for another task. */
    @Test
    void noTaskIsLeftBehindInALane() throws Exception {
        for (int round = 0; round < 5; round++) {
            for (EventExecutor loop : group) {
                loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            List<Future<?>> tasks = new ArrayList<>();
            for (EventExecutor loop : group) {
                tasks.add(loop.submit(() -> { }));
            }
            for (Future<?> task : tasks) {
                task.get(10, TimeUnit.SECONDS);
            }
        }
    }
}
