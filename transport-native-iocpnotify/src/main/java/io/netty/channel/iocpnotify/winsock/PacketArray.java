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
package io.netty.channel.iocpnotify.winsock;

/** An off-heap array of {@code OVERLAPPED_ENTRY}: what one call dequeues. Belongs to one thread. */
public final class PacketArray extends OffHeap {

    public final int capacity;

    /** How many the next call may bring: up to the capacity, which it is at the beginning. */
    public int limit;

    /** How many packets, the first ones, are still to be routed: until they are, no call may bring others. */
    public int kept;

    /** When the packets came, on the clock of the event loops. */
    public long receivedNanos;

    public PacketArray(int capacity) {
        super(capacity * Native.SIZEOF_PACKET);
        this.capacity = capacity;
        limit = capacity;
    }

    public void move(int from, int to) {
        if (from != to) {
            for (int i = 0; i < Native.SIZEOF_PACKET; i++) {
                memory.put(to * Native.SIZEOF_PACKET + i, memory.get(from * Native.SIZEOF_PACKET + i));
            }
        }
    }

    public long key(int index) {
        return memory.getLong(index * Native.SIZEOF_PACKET + Native.PACKET_KEY_OFFSET);
    }

    /** The event bits of a notification ({@code SocketNotificationRetrieveEvents}). */
    public int events(int index) {
        return memory.getInt(index * Native.SIZEOF_PACKET + Native.PACKET_BYTES_OFFSET);
    }

    /** The {@code lpOverlapped} of a packet that is no notification, where it is reserved. */
    public long overlapped(int index) {
        return memory.getLong(index * Native.SIZEOF_PACKET + Native.PACKET_OVERLAPPED_OFFSET);
    }

    /** How many bytes an overlapped operation has transferred. */
    public int bytes(int index) {
        return memory.getInt(index * Native.SIZEOF_PACKET + Native.PACKET_BYTES_OFFSET);
    }

    /** The {@code NTSTATUS} with which an overlapped operation has ended. */
    public int status(int index) {
        return memory.getInt(index * Native.SIZEOF_PACKET + Native.PACKET_STATUS_OFFSET);
    }
}
