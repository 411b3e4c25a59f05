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

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of strands of a group, or of what else it has a number of. Any thread adds, any carrier takes. It is a bit for
 * each strand, in words of 64.
 * <p>
 * To add a strand is one atomic step, and to take one is another. So there is no moment at which a thread that is
 * stopped keeps others from adding or taking. A strand that is added twice is here once.
 * <p>
 * Each word has a cursor: who takes a strand begins behind the one that was taken last. So a strand waits until each
 * other strand of its word was taken once at most. Who takes begins at any word, and goes on in any order: words that
 * have strands get the same share of the turns.
 */
public final class StrandSet<S extends StrandSet.Member> {

    /** What can be in a set. */
    interface Member {

        /** Its place among all of its group. */
        int number();
    }

    /** At least: with fewer carriers for a word, the carriers meet there less often. docs/scaling.md says why 8. */
    private static final int CARRIERS_PER_WORD = 8;
    /** In longs: two cache lines, because processors fetch lines in pairs. A word is written by all carriers. */
    private static final int STRIDE = 16;

    private final S[] strands;
    private final int mask;
    /** As a shift: division by the number of words. */
    private final int shift;
    /** Each word, its cursor behind it (all bits above the last one taken), and nothing else in their lines. */
    private final AtomicLongArray words;

    /** @param strands by their numbers; filled before they are added here */
    StrandSet(S[] strands, int carriers) {
        this.strands = strands;
        int needed = (strands.length + Long.SIZE - 1) / Long.SIZE;
        int wanted = Integer.highestOneBit(Math.max(1, Math.min(strands.length, carriers) / CARRIERS_PER_WORD));
        int count = wanted;
        while (count < needed) {
            count <<= 1;
        }
        mask = count - 1;
        shift = Integer.numberOfTrailingZeros(count);
        words = new AtomicLongArray((count + 1) * STRIDE);
    }

    void add(S strand) {
        int number = strand.number();
        int index = index(word(number));
        long bit = 1L << (number >>> shift);
        long bits;
        do {
            bits = words.get(index);
            if ((bits & bit) != 0) {
                return;
            }
        } while (!words.compareAndSet(index, bits, bits | bit));
    }

    /** {@code null} if there is none. */
    S poll() {
        int way = anyWay();
        for (int i = 0; i <= mask; i++) {
            int word = word(way, i);
            int index = index(word);
            for (long bits = words.get(index); bits != 0; bits = words.get(index)) {
                long behind = bits & words.get(index + 1);
                long bit = Long.lowestOneBit(behind != 0 ? behind : bits);
                if (words.compareAndSet(index, bits, bits ^ bit)) {
                    // Another carrier may write an older cursor later. Then a strand is passed over once.
                    words.lazySet(index + 1, -bit << 1);
                    return strand(word, Long.numberOfTrailingZeros(bit));
                }
            }
        }
        return null;
    }

    boolean isEmpty() {
        int way = anyWay();
        for (int i = 0; i <= mask; i++) {
            if (words.get(index(word(way, i))) != 0) {
                return false;
            }
        }
        return true;
    }

    public int size() {
        int size = 0;
        for (int word = 0; word < wordCount(); word++) {
            size += Long.bitCount(bits(word));
        }
        return size;
    }

    int wordCount() {
        return mask + 1;
    }

    long bits(int word) {
        return words.get(index(word));
    }

    /** The first stride is left free: in front of it lies what is none of ours. */
    private static int index(int word) {
        return (word + 1) * STRIDE;
    }

    /**
     * Of as many strands in a row as there are words, each has another word. The next row is shifted by one: else the
     * strands whose number is a multiple of the number of words, which may be the busy ones of some program, would all
     * be in one.
     */
    private int word(int number) {
        return number + (number >>> shift) & mask;
    }

    /** The strand that {@link #word(int)} puts there. */
    private S strand(int word, int bit) {
        return strands[bit << shift | word - bit & mask];
    }

    /**
     * Returns a way through all words. Carriers that begin at different words do not meet. Those that find the same
     * words empty go on to different ones.
     */
    private int anyWay() {
        return mask == 0 ? 0 : ThreadLocalRandom.current().nextInt();
    }

    /** Returns the word at step i of a way. The length of a step is odd, so each word comes once. */
    private int word(int way, int i) {
        return way + i * (way >>> Short.SIZE | 1) & mask;
    }
}
