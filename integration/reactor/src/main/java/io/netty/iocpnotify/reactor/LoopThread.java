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
package io.netty.iocpnotify.reactor;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A thread that runs event loops. Reactor refuses calls such as {@code block()} in it. */
final class LoopThread extends FastThreadLocalThread implements NonBlocking {

    private LoopThread(Runnable target, String name) {
        super(target, name);
    }

    static final class Factory implements ThreadFactory {

        private final String name;
        private final boolean daemon;
        /** The number of threads. Any thread that gives a group its work may count on. */
        private final AtomicInteger count = new AtomicInteger();

        Factory(String name, boolean daemon) {
            this.name = name;
            this.daemon = daemon;
        }

        @Override
        public Thread newThread(Runnable target) {
            Thread thread = new LoopThread(target, name + '-' + count.incrementAndGet());
            thread.setDaemon(daemon);
            return thread;
        }
    }
}
