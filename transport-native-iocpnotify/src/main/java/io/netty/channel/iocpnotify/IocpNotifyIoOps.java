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

import io.netty.channel.IoOps;

/**
 * A set of socket conditions: what a {@link IocpNotifyIoHandle} wants to hear of, or what an {@link IocpNotifyIoEvent}
 * reports. Immutable; the values are those of {@code SOCK_NOTIFY_EVENT_*} and {@code SOCK_NOTIFY_REGISTER_EVENT_*},
 * which agree.
 */
public final class IocpNotifyIoOps implements IoOps {

    // Winsock's own numbers, held against the C constants by a test. They stand here as well because this class must
    // load without the native library.
    static final int IN_VALUE = 0x01;
    static final int OUT_VALUE = 0x02;
    static final int HANGUP_VALUE = 0x04;
    static final int ERR_VALUE = 0x40;

    private static final int ALL_VALUES = IN_VALUE | OUT_VALUE | HANGUP_VALUE | ERR_VALUE;
    private static final IocpNotifyIoOps[] CACHE = new IocpNotifyIoOps[ALL_VALUES + 1];

    /** Nothing. */
    public static final IocpNotifyIoOps NONE = valueOf(0);

    /** Data to read, or, on a listening socket, a connection to accept. */
    public static final IocpNotifyIoOps IN = valueOf(IN_VALUE);

    /** Space to send, or a connection attempt that succeeded. */
    public static final IocpNotifyIoOps OUT = valueOf(OUT_VALUE);

    /** The peer closed its sending side. Stays true for the rest of the connection. */
    public static final IocpNotifyIoOps HANGUP = valueOf(HANGUP_VALUE);

    /** A reset connection or a failed connection attempt. Reported whether wanted or not. */
    public static final IocpNotifyIoOps ERR = valueOf(ERR_VALUE);

    /** What a reader wants: {@link #IN} and {@link #HANGUP}. */
    public static final IocpNotifyIoOps IN_HANGUP = valueOf(IN_VALUE | HANGUP_VALUE);

    final int value;

    private IocpNotifyIoOps(int value) {
        this.value = value;
    }

    /**
     * Returns the set with the given bits.
     *
     * @throws IllegalArgumentException if there are bits that name no condition
     */
    public static IocpNotifyIoOps valueOf(int value) {
        if ((value & ~ALL_VALUES) != 0) {
            throw new IllegalArgumentException("value: 0x" + Integer.toHexString(value) + " (expected: bits of 0x" +
                    Integer.toHexString(ALL_VALUES) + ')');
        }
        IocpNotifyIoOps ops = CACHE[value];
        if (ops == null) {
            // Two threads may race here: they make equal objects, and every field is final.
            CACHE[value] = ops = new IocpNotifyIoOps(value);
        }
        return ops;
    }

    /** Returns the bits of this set. */
    public int value() {
        return value;
    }

    /** Returns {@code true} if all of {@code ops} are in this set. */
    public boolean contains(IocpNotifyIoOps ops) {
        return (value & ops.value) == ops.value;
    }

    /** Returns this set and {@code ops} together. */
    public IocpNotifyIoOps with(IocpNotifyIoOps ops) {
        return contains(ops) ? this : valueOf(value | ops.value);
    }

    /** Returns this set less {@code ops}. */
    public IocpNotifyIoOps without(IocpNotifyIoOps ops) {
        return (value & ops.value) == 0 ? this : valueOf(value & ~ops.value);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof IocpNotifyIoOps && ((IocpNotifyIoOps) o).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("IocpNotifyIoOps(");
        append(text, IN_VALUE, "IN ");
        append(text, OUT_VALUE, "OUT ");
        append(text, HANGUP_VALUE, "HANGUP ");
        append(text, ERR_VALUE, "ERR ");
        return text.toString().trim() + ')';
    }

    private void append(StringBuilder text, int bit, String name) {
        if ((value & bit) != 0) {
            text.append(name);
        }
    }
}
