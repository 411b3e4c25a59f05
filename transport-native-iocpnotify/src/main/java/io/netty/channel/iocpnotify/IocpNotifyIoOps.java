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
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;

/**
 * A set of conditions of a socket. An {@link IocpNotifyIoHandle} submits the conditions that it wants to be told of. An
 * {@link IocpNotifyIoHandle.Event} reports the conditions that hold. The set is immutable, and any thread may use it.
 * <p>
 * The bits are those of Winsock's {@code SOCK_NOTIFY_EVENT_*} and {@code SOCK_NOTIFY_REGISTER_EVENT_*}, which are
 * equal.
 */
public final class IocpNotifyIoOps implements IoOps {

    private static final int ALL_VALUES = SocketEvents.IN | SocketEvents.OUT | SocketEvents.HANGUP | SocketEvents.ERR;
    private static final IocpNotifyIoOps[] CACHE = new IocpNotifyIoOps[ALL_VALUES + 1];

    /** The empty set. */
    public static final IocpNotifyIoOps NONE = valueOf(0);

    /** There is data to read. On a listening socket: there is a connection to accept. */
    public static final IocpNotifyIoOps IN = valueOf(SocketEvents.IN);

    /** There is room to send, or a connect has succeeded. */
    public static final IocpNotifyIoOps OUT = valueOf(SocketEvents.OUT);

    /** The peer has closed its sending side. This stays true for the rest of the connection. */
    public static final IocpNotifyIoOps HANGUP = valueOf(SocketEvents.HANGUP);

    /** The connection was reset, or a connect has failed. It is reported whether it was asked for or not. */
    public static final IocpNotifyIoOps ERR = valueOf(SocketEvents.ERR);

    /** {@link #IN} and {@link #HANGUP}: the conditions that a reader asks for. */
    public static final IocpNotifyIoOps IN_HANGUP = valueOf(SocketEvents.IN_HANGUP);

    final int value;

    private IocpNotifyIoOps(int value) {
        this.value = value;
    }

    /**
     * {@return the set with the given bits}
     *
     * @param value the bits
     * @throws IllegalArgumentException if a bit does not stand for a condition
     */
    public static IocpNotifyIoOps valueOf(int value) {
        if ((value & ~ALL_VALUES) != 0) {
            throw new IllegalArgumentException("value: 0x" + Integer.toHexString(value) + " (expected: bits of 0x" +
                    Integer.toHexString(ALL_VALUES) + ')');
        }
        IocpNotifyIoOps ops = CACHE[value];
        if (ops == null) {
            // Two threads may come here at once. They make equal objects, and every field is final.
            CACHE[value] = ops = new IocpNotifyIoOps(value);
        }
        return ops;
    }

    /** {@return the bits of this set} */
    public int value() {
        return value;
    }

    /**
     * {@return whether this set has all conditions of another one}
     *
     * @param ops the other set
     * @throws NullPointerException if {@code ops} is {@code null}
     */
    public boolean contains(IocpNotifyIoOps ops) {
        return (value & ops.value) == ops.value;
    }

    /**
     * {@return the conditions that are in this set or in another one}
     *
     * @param ops the other set
     * @throws NullPointerException if {@code ops} is {@code null}
     */
    public IocpNotifyIoOps with(IocpNotifyIoOps ops) {
        return contains(ops) ? this : valueOf(value | ops.value);
    }

    /**
     * {@return the conditions of this set that are not in another one}
     *
     * @param ops the other set
     * @throws NullPointerException if {@code ops} is {@code null}
     */
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
        append(text, SocketEvents.IN, "IN ");
        append(text, SocketEvents.OUT, "OUT ");
        append(text, SocketEvents.HANGUP, "HANGUP ");
        append(text, SocketEvents.ERR, "ERR ");
        return text.toString().trim() + ')';
    }

    private void append(StringBuilder text, int bit, String name) {
        if ((value & bit) != 0) {
            text.append(name);
        }
    }
}
