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

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;

/**
 * Moves its channel from loop to loop while it is read from: each so many reads, to the next loop of the next group.
 */
final class LoopHopper extends ChannelInboundHandlerAdapter {

    private final int readsBetween;
    private final EventLoopGroup[] groups;
    private final Promise<Void> failure = GlobalEventExecutor.INSTANCE.newPromise();

    // In the loop, whichever that is.
    private int reads;
    private boolean moving;

    /** Written in the loop, read by the test. */
    private volatile int hops;
    /** Written when the channel is made, read when a test has failed. */
    private volatile AbstractIocpNotifyChannel channel;

    LoopHopper(int readsBetween, EventLoopGroup... groups) {
        this.readsBetween = readsBetween;
        this.groups = groups;
    }

    int hops() {
        return hops;
    }

    /** Ends only if a change of loops has failed. */
    Future<Void> failure() {
        return failure;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = (AbstractIocpNotifyChannel) ctx.channel();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ctx.fireChannelRead(msg);
        if (++reads % readsBetween == 0 && !moving && ctx.channel().isOpen()) {
            moving = true;
            hop(ctx.channel());
        }
    }

    private void hop(Channel channel) {
        EventLoopGroup group = groups[hops % groups.length];
        EventLoop next;
        do {
            next = group.next();
        } while (next == channel.eventLoop());
        EventLoop target = next;
        channel.deregister().addListener(f -> target.register(channel).addListener(g -> {
            if (!g.isSuccess()) {
                failure.tryFailure(g.cause());
            }
            hops++;
            moving = false;
        }));
    }

    /** For the message of a test that has failed: read in the wrong thread, and better than nothing. */
    @Override
    public String toString() {
        return "LoopHopper(" + channel + ", hops: " + hops + ", moving: " + moving + ", " + failure + ", " +
                (channel == null ? null : channel.isRegistered() + ", " + channel.eventLoop() + ", " +
                        channel.ownRegistration() + ", writable: " + channel.isWritable()) + ')';
    }
}
