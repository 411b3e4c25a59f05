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

import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What this system says of something that only a socket made for the purpose can tell. Asked when somebody wants to
 * know, and once, unless there is no answer: that passes. Any thread may ask; two that ask at the same time may both
 * call the system, with the same result. The transport must be available.
 */
public final class SystemProbe {

    private final LongSupplier open;
    private final LongUnaryOperator ask;
    private final IntPredicate isPassing;
    private final boolean meanwhile;

    /** {@code null} until it is known. Written by any thread. */
    private volatile Long answer;

    /**
     * @param open makes the socket that can tell, or returns an error
     * @param ask what the call that tells has returned: negative if it failed
     * @param isPassing whether an error does not say that the system lacks what is asked for
     * @param meanwhile whether to say that the system has it while it cannot be found out
     */
    SystemProbe(LongSupplier open, LongUnaryOperator ask, IntPredicate isPassing, boolean meanwhile) {
        this.open = open;
        this.ask = ask;
        this.isPassing = isPassing;
        this.meanwhile = meanwhile;
    }

    /** Whether there are such sockets. Who opens one while nobody knows is told of the want of memory or handles. */
    static SystemProbe ofSocket(LongSupplier open) {
        return new SystemProbe(open, socket -> 0, Errors::isResourceExhausted, true);
    }

    /** Whether a call for a socket of TCP succeeds. While nobody knows, it is not made. */
    public static SystemProbe ofCall(LongUnaryOperator call) {
        return ofCall(SystemProbe::newTcp, call);
    }

    static SystemProbe ofCall(LongSupplier open, LongUnaryOperator call) {
        return new SystemProbe(open, call, Errors::isResourceExhausted, false);
    }

    /**
     * Whether sockets of TCP have an option: to read it changes nothing. The library is asked for its constants when
     * the system is: the tables of options load without it.
     */
    public static SystemProbe ofOption(IntSupplier level, IntSupplier name) {
        return ofOption(socket -> NativeSocket.getInt(socket, level.getAsInt(), name.getAsInt()));
    }

    /** Only "unknown option" is a no. While there is none, the call that follows says what is wrong. */
    static SystemProbe ofOption(LongUnaryOperator call) {
        return new SystemProbe(SystemProbe::newTcp, call,
                error -> error != Errors.WSAENOPROTOOPT && error != Errors.WSAEOPNOTSUPP, true);
    }

    static long newTcp() {
        long socket = NativeSocket.newStream(false);
        // There may be no IPv4.
        return socket < 0 && !Errors.isResourceExhausted((int) -socket) ? NativeSocket.newStream(true) : socket;
    }

    public boolean isSupported() {
        return answer() >= 0;
    }

    /** What the call has returned. While it cannot be found out 0, or the error. */
    public long answer() {
        Long known = answer;
        if (known != null) {
            return known;
        }
        long result = call();
        if (result < 0 && isPassing.test((int) -result)) {
            return meanwhile ? 0 : result;
        }
        answer = result;
        return result;
    }

    private long call() {
        long socket = open.getAsLong();
        if (socket < 0) {
            return socket;
        }
        try {
            return ask.applyAsLong(socket);
        } finally {
            NativeSocket.close(socket);
        }
    }
}
