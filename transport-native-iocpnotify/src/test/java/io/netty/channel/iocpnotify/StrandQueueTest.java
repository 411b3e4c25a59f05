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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    void theNumberOfLanesIsAPowerOfTwo() {
        int[] carriers = { 1, 15, 16, 31, 32, 63, 64 };
        int[] lanes = { 1, 1, 2, 2, 4, 4, 8 };
        for (int i = 0; i < carriers.length; i++) {
            assertEquals(lanes[i], new StrandQueue(STRANDS.size(), carriers[i]).laneCount(), carriers[i] + " carriers");
        }
    }

    /** Whatever their number is. */
    @Test
    void allStrandsFindRoomInTheirLanes() {
        for (int strands = 1; strands <= 100; strands++) {
            StrandQueue queue = new StrandQueue(strands, MANY_CARRIERS);
            STRANDS.subList(0, strands).forEach(queue::add);
            int[] sizes = new int[queue.laneCount()];
            queue.sizes(sizes);
            Arrays.sort(sizes);
            assertTrue(sizes[sizes.length - 1] - sizes[0] <= 1, strands + " strands: " + Arrays.toString(sizes));
        }
    }

    /** A program may have its busy connections on each eighth event loop. */
    @Test
    void eachEighthStrandHasAnotherLane() {
        StrandQueue queue = new StrandQueue(STRANDS.size(), MANY_CARRIERS);
        for (int i = 0; i < STRANDS.size(); i += LANES) {
            queue.add(STRANDS.get(i));
        }
        int[] sizes = new int[LANES];
        queue.sizes(sizes);
        for (int size : sizes) {
            assertEquals(STRANDS.size() / LANES / LANES, size);
        }
    }

    @Test
    void manyCarriersHaveAnOrderInEachLane() {
        StrandQueue queue = newFullQueue(MANY_CARRIERS);
        List<List<Strand>> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            List<Strand> strands = new ArrayList<>();
            for (Strand strand = queue.poll(lane); strand != null; strand = queue.poll(lane)) {
                strands.add(strand);
            }
            assertEquals(STRANDS.size() / LANES, strands.size());
            lanes.add(strands);
        }
        List<Strand> taken = takeAll(newFullQueue(MANY_CARRIERS));
        assertEquals(STRANDS.size(), taken.size());
        for (List<Strand> lane : lanes) {
            List<Strand> ofLane = new ArrayList<>(taken);
            ofLane.retainAll(new HashSet<>(lane));
            assertEquals(lane, ofLane);
            for (int i = 1; i < lane.size(); i++) {
                assertTrue(lane.get(i - 1).number() < lane.get(i).number());
            }
        }
    }

    /** If the next lane were always the one after an empty lane, it would get the turns of both. */
    @Test
    void lanesThatHaveStrandsGetTheSameShare() {
        int turns = 10_000;
        StrandQueue queue = new StrandQueue(STRANDS.size(), MANY_CARRIERS);
        queue.add(STRANDS.get(0));
        queue.add(STRANDS.get(1));
        int first = 0;
        for (int i = 0; i < turns; i++) {
            Strand strand = queue.poll();
            first += strand == STRANDS.get(0) ? 1 : 0;
            queue.add(strand);
        }
        assertTrue(first > turns * 0.3 && first < turns * 0.7, first + " of " + turns);
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
            assertFalse(queue.isEmpty());
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
        StrandQueue queue = new StrandQueue(STRANDS.size(), MANY_CARRIERS);
        List<Strand> few = STRANDS.subList(0, 4);
        few.forEach(queue::add);
        ExecutorService threads = Executors.newCachedThreadPool();
        List<java.util.concurrent.Future<?>> ends = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(few.size());
        for (int i = 0; i < few.size(); i++) {
            ends.add(threads.submit(() -> {
                start.await();
                for (int turn = 0; turn < 200_000; turn++) {
                    Strand strand = queue.poll();
                    while (strand == null) {
                        // It was behind this thread. Each thread holds one at most, so there is one for each.
                        strand = queue.poll();
                    }
                    queue.add(strand);
                }
                return null;
            }));
        }
        for (java.util.concurrent.Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        Strand[] all = takeAll(queue).toArray(new Strand[0]);
        Arrays.sort(all, (a, b) -> Integer.compare(a.number(), b.number()));
        assertEquals(few, Arrays.asList(all));
    }

    /** With all carriers of the group, from rest and under load. */
    @Test
    void eachTaskRuns() throws Exception {
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
