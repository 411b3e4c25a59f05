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

import java.util.function.IntSupplier;

/**
 * What this system says of something that only a socket made for the purpose can tell. Asked when somebody wants to
 * know, and once, unless there is no answer: that passes. Any thread may ask; two that ask at the same time may both
 * call the system, with the same result. The transport must be available.
 */
public abstract class SystemProbe {

    private final boolean meanwhile;

    /** {@code null} until it is known. Written by any thread. */
    private volatile Long answer;

    /** @param meanwhile whether to say that the system has it while it cannot be found out */
    public SystemProbe(boolean meanwhile) {
        this.meanwhile = meanwhile;
    }

    /**
     * Whether sockets of TCP have an option: to read it changes nothing. The library is asked for its constants when
     * the system is: the tables of options load without it.
     */
    public static SystemProbe ofOption(final IntSupplier level, final IntSupplier name) {
        return new OptionProbe() {
            @Override
            public long ask(long socket) {
                return NativeSocket.getInt(socket, level.getAsInt(), name.getAsInt());
            }
        };
    }

    /** Makes the socket that can tell: one of TCP, unless it takes another. Returns an error if there is none. */
    long open() {
        long socket = NativeSocket.newStream(false);
        // There may be no IPv4.
        return socket < 0 && !Errors.isResourceExhausted((int) -socket) ? NativeSocket.newStream(true) : socket;
    }

    /** What the call that tells has returned: negative if it failed. Not needed where the socket itself tells. */
    public long ask(long socket) {
        return 0;
    }

    /** Whether a failure does not say that the system lacks what is asked for. */
    boolean isPassing(int error) {
        return Errors.isResourceExhausted(error);
    }

    public final boolean isSupported() {
        return answer() >= 0;
    }

    /** What {@link #ask} has returned. While it cannot be found out 0, or the error. */
    public final long answer() {
        Long known = answer;
        if (known != null) {
            return known;
        }
        long result = call();
        if (result < 0 && isPassing((int) -result)) {
            return meanwhile ? 0 : result;
        }
        answer = result;
        return result;
    }

    private long call() {
        long socket = open();
        if (socket < 0) {
            return socket;
        }
        try {
            return ask(socket);
        } finally {
            NativeSocket.close(socket);
        }
    }

    /** Only "unknown option" is a no. While there is none, the call that follows says what is wrong. */
    abstract static class OptionProbe extends SystemProbe {

        OptionProbe() {
            super(true);
        }

        @Override
        final boolean isPassing(int error) {
            return error != Errors.WSAENOPROTOOPT && error != Errors.WSAEOPNOTSUPP;
        }
    }
}
