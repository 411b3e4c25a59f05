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

/**
 * The one key space of a port: 64 bits that tell what a packet is for. A packet is known by its key alone, because
 * Winsock reserves the {@code lpOverlapped} of a notification.
 * <pre>
 *   63..62  type
 *   61..32  generation of the slot (types REGISTRATION and COMPLETION)
 *   31..0   slot in the {@code RegistrationTable} (types REGISTRATION and COMPLETION)
 * </pre>
 */
public final class CompletionKey {

    private static final int TYPE_SHIFT = 62;
    private static final int GENERATION_SHIFT = 32;
    private static final int GENERATION_MASK = (1 << 30) - 1;

    private static final long TYPE_SIGNAL = 0;
    /** Notifications of a socket. */
    private static final long TYPE_REGISTRATION = 1;
    /** Overlapped operations, and what users post. */
    private static final long TYPE_COMPLETION = 2;

    /** Posted to make one waiting thread look around; says nothing else. */
    public static final long WAKE_UP = TYPE_SIGNAL << TYPE_SHIFT | 1;

    private CompletionKey() {
    }

    public static long ofRegistration(int slot, int generation) {
        return of(TYPE_REGISTRATION, slot, generation);
    }

    public static long ofCompletion(int slot, int generation) {
        return of(TYPE_COMPLETION, slot, generation);
    }

    private static long of(long type, int slot, int generation) {
        return type << TYPE_SHIFT | (long) (generation & GENERATION_MASK) << GENERATION_SHIFT | slot & 0xFFFFFFFFL;
    }

    /** Whether the {@code RegistrationTable} knows, or has known, whom the packet is for. */
    public static boolean isOfTable(long key) {
        long type = key >>> TYPE_SHIFT;
        return type == TYPE_REGISTRATION || type == TYPE_COMPLETION;
    }

    public static int slot(long key) {
        return (int) key;
    }
}
