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
package io.netty.iocpnotify.soak;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;

import java.io.File;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of the server share.
 */
final class ServerContext {

    final IocpNotifyTransport transport;
    final EventLoopGroup group;
    /** Where channels move to. It has a port of its own, where the transport has ports. */
    final EventLoopGroup secondGroup;
    final File file;
    final Failures failures = new Failures();
    /** Accepted, and not yet inactive. */
    final AtomicInteger open = new AtomicInteger();
    /** What the server has connected itself. */
    final AtomicLong connected = new AtomicLong();
    /** How often the system was to send a file itself. */
    final AtomicLong transmits = new AtomicLong();

    ServerContext(IocpNotifyTransport transport, EventLoopGroup group, EventLoopGroup secondGroup, File file) {
        this.transport = transport;
        this.group = group;
        this.secondGroup = secondGroup;
        this.file = file;
    }
}
