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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.util.concurrent.Future;
import reactor.core.publisher.Mono;
import reactor.netty.FutureMono;
import reactor.netty.resources.LoopResources;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The groups of event loops of one {@link IocpNotifyLoopResources}. All fields are final. */
final class LoopGroups {

    private static final boolean MICROMETER = isPresent("io.micrometer.core.instrument.MeterRegistry");

    private final EventLoopGroup server;
    /** The same as {@link #server} unless accepting has threads of its own. */
    private final EventLoopGroup serverSelect;
    /** A view of {@link #server}. */
    private final EventLoopGroup client;
    /** {@code null} without Micrometer, and for event loops that reactor-netty itself measures. */
    private final PendingTasksMeter meter;

    LoopGroups(IocpNotifyTransport transport, String prefix, int selectCount, int workerCount, boolean daemon,
               boolean colocate) {
        String name = prefix + '-' + transport;
        server = transport.newGroup(workerCount, new LoopThread.Factory(name, daemon));
        serverSelect = selectCount == -1 ? server :
                transport.newGroup(selectCount, new LoopThread.Factory(prefix + "-select-" + transport, daemon));
        client = colocate ? colocated(server) : server;
        meter = MICROMETER && server instanceof IocpNotifyEventLoopGroup ?
                PendingTasksMeter.register(name, server) : null;
    }

    private static boolean isPresent(String className) {
        try {
            Class.forName(className, false, LoopGroups.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static EventLoopGroup colocated(EventLoopGroup group) {
        // reactor-netty finds the event loop of a thread by a thread-local. That holds if the loop is the thread.
        return group instanceof IocpNotifyEventLoopGroup ?
                new ColocatedLoopGroup((IocpNotifyEventLoopGroup) group) : LoopResources.colocate(group);
    }

    EventLoopGroup server() {
        return server;
    }

    EventLoopGroup serverSelect() {
        return serverSelect;
    }

    EventLoopGroup client() {
        return client;
    }

    boolean contains(EventLoopGroup group) {
        return group == client || group == server || group == serverSelect;
    }

    Mono<Void> shutdown(Duration quietPeriod, Duration timeout) {
        if (meter != null) {
            meter.remove();
        }
        Mono<Void> end = shutdown(server, quietPeriod, timeout);
        return serverSelect == server ? end : Mono.when(end, shutdown(serverSelect, quietPeriod, timeout));
    }

    @SuppressWarnings("unchecked")
    private static Mono<Void> shutdown(EventLoopGroup group, Duration quietPeriod, Duration timeout) {
        return FutureMono.from((Future<Void>) group.shutdownGracefully(
                quietPeriod.toMillis(), timeout.toMillis(), TimeUnit.MILLISECONDS));
    }
}
