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
package io.netty.util.concurrent;

import java.util.concurrent.TimeUnit;

/**
 * Stands in for Netty's executor of that name, whose thread outlives a schedule. The listeners of a promise are
 * notified by the thread that completes it.
 */
public final class GlobalEventExecutor extends AbstractEventExecutor implements OrderedEventExecutor {

    public static final GlobalEventExecutor INSTANCE = new GlobalEventExecutor();

    private final Future<?> never = new FailedFuture<Object>(this, new UnsupportedOperationException());

    private GlobalEventExecutor() { }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return true;
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        return never;
    }

    @Override
    public Future<?> terminationFuture() {
        return never;
    }

    @Deprecated
    @Override
    public void shutdown() { }

    @Override
    public boolean isShuttingDown() {
        return false;
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }
}
