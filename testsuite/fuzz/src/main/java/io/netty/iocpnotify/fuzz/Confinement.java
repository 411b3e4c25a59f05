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
package io.netty.iocpnotify.fuzz;

import io.netty.util.concurrent.EventExecutor;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks that what runs in an event loop runs in it alone: the threads that are inside of each loop right now.
 */
final class Confinement {

    private static final ConcurrentMap<EventExecutor, AtomicReference<Thread>> INSIDE =
            new ConcurrentHashMap<EventExecutor, AtomicReference<Thread>>();

    private Confinement() {
    }

    /** Returns what {@link #leave} takes; {@code null} if this thread is inside already. */
    static AtomicReference<Thread> enter(EventExecutor loop, String what, Complaints complaints) {
        if (!loop.inEventLoop()) {
            complaints.add(what + " outside of its event loop");
            return null;
        }
        AtomicReference<Thread> inside = INSIDE.get(loop);
        if (inside == null) {
            inside = INSIDE.computeIfAbsent(loop, key -> new AtomicReference<Thread>());
        }
        Thread self = Thread.currentThread();
        Thread other = inside.get();
        if (other == self) {
            return null;
        }
        if (other != null || !inside.compareAndSet(null, self)) {
            complaints.add(what + " while another thread was in the same event loop");
            return null;
        }
        return inside;
    }

    static void leave(AtomicReference<Thread> inside) {
        if (inside != null) {
            inside.set(null);
        }
    }

    /** Loops that have ended are not kept. */
    static void forget() {
        INSIDE.clear();
    }
}
