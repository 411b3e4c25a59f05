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

import java.util.concurrent.TimeUnit;

/**
 * One conversation after the other. Used in the load's event loop.
 */
abstract class Lane {

    final Load load;
    private boolean waits;

    Lane(Load load) {
        this.load = load;
    }

    /** Begins the next conversation. */
    abstract void begin();

    /** Whether one is under way, of which something is expected. */
    abstract boolean isBusy();

    /** Whether one is under way, of which nothing is expected. */
    boolean isIdle() {
        return false;
    }

    /** When something came last. */
    abstract long progressNanos();

    final void next() {
        waits = load.isResting();
        if (!waits && load.failures.isEmpty()) {
            begin();
        }
    }

    final void nextAfter(long millis) {
        if (millis == 0) {
            next();
        } else {
            load.loop().schedule(this::next, millis, TimeUnit.MILLISECONDS);
        }
    }

    final void resume() {
        if (waits) {
            next();
        }
    }
}
