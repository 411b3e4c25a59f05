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

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Echo, in which the connections together schedule and cancel timers at a steady rate, whatever the rate of messages:
 * each message schedules as many as are due, and cancels those that the connection's message before has scheduled. So
 * do services that give each request a time limit which is hardly ever reached.
 */
final class TimerHandler extends EchoHandler {

    private static final int LIMIT_SECONDS = 30;
    private static final Runnable NEVER_REACHED = () -> { };

    private final TimerPace pace;
    private final Queue<Future<?>> scheduled = new ArrayDeque<>();

    TimerHandler(ConnectionCount connections, TimerPace pace) {
        super(connections);
        this.pace = pace;
    }

    @Override
    public boolean isSharable() {
        return false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        cancelAll();
        for (long due = pace.take(); due > 0; due--) {
            scheduled.add(ctx.executor().schedule(NEVER_REACHED, LIMIT_SECONDS, TimeUnit.SECONDS));
        }
        super.channelRead(ctx, msg);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancelAll();
        super.channelInactive(ctx);
    }

    private void cancelAll() {
        for (Future<?> timer = scheduled.poll(); timer != null; timer = scheduled.poll()) {
            timer.cancel(false);
        }
    }
}
