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

import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * A packet of ours that threads post to a port to end a wait. Who finds one under way relies on it. So a packet that
 * the system has no memory for is posted again until it is there, or nobody waits any more.
 * <p>
 * A thread may be stopped anywhere in here. A packet counts as under way only after it was posted. So nobody relies on
 * a thread that is about to post; two that post at the same time post two packets. And the thread that has dequeued a
 * packet may be stopped before it says so. So a packet is relied on for some time only. After that others post again,
 * up to one packet for each thread that takes them.
 */
public final class PostedPacket {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PostedPacket.class);

    /** For how long others rely on a thread that was woken, or searches for work: longer than one takes that runs. */
    public static final long RELIED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long AGAIN_MILLIS = 10;
    /** {@link #posting} when nobody posts any more. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private final IntSupplier post;
    private final BooleanSupplier isAnyWaiting;
    private final int takers;
    private final long reliedNanos;
    private final EventExecutor later;

    /**
     * How many packets are on the port. Raised by who has posted one, after the call, and lowered by who has dequeued
     * one. So it is -1 for a moment if the packet is quicker than the thread that has posted it.
     */
    private final AtomicInteger underWay = new AtomicInteger();
    /**
     * When the last packet was posted, or long ago if that one has come and an older one has not. Written by who has
     * posted it, before {@link #underWay} tells of it, and by who has dequeued it.
     */
    private volatile long postedNanos;
    /** How many threads may be in the call that posts, or CLOSED. Any thread. */
    private final AtomicInteger posting = new AtomicInteger();
    /** Any thread. */
    private final AtomicLong posts = new AtomicLong();
    /** Whether the last one that was to be posted is not there. Any thread writes it, and reads it. */
    private volatile boolean missing;

    /** {@code post} returns 0 or a negative error code. {@code takers} threads take packets from the port. */
    public PostedPacket(IntSupplier post, BooleanSupplier isAnyWaiting, int takers, long reliedNanos) {
        this(post, isAnyWaiting, takers, reliedNanos, GlobalEventExecutor.INSTANCE);
    }

    /** @param later posts again what the system had no memory for */
    PostedPacket(IntSupplier post, BooleanSupplier isAnyWaiting, int takers, long reliedNanos, EventExecutor later) {
        this.post = post;
        this.isAnyWaiting = isAnyWaiting;
        this.takers = takers;
        this.reliedNanos = reliedNanos;
        this.later = later;
    }

    /** Whether a packet is under way that one may rely on. Any thread. */
    public boolean isUnderWay() {
        int packets = underWay.get();
        return packets > 0 && (packets >= takers || LoopClock.nanos() - postedNanos < reliedNanos);
    }

    /** Any thread, when it has made the work that is to be looked for. */
    public void post() {
        int error = tryPost();
        if (error != 0) {
            postLater();
            Errors.logFailed(logger, "A waiting thread could not be woken, which is tried again until it is",
                    "PostQueuedCompletionStatus", error);
        }
    }

    /** Returns 0 or a negative error code. */
    private int tryPost() {
        if (isUnderWay() || !beginPost()) {
            return 0;
        }
        boolean success = false;
        try {
            int error = post.getAsInt();
            success = error == 0;
            if (success) {
                postedNanos = LoopClock.nanos();
                underWay.incrementAndGet();
                posts.incrementAndGet();
            }
            return error;
        } finally {
            if (missing == success) {
                missing = !success;
            }
            posting.decrementAndGet();
        }
    }

    private boolean beginPost() {
        int threads;
        do {
            threads = posting.get();
            if (threads == CLOSED) {
                return false;
            }
        } while (!posting.compareAndSet(threads, threads + 1));
        return true;
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
    public boolean isMissing() {
        return missing;
    }

    /** Any thread. */
    public long posts() {
        return posts.get();
    }

    /** Called by the thread that dequeued the packet, before it looks for work. */
    public void dequeued() {
        if (underWay.decrementAndGet() > 0) {
            // Those that are left may be in the hands of threads that are stopped, for longer than this one.
            postedNanos = LoopClock.nanos() - reliedNanos;
        }
    }

    /**
     * To be called before the port is closed, until it returns {@code true}: nobody posts from then on. If not, there
     * is a packet to dequeue, or a thread is about to post one.
     */
    public boolean end() {
        return (posting.compareAndSet(0, CLOSED) || posting.get() == CLOSED) && underWay.get() == 0;
    }
}
