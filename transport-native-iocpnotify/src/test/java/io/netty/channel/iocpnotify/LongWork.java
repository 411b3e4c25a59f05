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

import io.netty.util.NettyRuntime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * What handlers do that take long. A kernel wakes other threads of a port while some block, but not while they compute.
 */
public enum LongWork {

    BLOCKS {
        @Override
        public void pause() {
            LockSupport.parkNanos(1_000_000);
        }
    },

    COMPUTES {
        @Override
        public void pause() { }
    };

    /** The system may have more than this JVM may use, and is the one that counts for a port. */
    static final int PROCESSORS = Math.max(NettyRuntime.availableProcessors(),
            Integer.parseInt(System.getenv("NUMBER_OF_PROCESSORS")));

    public abstract void pause();

    void until(CountDownLatch release) {
        while (release.getCount() > 0) {
            pause();
        }
    }

    /** For so long by the clock. */
    public void during(long nanos) {
        long begin = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - begin)) {
            if (this == BLOCKS) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
