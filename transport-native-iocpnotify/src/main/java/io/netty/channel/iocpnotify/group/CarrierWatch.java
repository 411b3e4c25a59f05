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

import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a group that looks at its carriers from time to time. It is none of those, and nobody else may block
 * it. A group has it only if it has somebody who wants to look.
 */
final class CarrierWatch implements Runnable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CarrierWatch.class);

    /** What is called each time, in this order. */
    private final Look[] looks;
    /** Written under the lock of the starter. */
    private Thread thread;
    /** Written by who ends the last strand, read by the thread. */
    private volatile boolean stopped;

    /** Somebody who looks at the carriers; in the thread of the watch. */
    interface Look {

        /** How long after a look the next one is. */
        long periodNanos();

        void look();
    }

    CarrierWatch(Look... looks) {
        this.looks = looks;
    }

    /** The first carrier is about to be started. May be called again. Under the lock of the starter. */
    void begin() {
        if (thread == null) {
            Thread watcher = new DefaultThreadFactory(CarrierWatch.class, true).newThread(this);
            watcher.start();
            thread = watcher;
        }
    }

    /** There is nothing to run any more. Under the lock of the starter. */
    void stop() {
        stopped = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private static void look(Look look) {
        try {
            look.look();
        } catch (Throwable t) {
            Errors.logUnexpected(logger, "Unexpected exception while looking at the threads of a group", t);
        }
    }

    @Override
    public void run() {
        long[] next = new long[looks.length];
        for (int i = 0; i < looks.length; i++) {
            next[i] = System.nanoTime() + looks[i].periodNanos();
        }
        while (!stopped) {
            long nowNanos = System.nanoTime();
            long waitNanos = Long.MAX_VALUE;
            for (int i = 0; i < looks.length; i++) {
                if (nowNanos - next[i] >= 0) {
                    look(looks[i]);
                    next[i] = System.nanoTime() + looks[i].periodNanos();
                }
                waitNanos = Math.min(waitNanos, next[i] - nowNanos);
            }
            LockSupport.parkNanos(this, waitNanos);
            // Nobody has a reason to interrupt this thread. It would not wait any more.
            if (Thread.interrupted()) {
                logger.debug("{} was interrupted", Thread.currentThread());
            }
        }
    }
}
