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

import java.nio.channels.ClosedChannelException;

/**
 * Whether this system has an option, found out once in a process with the first socket that is at hand. Any thread may
 * ask; two that ask at the same time may both call the system, with the same result.
 */
public abstract class SocketOptionProbe {

    public static final SocketOptionProbe SO_RANDOMIZE_PORT = ofInt(Native.SOL_SOCKET, Native.SO_RANDOMIZE_PORT);
    public static final SocketOptionProbe SO_REUSE_UNICASTPORT = ofInt(Native.SOL_SOCKET, Native.SO_REUSE_UNICASTPORT);
    static final SocketOptionProbe TCP_KEEPIDLE = ofInt(Native.IPPROTO_TCP, Native.TCP_KEEPIDLE);
    public static final SocketOptionProbe TCP_KEEPCNT = ofInt(Native.IPPROTO_TCP, Native.TCP_KEEPCNT);
    public static final SocketOptionProbe TCP_MAXRT = ofInt(Native.IPPROTO_TCP, Native.TCP_MAXRT);
    public static final SocketOptionProbe TCP_MAXRTMS = ofInt(Native.IPPROTO_TCP, Native.TCP_MAXRTMS);
    public static final SocketOptionProbe TCP_INITIAL_RTO = new SocketOptionProbe() {
        @Override
        long call(long socket) {
            // It cannot be read. This leaves all to the system, which is how a socket begins.
            return NativeTcp.setInitialRto(socket, TcpSocketOptions.SYSTEM_DEFAULT, TcpSocketOptions.SYSTEM_DEFAULT);
        }
    };

    /** {@code null} until it is known. */
    private volatile Boolean supported;

    /** A probe that reads an option: {@code getsockopt} changes nothing. */
    static SocketOptionProbe ofInt(final int level, final int name) {
        return new SocketOptionProbe() {
            @Override
            long call(long socket) {
                return NativeOptions.getInt(socket, level, name);
            }
        };
    }

    /** Makes a call that fails where the option is unknown, and otherwise changes nothing. Its result is returned. */
    abstract long call(long socket);

    /** {@code true} also while this socket cannot tell: then the call that follows says why. */
    public final boolean isSupported(WinSocketOptions socket) {
        Boolean known = supported;
        if (known != null) {
            return known;
        }
        try {
            long result;
            synchronized (socket) {
                result = call(socket.openHandle());
            }
            if (result >= 0) {
                supported = true;
            } else if (result == -Errors.WSAENOPROTOOPT || result == -Errors.WSAEOPNOTSUPP) {
                supported = false;
                return false;
            }
        } catch (ClosedChannelException ignored) {
            // To be found out with another one.
        }
        return true;
    }
}
