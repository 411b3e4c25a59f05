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
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * Takes the packets of a port to those that they are for, which their keys tell. Any thread that dequeues.
 * <p>
 * A packet comes once: whoever does not get it waits for ever. So a packet that makes trouble is no other packet's
 * trouble; and one that there is no memory for stays in the array, to be routed again.
 */
public final class PacketRouter {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PacketRouter.class);

    private static final int LAST_PACKETS_MILLIS = 10;
    private static final long PAUSE_MILLIS = 10;

    private final RegistrationTable table;
    private final PostedPacket wakeUp;

    public PacketRouter(RegistrationTable table, PostedPacket wakeUp) {
        this.table = table;
        this.wakeUp = wakeUp;
    }

    /**
     * Routes the first {@code count} packets, and returns how many were taken by registrations. Those that there is no
     * memory for are the first ones then, {@link PacketArray#kept} of them.
     */
    public int route(PacketArray packets, int count) {
        boolean isSaid = packets.kept > 0;
        int taken = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            try {
                if (route(packets.key(i), packets, i)) {
                    taken++;
                }
            } catch (OutOfMemoryError e) {
                if (!isSaid) {
                    isSaid = true;
                    Errors.logUnexpected(logger, "No memory for a packet, which is routed again until there is", e);
                }
                packets.move(i, kept++);
            } catch (Throwable t) {
                Errors.logUnexpected(logger, "Dropped a packet that could not be routed", t);
            }
        }
        packets.kept = kept;
        return taken;
    }

    /** Tries again with the packets that there was no memory for. */
    public int routeKept(PacketArray packets) {
        int taken = route(packets, packets.kept);
        if (packets.kept > 0) {
            pauseForMemory();
        }
        return taken;
    }

    /** Before the port is closed: routes the packets that were kept. If there are none, those that come soon. */
    public void routeLast(CompletionPort port, PacketArray packets) {
        if (packets.kept > 0) {
            routeKept(packets);
        } else {
            route(packets, Math.max(0, port.dequeue(LAST_PACKETS_MILLIS, packets)));
        }
    }

    private boolean route(long key, PacketArray packets, int index) {
        if (CompletionKey.isOfTable(key)) {
            PortRegistration registration = table.find(key);
            if (registration == null) {
                return false;
            }
            registration.takePacket(packets, index);
            return true;
        }
        if (key == CompletionKey.WAKE_UP) {
            wakeUp.dequeued();
        } else {
            logger.warn("Dropped a packet with the unknown completion key 0x{}", Long.toHexString(key));
        }
        return false;
    }

    /** Logs the error of a failed dequeue, and waits for what others may free, instead of spinning. */
    public static void pauseAfterFailedDequeue(InternalLogger logger, int error) {
        Errors.logFailed(logger, "The completion port could not be read; trying again in " + PAUSE_MILLIS + " ms",
                "ProcessSocketNotifications", error);
        pauseForMemory();
    }

    public static void pauseForMemory() {
        // A pending interrupt, which is the user's, would end the sleep before it began.
        boolean interrupted = Thread.interrupted();
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
