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

import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.iocpnotify.winsock.WinSocketOptions;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;

/**
 * The options of a TCP connection whose values are kept, to save calls: {@code TCP_NODELAY}, which every new connection
 * is given, and {@code SO_LINGER}, which every close must know. Any thread may call every method.
 */
final class KeptTcpOptions extends TcpSocketOptions {

    /** The value of {@code SO_LINGER} when lingering is off. */
    private static final int LINGER_OFF = -1;

    /** The value that was set, so that the close needs no call for it. Written by any thread, read by the loop. */
    private volatile int soLinger = LINGER_OFF;

    /** Whether other code may have set SO_LINGER. Then the system is asked for it. Any thread sets this field. */
    private volatile boolean lingerUnknown;

    /**
     * Whether the socket still has the TCP_NODELAY that the constructor has set or found. Then it costs no call to set
     * it again. Any thread clears this field before it changes the option.
     */
    private volatile boolean noDelayFromBirth;

    /** @param noDelay whether the socket has {@code TCP_NODELAY} already */
    KeptTcpOptions(WinSocket socket, boolean noDelay) {
        super(socket);
        if (noDelay) {
            noDelayFromBirth = true;
        } else if (PlatformDependent.canEnableTcpNoDelayByDefault()) {
            try {
                setNoDelay(socket, true);
                noDelayFromBirth = true;
            } catch (IOException ignored) {
                // An accepted connection may be reset already. A read of the channel tells that.
            }
        }
    }

    void setTcpNoDelay(boolean noDelay) throws IOException {
        if (noDelay && noDelayFromBirth) {
            // Fails for a closed channel, as any other value does.
            socket.openHandle();
            return;
        }
        noDelayFromBirth = false;
        setNoDelay(socket, noDelay);
    }

    /** Called before other code changes an option of the socket, or if it may have done so. */
    void socketMayChange() {
        noDelayFromBirth = false;
        lingerUnknown = true;
    }

    /** As {@link #lingerSeconds()}, but it fails once the channel is closed. */
    int soLinger() throws IOException {
        if (lingerUnknown) {
            return socket.soLinger();
        }
        socket.openHandle();
        return soLinger;
    }

    /** The value of {@code SO_LINGER} for the close. If the system does not tell it, the one that was set last. */
    int lingerSeconds() {
        if (lingerUnknown) {
            try {
                return socket.soLinger();
            } catch (IOException ignored) {
                // The socket is closed already, or its connection is gone: nothing lingers.
            }
        }
        return soLinger;
    }

    void setSoLinger(int seconds) throws IOException {
        // Both at once: else two threads could leave another value here than with the system.
        synchronized (socket) {
            socket.setSoLinger(seconds);
            soLinger = seconds < 0 ? LINGER_OFF : Math.min(seconds, WinSocketOptions.MAX_LINGER);
        }
    }
}
