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

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;

/**
 * A handle of no socket.
 */
public final class BenchmarkHandle implements SocketHandle {

    @Override
    public long socket() {
        return 0;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent ioEvent) { }

    @Override
    public void close() { }
}
