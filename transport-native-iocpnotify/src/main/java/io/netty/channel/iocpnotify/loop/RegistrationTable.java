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

import io.netty.channel.iocpnotify.winsock.CompletionKey;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Maps completion keys to registrations. A key is slot and generation. The slot of a closed socket is used again, with
 * the next generation. So a packet that was queued before the close finds nobody. Slots are never unmapped, because no
 * one can know when the last such packet comes. {@link #find} is for any thread and takes no lock; the rest is rare and
 * does.
 */
public final class RegistrationTable {

    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_SIZE = 1 << CHUNK_SHIFT;

    /** Replaced, never changed in place, under the lock; read without it. A slot once visible stays where it is. */
    @SuppressWarnings("unchecked")
    private volatile AtomicReferenceArray<PortRegistration>[] chunks = new AtomicReferenceArray[0];

    // Guarded by this.
    private int[] generations = new int[CHUNK_SIZE];
    /** Has room for all slots that there are: a release cannot fail. */
    private int[] freeSlots = new int[CHUNK_SIZE];
    private int freeCount;
    private int usedSlots;

    /** Reserves a key for the notifications of a socket, which finds nothing until {@link #publish}. */
    synchronized long reserve() {
        int slot = takeSlot();
        return CompletionKey.ofRegistration(slot, generations[slot]);
    }

    /** The same for overlapped operations. */
    synchronized long reserveForCompletions() {
        int slot = takeSlot();
        return CompletionKey.ofCompletion(slot, generations[slot]);
    }

    private int takeSlot() {
        if (freeCount > 0) {
            return freeSlots[--freeCount];
        }
        if (usedSlots == chunks.length << CHUNK_SHIFT) {
            grow();
        }
        return usedSlots++;
    }

    void publish(PortRegistration registration) {
        int slot = CompletionKey.slot(registration.key());
        chunks[slot >>> CHUNK_SHIFT].set(slot & CHUNK_SIZE - 1, registration);
    }

    /** Returns {@code null} if the registration has ended. */
    PortRegistration find(long key) {
        int slot = CompletionKey.slot(key);
        AtomicReferenceArray<PortRegistration>[] chunks = this.chunks;
        int chunk = slot >>> CHUNK_SHIFT;
        if (chunk >= chunks.length) {
            return null;
        }
        PortRegistration registration = chunks[chunk].get(slot & CHUNK_SIZE - 1);
        return registration != null && registration.key() == key ? registration : null;
    }

    /** Ends the key for good; the slot is free for the next registration. Must be called once for each key. */
    synchronized void release(long key) {
        int slot = CompletionKey.slot(key);
        chunks[slot >>> CHUNK_SHIFT].set(slot & CHUNK_SIZE - 1, null);
        generations[slot]++;
        freeSlots[freeCount++] = slot;
    }

    private void grow() {
        int last = chunks.length;
        AtomicReferenceArray<PortRegistration>[] grown = Arrays.copyOf(chunks, last + 1);
        grown[last] = new AtomicReferenceArray<PortRegistration>(CHUNK_SIZE);
        generations = Arrays.copyOf(generations, grown.length << CHUNK_SHIFT);
        freeSlots = Arrays.copyOf(freeSlots, grown.length << CHUNK_SHIFT);
        chunks = grown;
    }
}
