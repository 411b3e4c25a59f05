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
package io.netty.iocpnotify.faults;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places in the transport's classes that allocate memory, as {@link AllocationAgent} has found them. Each can be
 * made to fail once with an {@link OutOfMemoryError}, in threads of event loops only.
 */
public final class AllocationSites {

    /** What the names of the loops' threads begin with. */
    static final String THREAD_PREFIX = "loop";

    private static final int NONE = -1;

    /** Guarded by itself. */
    private static final List<String> NAMES = new ArrayList<String>();
    /** Guarded by itself. */
    private static final BitSet REACHED = new BitSet();
    /** The site that fails next. */
    private static final AtomicInteger ARMED = new AtomicInteger(NONE);
    private static volatile boolean recording;
    /** The last that was thrown; written by the thread that it was thrown in. */
    private static volatile OutOfMemoryError thrown;

    private AllocationSites() { }

    static int add(String name) {
        synchronized (NAMES) {
            NAMES.add(name);
            return NAMES.size() - 1;
        }
    }

    static String name(int site) {
        synchronized (NAMES) {
            return NAMES.get(site);
        }
    }

    /** Called by the instrumented classes before they allocate. */
    public static void reached(int site) {
        if (recording || ARMED.get() == site) {
            reachedNow(site);
        }
    }

    private static void reachedNow(int site) {
        if (!Thread.currentThread().getName().startsWith(THREAD_PREFIX)) {
            return;
        }
        if (recording) {
            synchronized (REACHED) {
                REACHED.set(site);
            }
        }
        if (ARMED.compareAndSet(site, NONE)) {
            OutOfMemoryError error = new OutOfMemoryError("injected at " + name(site));
            thrown = error;
            throw error;
        }
    }

    /** Begins to note which sites are reached. */
    static void record() {
        synchronized (REACHED) {
            REACHED.clear();
        }
        recording = true;
    }

    /** Returns the sites that were reached since {@link #record()}. */
    static BitSet recorded() {
        recording = false;
        synchronized (REACHED) {
            return (BitSet) REACHED.clone();
        }
    }

    /** Lets the site fail when it is reached next. */
    static void arm(int site) {
        ARMED.set(site);
    }

    /** Returns whether the site that was armed last has failed; it does not any more. */
    static boolean disarm() {
        return ARMED.getAndSet(NONE) == NONE;
    }

    /** Returns the last error that was thrown, {@code null} if there was none. */
    static OutOfMemoryError thrown() {
        return thrown;
    }
}
