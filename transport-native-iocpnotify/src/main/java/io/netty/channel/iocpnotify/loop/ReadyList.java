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

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What a loop has to handle, in the order in which it was added: registrations, or the packets of one of them. Any
 * thread adds, the loop takes.
 * <p>
 * The entries are linked through a field of their own. So nothing is allocated here, and nothing can fail: a packet
 * that was dequeued is lost if its registration does not get into this list. What is in the list must not be added; it
 * may be from the moment on at which {@link #poll} has returned it.
 */
public final class ReadyList<E extends ReadyList.Entry> {

    /** What can be in a list, in one at a time. */
    public abstract static class Entry {
        /** Belongs to the list while this is in one. */
        Entry next;
    }

    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<ReadyList, Entry> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(ReadyList.class, Entry.class, "newest");

    /** What was added since the loop looked here, last in first: pushed by any thread, taken by the loop. */
    private volatile Entry newest;

    /** What the loop has taken from there, first in first. The loop's own. */
    private Entry oldest;

    public void add(E entry) {
        Entry before;
        do {
            before = newest;
            entry.next = before;
        } while (!NEWEST.compareAndSet(this, before, entry));
    }

    /** Returns what has been here for the longest time, or {@code null}. */
    @SuppressWarnings("unchecked")
    public E poll() {
        if (oldest == null && newest != null) {
            Entry taken = NEWEST.getAndSet(this, null);
            while (taken != null) {
                Entry before = taken.next;
                taken.next = oldest;
                oldest = taken;
                taken = before;
            }
        }
        Entry first = oldest;
        if (first != null) {
            oldest = first.next;
            first.next = null;
        }
        return (E) first;
    }

    /** For the loop. */
    public boolean isEmpty() {
        return oldest == null && newest == null;
    }
}
