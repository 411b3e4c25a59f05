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

import io.netty.channel.iocpnotify.winsock.SocketAddresses;

/**
 * Connections that the system has accepted and nobody has read, in the order in which they came. Any thread.
 * <p>
 * They are linked through a field of their own, so that nothing is allocated here. A connection for which there was no
 * memory would have no owner, and its peer would wait for ever.
 */
final class HeldConnections {

    /** A connection, or the room for one: made before the system is asked for it. */
    static final class Connection {
        /** As {@link SocketAddresses#decode(byte[])} takes them. */
        final byte[] local = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        final byte[] remote = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
        long handle;
        /** Of the list that this is in. */
        private Connection next;
    }

    private Connection oldest;
    private Connection newest;

    /** To be called once for each connection. */
    synchronized void add(Connection connection) {
        if (oldest == null) {
            oldest = connection;
        } else {
            newest.next = connection;
        }
        newest = connection;
    }

    /** Returns the connection that has been here for the longest time, or {@code null} if there is none. */
    synchronized Connection poll() {
        Connection first = oldest;
        if (first != null) {
            oldest = first.next;
        }
        return first;
    }

    synchronized boolean isEmpty() {
        return oldest == null;
    }
}
