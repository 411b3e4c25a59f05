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
package io.netty.iocpnotify.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port that is taken, so that nobody else listens there, by a socket that does not listen.
 */
final class NobodyListens {

    private static final Socket SOCKET = new Socket();

    static final InetSocketAddress ADDRESS = bind();

    private NobodyListens() {
    }

    /** Opens the socket now: one that comes later would look like one that is not closed. */
    static void load() {
    }

    private static InetSocketAddress bind() {
        try {
            SOCKET.bind(new InetSocketAddress("127.0.0.1", 0));
            return (InetSocketAddress) SOCKET.getLocalSocketAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
