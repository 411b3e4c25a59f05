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
package io.netty.iocpnotify.bench.server;

import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Echo by a pool of threads that are no event loops.
 */
final class OffloadService implements Service {

    private final ExecutorService workers;
    private final OffloadHandler handler;

    OffloadService(ConnectionCount connections, int threads) {
        workers = Executors.newFixedThreadPool(threads, new DefaultThreadFactory("worker", true));
        handler = new OffloadHandler(connections, workers);
    }

    @Override
    public ChannelHandler newHandler() {
        return handler;
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
