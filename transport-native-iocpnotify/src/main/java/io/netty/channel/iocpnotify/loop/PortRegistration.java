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

import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** What a key of the {@link RegistrationTable} stands for. */
public abstract class PortRegistration implements IoRegistration {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PortRegistration.class);

    /** Belongs to the {@link ReadyList}. */
    PortRegistration nextReady;

    /** The same for as long as this lives; no other registration of the same table has or will have it. */
    abstract long key();

    /** Whom the packets are for: what messages name. */
    public abstract PortHandle handle();

    /**
     * Takes what the packet says, as the array is used again at once, and tells the loop. Any thread that dequeues.
     * After an {@link OutOfMemoryError} nothing has happened, and it may be called again.
     */
    abstract void takePacket(PacketArray packets, int index);

    /** An exception does not stop what is handled after it. In the loop. */
    public final void handleReady() {
        try {
            handlePackets();
        } catch (Throwable t) {
            Errors.logUnexpected(logger, "Unexpected exception while handling a packet", t);
        }
    }

    /** Handles what was taken; may throw. In the loop. */
    abstract void handlePackets();

    /**
     * The registrations of one event loop that have something to handle, in the order in which they were added. Any
     * thread adds, the loop takes.
     * <p>
     * They are linked through a field of their own. So nothing is allocated here, and nothing can fail: a packet that
     * was dequeued is lost if its registration does not get into this list. A registration that is in the list must not
     * be added; it may be from the moment on at which {@link #poll} has returned it.
     */
    public static final class ReadyList {

        private static final AtomicReferenceFieldUpdater<ReadyList, PortRegistration> NEWEST =
                AtomicReferenceFieldUpdater.newUpdater(ReadyList.class, PortRegistration.class, "newest");

        /** Those that were added since the loop looked here, last in first: pushed by any thread, taken by the loop. */
        private volatile PortRegistration newest;

        /** Those that the loop has taken from there, first in first. The loop's own. */
        private PortRegistration oldest;

        public void add(PortRegistration registration) {
            PortRegistration before;
            do {
                before = newest;
                registration.nextReady = before;
            } while (!NEWEST.compareAndSet(this, before, registration));
        }

        /** Returns the one that has been here for the longest time, or {@code null}. */
        public PortRegistration poll() {
            if (oldest == null && newest != null) {
                PortRegistration taken = NEWEST.getAndSet(this, null);
                while (taken != null) {
                    PortRegistration before = taken.nextReady;
                    taken.nextReady = oldest;
                    oldest = taken;
                    taken = before;
                }
            }
            PortRegistration first = oldest;
            if (first != null) {
                oldest = first.nextReady;
                first.nextReady = null;
            }
            return first;
        }

        /** For the loop. */
        public boolean isEmpty() {
            return oldest == null && newest == null;
        }
    }
}
