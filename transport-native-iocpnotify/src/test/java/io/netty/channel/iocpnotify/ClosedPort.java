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

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A TCP port of the loopback address that refuses every connection. A socket is bound to it and does not listen, so
 * nobody else gets the port. Were it free, a client that binds before it connects would get this port as its own once
 * in 7,000 times, and would be connected with itself.
 */
public final class ClosedPort implements Closeable {

    private final Socket bound = new Socket();

    public ClosedPort() throws IOException {
        bound.bind(ChannelFixture.anyPort());
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) bound.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
