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

import java.io.IOException;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;

/**
 * A connection of asynchronous channels with one operation under way at a time, whose completion begins the next one.
 */
abstract class AioConnection implements CompletionHandler<Integer, Void> {

    final AsynchronousSocketChannel channel;
    private final ConnectionCount connections;

    AioConnection(AsynchronousSocketChannel channel, ConnectionCount connections) {
        this.channel = channel;
        this.connections = connections;
    }

    /** Begins the first operation. */
    abstract void begin();

    @Override
    public final void failed(Throwable cause, Void attachment) {
        // A client that is through with its workload may leave while an answer is on its way.
        if (!(cause instanceof IOException)) {
            cause.printStackTrace();
        }
        end();
    }

    /** Called once, when no operation is under way. */
    final void end() {
        try {
            channel.close();
        } catch (IOException e) {
            e.printStackTrace();
        }
        connections.closed();
    }
}
