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

import io.netty.util.concurrent.DefaultThreadFactory;

import java.util.concurrent.locks.LockSupport;

/**
 * Looks from time to time whether handlers hold up all carriers of a group, and starts a spare one then. It needs a
 * thread that is none of those, and a thread that nobody else may block.
 */
final class SpareCarriers implements Runnable {

    private final CarrierPool pool;
    private final long afterNanos;
    /** Written under the lock of the pool. */
    private Thread thread;
    /** Written by who ends the last strand, read by the thread. */
    private volatile boolean stopped;

    SpareCarriers(CarrierPool pool, long afterNanos) {
        this.pool = pool;
        this.afterNanos = afterNanos;
    }

    /** All usual carriers are about to be started. May be called again. Under the lock of the pool. */
    void watch() {
        if (thread == null) {
            Thread watcher = new DefaultThreadFactory(SpareCarriers.class, true).newThread(this);
            watcher.start();
            thread = watcher;
        }
    }

    /** There is nothing to run any more. Under the lock of the pool. */
    void stop() {
        stopped = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        long last = -1;
        while (!stopped) {
            long begin = System.nanoTime();
            do {
                LockSupport.parkNanos(this, afterNanos);
            } while (!stopped && System.nanoTime() - begin < afterNanos);
            long runs = pool.runsIfAllAreBusy();
            if (runs != -1 && runs == last) {
                pool.startSpareCarrier();
                runs = -1;
            }
            last = runs;
        }
    }
}
