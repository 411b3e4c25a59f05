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

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.util.internal.ObjectUtil;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The event loops and channels of reactor-netty on this transport. A server or a client takes them by
 * {@code runOn(loops)}, and all of a program by {@code HttpResources.set(loops)}:
 * <pre>
 * LoopResources loops = IocpNotifyLoopResources.create("web");
 * HttpServer.create().runOn(loops)...
 * HttpClient.create().runOn(loops)...
 * </pre>
 * Where the transport cannot be used, {@link #create(String)} gives what reactor-netty itself would choose there.
 * <p>
 * Threads are {@link reactor.core.scheduler.NonBlocking}, as reactor-netty's own are. They and the completion port
 * exist from the first use on. A server or client that asks for no native transport ({@code runOn(loops, false)}) gets
 * NIO from here too.
 * <p>
 * All methods can be called in any thread.
 */
public final class IocpNotifyLoopResources implements LoopResources {

    private final IocpNotifyTransport transport;
    private final String prefix;
    private final int selectCount;
    private final int workerCount;
    private final boolean daemon;
    private final boolean colocate;
    /** For all groups and classes of channels that are not this transport's. It makes its groups when asked. */
    private final LoopResources others;

    private final Object lock = new Object();
    /** Written once, under the lock. Read in any thread: all fields of it are final. */
    private volatile LoopGroups groups;
    /** Written once, under the lock. Read in any thread. */
    private volatile boolean disposed;

    private IocpNotifyLoopResources(IocpNotifyTransport transport, String prefix, int selectCount, int workerCount,
                                    boolean daemon, boolean colocate, LoopResources others) {
        this.transport = transport;
        this.prefix = prefix;
        this.selectCount = selectCount;
        this.workerCount = workerCount;
        this.daemon = daemon;
        this.colocate = colocate;
        this.others = others;
    }

    /**
     * Makes resources with reactor-netty's default numbers of threads, which are daemons. Clients use the event loop
     * of their caller.
     *
     * @param prefix what the names of the threads begin with, never {@code null} or empty
     * @return the resources on {@link IocpNotifyTransport#IOCPNOTIFY}, or those of {@link LoopResources#create(String)}
     *         where it is not available. The caller disposes of them
     * @throws IllegalArgumentException if {@code prefix} is empty
     */
    public static LoopResources create(String prefix) {
        return create(IocpNotifyTransport.IOCPNOTIFY, prefix, DEFAULT_IO_SELECT_COUNT, DEFAULT_IO_WORKER_COUNT, true,
                true);
    }

    /**
     * Makes resources with a number of threads. Clients use the event loop of their caller.
     *
     * @param prefix what the names of the threads begin with, never {@code null} or empty
     * @param workerCount the number of threads, at least 1
     * @param daemon whether the threads are daemons
     * @return the resources on {@link IocpNotifyTransport#IOCPNOTIFY}, or those of
     *         {@link LoopResources#create(String, int, boolean)} where it is not available. The caller disposes of them
     * @throws IllegalArgumentException if {@code prefix} is empty or {@code workerCount} is not positive
     */
    public static LoopResources create(String prefix, int workerCount, boolean daemon) {
        return create(IocpNotifyTransport.IOCPNOTIFY, prefix, -1, workerCount, daemon, true);
    }

    /**
     * Makes resources. The parameters after the first are those of
     * {@link LoopResources#create(String, int, int, boolean, boolean)}.
     *
     * @param transport the kind of event loops. With {@link IocpNotifyTransport#NIO}, and where it is not available,
     *         the resources are those of reactor-netty
     * @param prefix what the names of the threads begin with, never {@code null} or empty
     * @param selectCount the number of threads that accept connections, at least 1. With -1 all threads do
     * @param workerCount the number of threads for connections, at least 1
     * @param daemon whether the threads are daemons
     * @param colocate whether a client uses the event loop that runs its caller
     * @return the resources. The caller disposes of them
     * @throws IllegalArgumentException if {@code prefix} is empty, or a number is out of its range
     */
    public static LoopResources create(IocpNotifyTransport transport, String prefix, int selectCount, int workerCount,
                                       boolean daemon, boolean colocate) {
        ObjectUtil.checkNotNull(transport, "transport");
        // It checks the other arguments, and makes no thread before it is asked for a group.
        LoopResources others = LoopResources.create(prefix, selectCount, workerCount, daemon, colocate);
        if (transport == IocpNotifyTransport.NIO || !transport.isAvailable()) {
            return others;
        }
        return new IocpNotifyLoopResources(transport, prefix, selectCount, workerCount, daemon, colocate, others);
    }

    /**
     * Makes a channel for a group.
     *
     * @param channelType what the channel is to be: {@code SocketChannel}, {@code ServerSocketChannel} or
     *         {@code DatagramChannel}, or a {@code DomainSocketChannel} or {@code ServerDomainSocketChannel} of
     *         {@code io.netty.channel.unix}
     * @param group the group that the channel will be registered with
     * @return a channel of this transport if the group is one of these resources
     * @throws IllegalArgumentException if there is no such channel
     */
    @Override
    @SuppressWarnings("unchecked")
    public <CHANNEL extends Channel> CHANNEL onChannel(Class<CHANNEL> channelType, EventLoopGroup group) {
        // As with reactor-netty's own NIO: for domain sockets it is a channel that does not implement the type.
        return isOurs(group) ? (CHANNEL) LoopChannel.of(channelType).newChannel() :
                others.onChannel(channelType, group);
    }

    /**
     * Names the class of the channels that {@link #onChannel} makes.
     *
     * @param channelType what the channel is to be
     * @param group the group that the channel will be registered with
     * @return the class
     * @throws IllegalArgumentException if there is no such channel
     */
    @Override
    @SuppressWarnings("unchecked")
    public <CHANNEL extends Channel> Class<? extends CHANNEL> onChannelClass(Class<CHANNEL> channelType,
                                                                             EventLoopGroup group) {
        return isOurs(group) ? (Class<? extends CHANNEL>) LoopChannel.of(channelType).channelClass() :
                others.onChannelClass(channelType, group);
    }

    /**
     * Returns the group of clients.
     *
     * @param useNative {@code false} asks for NIO
     * @return the group. In it a client uses the event loop that runs its caller, unless colocation is off
     * @throws IllegalStateException if the group does not exist yet and the resources are disposed
     */
    @Override
    public EventLoopGroup onClient(boolean useNative) {
        return useNative ? groups().client() : others.onClient(false);
    }

    /**
     * Returns the group of the connections that a server accepts.
     *
     * @param useNative {@code false} asks for NIO
     * @return the group
     * @throws IllegalStateException if the group does not exist yet and the resources are disposed
     */
    @Override
    public EventLoopGroup onServer(boolean useNative) {
        return useNative ? groups().server() : others.onServer(false);
    }

    /**
     * Returns the group of the channels that accept connections.
     *
     * @param useNative {@code false} asks for NIO
     * @return the group
     * @throws IllegalStateException if the group does not exist yet and the resources are disposed
     */
    @Override
    public EventLoopGroup onServerSelect(boolean useNative) {
        return useNative ? groups().serverSelect() : others.onServerSelect(false);
    }

    private LoopGroups groups() {
        LoopGroups groups = this.groups;
        return groups != null ? groups : newGroups();
    }

    private LoopGroups newGroups() {
        synchronized (lock) {
            if (groups == null) {
                if (disposed) {
                    throw new IllegalStateException(this + " is disposed: create another one");
                }
                groups = new LoopGroups(transport, prefix, selectCount, workerCount, daemon, colocate);
            }
            return groups;
        }
    }

    private boolean isOurs(EventLoopGroup group) {
        LoopGroups groups = this.groups;
        return groups != null && groups.contains(group);
    }

    /**
     * Ends all groups in the way of {@link EventLoopGroup#shutdownGracefully}. This begins when somebody subscribes.
     *
     * @param quietPeriod how long no task must have come before a group ends
     * @param timeout how long all of it may take
     * @return what completes when all groups have ended. It fails with an {@link IllegalStateException} if they have
     *         not ended by the time-out
     */
    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
        return Mono.defer(() -> {
            LoopGroups groups;
            synchronized (lock) {
                disposed = true;
                groups = this.groups;
            }
            List<Mono<Void>> ends = new ArrayList<>();
            ends.add(others.disposeLater(quietPeriod, timeout));
            if (groups != null) {
                ends.add(groups.shutdown(quietPeriod, timeout));
            }
            return Mono.when(ends).timeout(timeout, Mono.error(() -> new IllegalStateException(
                    this + " has not ended within " + timeout.toMillis() + " ms")));
        });
    }

    /** Tells whether the end of the groups has begun. */
    @Override
    public boolean isDisposed() {
        return disposed;
    }

    @Override
    public String toString() {
        return "IocpNotifyLoopResources(transport: " + transport + ", prefix: " + prefix + ", selectCount: " +
                selectCount + ", workerCount: " + workerCount + ", daemon: " + daemon + ", colocate: " + colocate + ')';
    }
}
