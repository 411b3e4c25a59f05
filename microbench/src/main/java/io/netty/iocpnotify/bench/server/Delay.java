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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a handler keeps the thread that runs it.
 */
final class Delay {

    private final boolean burn;
    private final long nanos;

    /**
     * @param burn whether it computes, rather than waits as for a database
     */
    Delay(boolean burn, long nanos) {
        this.burn = burn;
        this.nanos = nanos;
    }

    void await() {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            if (burn) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(left);
            }
        }
    }
}
