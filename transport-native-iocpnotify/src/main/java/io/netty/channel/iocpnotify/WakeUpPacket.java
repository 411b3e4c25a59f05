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
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The packet that ends a wait on a port. At most one is under way: who finds one there relies on it. So one that the
 * system has no memory for is posted again until it is there, or nobody waits any more.
 */
final class WakeUpPacket {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(WakeUpPacket.class);

    private static final long AGAIN_MILLIS = 10;

    private final IntSupplier post;
    private final BooleanSupplier isAnyWaiting;
    private final EventExecutor later;

    /** Set by whoever posts, cleared by who dequeues the packet. */
    private final AtomicBoolean posted = new AtomicBoolean();
    /** Written by who has set {@link #posted}, before it posts, so by one thread at a time; read by any thread. */
    private volatile long posts;
    /** Whether the last one that was to be posted is not there. Any thread writes it, and reads it. */
    private volatile boolean missing;

    /**
     * @param post         posts a packet with the key {@link CompletionKey#WAKE_UP}; returns 0 or a negative error code
     * @param isAnyWaiting whether there is anybody to wake
     */
    WakeUpPacket(IntSupplier post, BooleanSupplier isAnyWaiting) {
        this(post, isAnyWaiting, GlobalEventExecutor.INSTANCE);
    }

    /**
     * @param later posts again what the system had no memory for
     */
    WakeUpPacket(IntSupplier post, BooleanSupplier isAnyWaiting, EventExecutor later) {
        this.post = post;
        this.isAnyWaiting = isAnyWaiting;
        this.later = later;
    }

    /** Any thread, when it has made the work that is to be looked for. */
    void post() {
        int error = tryPost();
        if (error != 0) {
            postLater();
            Errors.logFailed(logger, "A waiting thread could not be woken, which is tried again until it is",
                    "PostQueuedCompletionStatus", error);
        }
    }

    private int tryPost() {
        if (!posted.compareAndSet(false, true)) {
            return 0;
        }
        boolean success = false;
        try {
            posts++;
            int error = post.getAsInt();
            success = error == 0;
            return error;
        } finally {
            if (success) {
                if (missing) {
                    missing = false;
                }
            } else {
                missing = true;
                posted.set(false);
            }
        }
    }

    private void postLater() {
        try {
            later.schedule(() -> {
                if (isAnyWaiting.getAsBoolean() && tryPost() != 0) {
                    postLater();
                }
            }, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (Throwable t) {
            // There may be no memory for a thread either. Then whoever brings work next posts it.
            Errors.logUnexpected(logger, "Nobody could be asked to wake a waiting thread later", t);
        }
    }

    /** Whether nobody may have been woken for the work that is there. Who brings more work posts then. Any thread. */
    boolean isMissing() {
        return missing;
    }

    /** How often it was posted. Any thread. */
    long posts() {
        return posts;
    }

    /** Called by the thread that dequeued the packet, before it looks for work. */
    void received() {
        posted.set(false);
    }

    /**
     * To be called before the port is closed, until it returns {@code true}: nobody posts from then on. If not, there
     * is a packet to dequeue.
     */
    boolean end() {
        return posted.compareAndSet(false, true);
    }
}
