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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.iocpnotify.winsock.CompletionPort;

import java.util.function.LongConsumer;

/**
 * When a strand wants to run by itself.
 */
final class StrandTimer {

    private final LongConsumer whenDue;

    /**
     * When the strand wants to run, in nanoseconds on the clock of the event loops. Written by who runs the strand or
     * still holds it, which is one thread at a time; read by carriers that look for what is due.
     */
    private volatile long deadlineNanos = CompletionPort.NO_DEADLINE;

    /**
     * @param whenDue makes the strand runnable; called with the time by a carrier that looks at the run queue next, and
     *                perhaps by several
     */
    StrandTimer(LongConsumer whenDue) {
        this.whenDue = whenDue;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    void deadlineNanos(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    void due(long nowNanos) {
        whenDue.accept(nowNanos);
    }
}
