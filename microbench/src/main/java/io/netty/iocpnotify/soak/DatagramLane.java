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

import io.netty.channel.socket.nio.NioDatagramChannel;

/**
 * One UDP socket after the other.
 */
final class DatagramLane extends Lane {

    private static final int DATAGRAMS = 50;

    private DatagramClient client;

    DatagramLane(Load load) {
        super(load);
    }

    @Override
    void begin() {
        client = new DatagramClient(load.nextId(), DATAGRAMS, load.failures, load.lostDatagrams);
        load.bootstrap().channel(NioDatagramChannel.class).handler(client).connect(load.ports.datagrams())
                .channel().closeFuture().addListener(closed -> {
                    client = null;
                    nextAfter(Kind.DATAGRAMS.pauseMillis());
                });
    }

    @Override
    boolean isBusy() {
        return client != null;
    }

    @Override
    long progressNanos() {
        return client.progressNanos();
    }

    @Override
    public String toString() {
        return "" + client;
    }
}
