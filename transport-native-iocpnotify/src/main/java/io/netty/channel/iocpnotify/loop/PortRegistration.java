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

/** What a key of the {@link RegistrationTable} stands for. */
public abstract class PortRegistration extends ReadyList.Entry implements IoRegistration {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PortRegistration.class);

    private final long key;

    PortRegistration(long key) {
        this.key = key;
    }

    /** No other registration of the same table has or will have it. */
    public final long key() {
        return key;
    }

    /** Whom the packets are for: what messages name. */
    public abstract PortHandle handle();

    /** Returns this: Netty's own event loops wrap registrations, and a channel needs to get at what is inside. */
    @SuppressWarnings("unchecked")
    @Override
    public final <T> T attachment() {
        return (T) this;
    }

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

    /** Tells the handle that this is no registration any more. */
    final void handleUnregistered() {
        try {
            handle().unregistered();
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} threw while it was unregistered", handle(), t);
        }
    }

    /** Handles what was taken; may throw. In the loop. */
    abstract void handlePackets();
}
