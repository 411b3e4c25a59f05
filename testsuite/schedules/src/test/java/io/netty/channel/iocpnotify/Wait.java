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

/** A thread that does not run until somebody ends its wait, or its time has come. */
public final class Wait {

    public static final long NO_DEADLINE = Long.MAX_VALUE;

    private final Thread thread;
    private final long deadlineNanos;
    private boolean over;

    public Wait(Thread thread, long deadlineNanos) {
        this.thread = thread;
        this.deadlineNanos = deadlineNanos;
    }

    Thread thread() {
        return thread;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    public void end() {
        over = true;
    }

    public boolean isOver() {
        return over;
    }
}
