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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.util.concurrent.AbstractEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * A group that prefers the event loop of its caller. So a connection that a handler opens is served by the event loop
 * of that handler, and nothing goes from one loop to another between the two.
 */
final class ColocatedLoopGroup extends AbstractEventExecutorGroup implements EventLoopGroup {

    private final IocpNotifyEventLoopGroup group;

    ColocatedLoopGroup(IocpNotifyEventLoopGroup group) {
        this.group = group;
    }

    /** The event loop that the calling thread runs now, if it is one of the group, else the next one of the group. */
    @Override
    public EventLoop next() {
        IocpNotifyEventLoop current = IocpNotifyEventLoop.current();
        return current != null && current.parent() == group ? current : group.next();
    }

    @Deprecated
    @Override
    public ChannelFuture register(Channel channel) {
        return next().register(channel);
    }

    @Deprecated
    @Override
    public ChannelFuture register(ChannelPromise promise) {
        return next().register(promise);
    }

    @Deprecated
    @Override
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        return next().register(channel, promise);
    }

    @Override
    public Iterator<EventExecutor> iterator() {
        return group.iterator();
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        return group.shutdownGracefully(quietPeriod, timeout, unit);
    }

    @Deprecated
    @Override
    public void shutdown() {
        group.shutdown();
    }

    @Override
    public Future<?> terminationFuture() {
        return group.terminationFuture();
    }

    @Override
    public boolean isShuttingDown() {
        return group.isShuttingDown();
    }

    @Override
    public boolean isShutdown() {
        return group.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return group.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return group.awaitTermination(timeout, unit);
    }
}
