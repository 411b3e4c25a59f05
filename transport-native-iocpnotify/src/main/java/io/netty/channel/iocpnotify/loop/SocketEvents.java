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

import io.netty.channel.IoEvent;
import io.netty.channel.IoOps;

/**
 * The conditions of a socket. A loop has them as bits, its users have objects. The bits are those of Winsock's
 * {@code SOCK_NOTIFY_EVENT_*} and {@code SOCK_NOTIFY_REGISTER_EVENT_*}, which are equal.
 */
public interface SocketEvents {

    // A test compares them with the constants of C. They are repeated here because this must load without the library.
    int IN = 0x01;
    int OUT = 0x02;
    int HANGUP = 0x04;
    int ERR = 0x40;
    int IN_HANGUP = IN | HANGUP;

    /**
     * Returns the bits of what a handle submits. Any thread.
     *
     * @throws IllegalArgumentException if the object is of another type
     */
    int bits(IoOps ops);

    /**
     * Returns what a handle is given. The next call may return the same object. In the loop.
     *
     * @param failure why the system has refused to watch the socket, {@code null} if it has not
     */
    IoEvent event(int bits, Throwable failure);
}
