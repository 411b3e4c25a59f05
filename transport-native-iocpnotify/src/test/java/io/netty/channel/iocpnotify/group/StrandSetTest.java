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
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The strands are of a real group with many threads. Only the last test lets it run them. */
@Timeout(120)
@Tag("one-provider")
class StrandSetTest {

    private static final int MANY_CARRIERS = 64;
    /** As many words as their strands have. */
    private static final int WORDS = 16;

    private static final List<Strand> STRANDS = new ArrayList<>();
    private static Strand[] all;
    private static IocpNotifyEventLoopGroup group;

    @BeforeAll
    static void setUp() {
        group = new IocpNotifyEventLoopGroup(MANY_CARRIERS);
        for (EventExecutor loop : group) {
            STRANDS.add(LoopInternals.strand(loop));
        }
        all = STRANDS.toArray(new Strand[0]);
    }

    @AfterAll
    static void tearDown() throws Exception {
        STRANDS.clear();
        assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
    }

    private static StrandSet<Strand> newFullSet(int carriers) {
        StrandSet<Strand> set = new StrandSet<>(all, carriers);
        STRANDS.forEach(set::add);
        return set;
    }

    private static List<Strand> takeAll(StrandSet<Strand> set) {
        List<Strand> taken = new ArrayList<>();
        for (Strand strand = set.poll(); strand != null; strand = set.poll()) {
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

    /** The one that was taken last comes last, if it is added again at once. */
    @Test
    void aStrandWaitsForEachOtherOneOnceAtMost() {
        StrandSet<Strand> set = new StrandSet<>(Arrays.copyOf(all, Long.SIZE), 4);
        List<Strand> few = STRANDS.subList(0, Long.SIZE);
        few.forEach(set::add);
        for (int round = 0; round < 5; round++) {
            List<Strand> taken = new ArrayList<>();
            for (int i = 0; i < Long.SIZE; i++) {
                taken.add(set.poll());
                set.add(taken.get(i));
            }
            assertEquals(few, taken, "round " + round);
        }
    }

    @Test
    void theNumberOfWordsIsAPowerOfTwo() {
        int[] strands = { 1, 64, 65, 128, 129, 1024, 64, 64 };
        int[] carriers = { 64, 4, 5, 8, 9, 64, 16, 64 };
        int[] words = { 1, 1, 2, 2, 4, 16, 2, 8 };
        for (int i = 0; i < carriers.length; i++) {
            assertEquals(words[i], new StrandSet<>(Arrays.copyOf(all, strands[i]), carriers[i]).wordCount(),
                    strands[i] + " strands, " + carriers[i] + " carriers");
        }
    }

    /** Whatever their number is. */
    @Test
    void allStrandsHaveAPlace() {
        for (int strands = 1; strands <= 300; strands++) {
            StrandSet<Strand> set = new StrandSet<>(Arrays.copyOf(all, strands), MANY_CARRIERS);
            STRANDS.subList(0, strands).forEach(set::add);
            int[] sizes = sizes(set);
            Arrays.sort(sizes);
            assertTrue(sizes[sizes.length - 1] - sizes[0] <= 1, strands + " strands: " + Arrays.toString(sizes));
            assertEquals(new HashSet<>(STRANDS.subList(0, strands)), new HashSet<>(takeAll(set)));
        }
    }

    private static int[] sizes(StrandSet<Strand> set) {
        int[] sizes = new int[set.wordCount()];
        for (int word = 0; word < sizes.length; word++) {
            sizes[word] = Long.bitCount(set.bits(word));
        }
        return sizes;
    }

    /** A program may have its busy connections on each sixteenth event loop. */
    @Test
    void eachSixteenthStrandHasAnotherWord() {
        StrandSet<Strand> set = new StrandSet<>(all, MANY_CARRIERS);
        for (int i = 0; i < STRANDS.size(); i += WORDS) {
            set.add(STRANDS.get(i));
        }
        for (int size : sizes(set)) {
            assertEquals(STRANDS.size() / WORDS / WORDS, size);
        }
    }

    /** If the next word were always the one after an empty word, it would get the turns of both. */
    @Test
    void wordsThatHaveStrandsGetTheSameShare() {
        int turns = 10_000;
        StrandSet<Strand> set = new StrandSet<>(all, MANY_CARRIERS);
        set.add(STRANDS.get(0));
        set.add(STRANDS.get(1));
        int first = 0;
        for (int i = 0; i < turns; i++) {
            Strand strand = set.poll();
            first += strand == STRANDS.get(0) ? 1 : 0;
            set.add(strand);
        }
        assertTrue(first > turns * 0.3 && first < turns * 0.7, first + " of " + turns);
    }

    /** It is found in whatever word it is, wherever one begins to look. */
    @Test
    void aLoneStrandIsFound() {
        StrandSet<Strand> set = new StrandSet<>(all, MANY_CARRIERS);
        for (Strand strand : STRANDS) {
            assertTrue(set.isEmpty());
            assertNull(set.poll());
            set.add(strand);
            assertEquals(1, set.size());
            assertFalse(set.isEmpty());
            assertSame(strand, set.poll());
        }
    }

    /** A group may have fewer strands than carriers. */
    @Test
    void fewStrandsForManyCarriers() {
        StrandSet<Strand> set = new StrandSet<>(new Strand[] { STRANDS.get(0) }, MANY_CARRIERS);
        set.add(STRANDS.get(0));
        assertSame(STRANDS.get(0), set.poll());
        assertNull(set.poll());
    }

    @Test
    void aStrandThatIsAddedTwiceIsThereOnce() {
        StrandSet<Strand> set = newFullSet(MANY_CARRIERS);
        STRANDS.forEach(set::add);
        assertEquals(STRANDS.size(), set.size());
        assertEquals(STRANDS.size(), takeAll(set).size());
    }

    @Test
    void noStrandIsLostOrDoubledByManyThreads() throws Exception {
        StrandSet<Strand> set = new StrandSet<>(all, MANY_CARRIERS);
        List<Strand> few = STRANDS.subList(0, 4);
        few.forEach(set::add);
        ExecutorService threads = Executors.newCachedThreadPool();
        List<java.util.concurrent.Future<?>> ends = new ArrayList<>();
        CyclicBarrier start = new CyclicBarrier(few.size());
        for (int i = 0; i < few.size(); i++) {
            ends.add(threads.submit(() -> {
                start.await();
                for (int turn = 0; turn < 200_000; turn++) {
                    Strand strand = set.poll();
                    while (strand == null) {
                        // It was behind this thread. Each thread holds one at most, so there is one for each.
                        strand = set.poll();
                    }
                    set.add(strand);
                }
                return null;
            }));
        }
        for (java.util.concurrent.Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        Strand[] left = takeAll(set).toArray(new Strand[0]);
        Arrays.sort(left, (a, b) -> Integer.compare(a.number(), b.number()));
        assertEquals(few, Arrays.asList(left));
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
