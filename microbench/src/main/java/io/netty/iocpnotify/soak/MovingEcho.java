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

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;

import java.nio.channels.ClosedChannelException;

/**
 * An echo whose channel changes its event loop again and again: within the group, to another group, and back.
 */
final class MovingEcho extends EchoConversation {

    private static final int READS_BETWEEN = 3;

    private int reads;
    private int moves;
    /** Set in the loop that is left, reset by another thread. */
    private volatile boolean moving;

    MovingEcho(ServerContext context, Announcement announcement) {
        super(context, announcement);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        super.channelRead(ctx, msg);
        if (++reads % READS_BETWEEN == 0 && !moving && !check.isComplete()) {
            moving = true;
            move(ctx.channel());
        }
    }

    private void move(Channel channel) {
        EventLoopGroup group = moves++ % 3 == 0 ? context.secondGroup : context.group;
        LoopMove.move(channel, group).addListener(moved -> {
            // The last bytes may have been echoed, and the client gone, while the channel was on its way.
            if (!moved.isSuccess() && !(moved.cause() instanceof ClosedChannelException)) {
                context.failures.add(announcement + ", move " + moves, moved.cause());
                channel.close();
            }
            moving = false;
        });
    }
}
