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

import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.group.CarrierPool;
import io.netty.channel.iocpnotify.group.GroupSettings;
import io.netty.channel.iocpnotify.group.Strand;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.util.concurrent.EventExecutor;

/**
 * What tests of the inner packages need of the types that users see.
 */
public final class LoopInternals {

    public static Strand strand(EventExecutor loop) {
        return ((IocpNotifyEventLoop) loop).strand();
    }

    /** Makes an event loop that belongs to no group. */
    public static IocpNotifyEventLoop newLoop(CarrierPool pool, GroupSettings settings) {
        return new IocpNotifyEventLoop(null, pool, settings);
    }

    public static GroupSettings settings(IocpNotifyEventLoopGroup.Builder builder) {
        return builder.settings();
    }

    public static SocketEvents newEvents() {
        return new HandleTypes.Events();
    }

    /** Makes a handle that nothing happens to. */
    public static SocketHandle newSocketHandle() {
        return new HandleTypes.OfUser(new IdleHandle());
    }

    public static IoRegistration register(LoopRegistrations loop, IoHandle handle) {
        return HandleTypes.register(loop, handle);
    }

    public static IocpNotifyMetrics.Durations newDurations(long[] counts, long maxNanos) {
        return new IocpNotifyMetrics.Durations(counts, maxNanos);
    }

    private LoopInternals() { }
}
