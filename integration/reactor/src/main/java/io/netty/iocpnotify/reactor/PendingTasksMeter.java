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

import io.micrometer.core.instrument.Gauge;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.util.concurrent.EventExecutor;
import reactor.netty.Metrics;

/**
 * The tasks that wait for an event loop, as reactor-netty's meter {@code reactor.netty.eventloop.pending.tasks}.
 * reactor-netty makes it for event loops that are threads, and reads it from {@code SingleThreadEventExecutor}. Here
 * any thread runs any of the waiting tasks, so there is one meter for the group: its tag {@code name} is that of the
 * threads without their number.
 * <p>
 * Micrometer is optional. This class is loaded only if Micrometer is there.
 */
final class PendingTasksMeter {

    /** As {@code EventLoopMeters.PENDING_TASKS} of reactor-netty, which is not public. */
    private static final String NAME = "reactor.netty.eventloop.pending.tasks";

    private final Gauge gauge;

    private PendingTasksMeter(Gauge gauge) {
        this.gauge = gauge;
    }

    /** Adds the meter to the registry of reactor-netty. */
    static PendingTasksMeter register(String name, EventLoopGroup group) {
        return new PendingTasksMeter(Gauge.builder(NAME, () -> pendingTasks(group))
                .description("Tasks that wait for an event loop").tag("name", name).register(Metrics.REGISTRY));
    }

    private static int pendingTasks(EventLoopGroup group) {
        int tasks = 0;
        for (EventExecutor loop : group) {
            tasks += ((IocpNotifyEventLoop) loop).pendingTasks();
        }
        return tasks;
    }

    void remove() {
        Metrics.REGISTRY.remove(gauge);
    }
}
