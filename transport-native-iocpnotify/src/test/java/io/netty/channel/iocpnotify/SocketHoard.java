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

import io.netty.channel.ChannelException;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.iocpnotify.winsock.WinsockException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Holds so many sockets that the system has no more to give. */
public final class SocketHoard implements AutoCloseable {

    /** Far more than a test machine allows under a limit that was set for this test, and still quickly opened. */
    private static final int MOST_SOCKETS = 3000;

    private final List<WinSocket> sockets = new ArrayList<WinSocket>();

    /** Takes all that there are. */
    public void fill() {
        Throwable limit = null;
        while (limit == null && sockets.size() < MOST_SOCKETS) {
            try {
                sockets.add(WinSocket.newStream(false));
            } catch (ChannelException e) {
                limit = e.getCause();
            }
        }
        assumeTrue(limit != null, "no limit within " + MOST_SOCKETS + " sockets (try ulimit -n 1500)");
        int error = assertInstanceOf(WinsockException.class, limit).code();
        assertTrue(Errors.isResourceExhausted(error), limit.toString());
    }

    @Override
    public void close() throws IOException {
        for (WinSocket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }
}
