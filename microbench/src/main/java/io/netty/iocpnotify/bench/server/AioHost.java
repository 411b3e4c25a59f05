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

import io.netty.util.concurrent.DefaultThreadFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * The JDK's asynchronous channels, which on Windows are completion ports, with a fixed pool of threads.
 */
final class AioHost implements Host {

    private static final int END_SECONDS = 10;

    private final AsynchronousChannelGroup group;

    AioHost(int threads) throws IOException {
        group = AsynchronousChannelGroup.withFixedThreadPool(threads, new DefaultThreadFactory("aio", true));
    }

    @Override
    public String provider() {
        return "jdk";
    }

    @Override
    public RunningService start(String name, Parameters parameters) throws IOException {
        return new AioService(group, connections(name));
    }

    private static BiFunction<AsynchronousSocketChannel, ConnectionCount, AioConnection> connections(String name) {
        switch (name) {
            case "echo":
                return AioEcho::new;
            case "stream":
                ByteBuffer tape = StreamTape.create();
                return (channel, connections) -> new AioStream(channel, connections, tape.duplicate());
            default:
                throw new IllegalArgumentException("no service is called " + name);
        }
    }

    @Override
    public void close() throws IOException {
        group.shutdownNow();
        try {
            if (!group.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the threads have not ended after " + END_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("while threads end").initCause(e);
        }
    }
}
