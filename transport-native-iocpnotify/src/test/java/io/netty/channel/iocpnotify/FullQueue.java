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

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;

import static org.junit.jupiter.api.Assertions.assertThrows;

/** An event loop that has no room for one more task. */
final class FullQueue {

    private static final int ROOM = 16;

    /** A group of one thread, and so of one loop, with room for few tasks. */
    static EventLoopGroup group() {
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder().threads(1);
        builder.settings().taskQueues = () -> new ArrayBlockingQueue<Runnable>(ROOM);
        return builder.build();
    }

    /** Holds the loop up, and fills its queue. Not in the loop. */
    static void fill(EventLoop loop, CountDownLatch release) throws InterruptedException {
        HeldLoop.hold(loop, release);
        fill(loop);
    }

    /** Fills its queue but for so many tasks. While the loop is held up. */
    static void fillBut(EventLoop loop, int tasks) {
        for (int i = tasks; i < ROOM; i++) {
            loop.execute(() -> { });
        }
    }

    /** Fills its queue. In the loop, or while it is held up. */
    static void fill(EventLoop loop) {
        assertThrows(RejectedExecutionException.class, () -> {
            for (int i = 0; i <= ROOM; i++) {
                loop.execute(() -> { });
            }
        });
    }

    private FullQueue() {
    }
}
