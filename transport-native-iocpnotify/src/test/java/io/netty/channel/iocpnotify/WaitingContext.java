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

import io.netty.channel.IoHandlerContext;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Lets an {@code IoHandler} that is run without a loop of Netty's wait for its packets. */
final class WaitingContext implements IoHandlerContext {

    private final long deadline;

    /** Written before the wake-up, read by the thread that runs the handler after it has said that it waits. */
    private volatile boolean over;

    WaitingContext(long time, TimeUnit unit) {
        deadline = System.nanoTime() + unit.toNanos(time);
    }

    /** An executor that each thread but the calling one belongs to, and that takes no tasks. */
    static ThreadAwareExecutor ofOtherThreads() {
        Thread outside = Thread.currentThread();
        return new ThreadAwareExecutor() {
            @Override
            public boolean isExecutorThread(Thread thread) {
                return thread != outside;
            }

            @Override
            public void execute(Runnable task) {
                throw new RejectedExecutionException();
            }
        };
    }

    /** There is no next wait. */
    void end() {
        over = true;
    }

    @Override
    public boolean canBlock() {
        return !over;
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
        return deadline - currentTimeNanos;
    }

    @Override
    public long deadlineNanos() {
        return deadline;
    }
}
