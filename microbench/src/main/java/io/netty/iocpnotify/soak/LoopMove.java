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
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;

/**
 * Takes a channel out of its event loop and into another one.
 */
final class LoopMove {

    private LoopMove() { }

    /** Ends when the channel is registered again. */
    static Future<Void> move(Channel channel, EventLoopGroup group) {
        EventLoop target = group.next();
        if (target == channel.eventLoop()) {
            target = group.next();
        }
        EventLoop next = target;
        // Not one of the loops: the channel is in neither for a while.
        Promise<Void> moved = GlobalEventExecutor.INSTANCE.newPromise();
        channel.deregister().addListener(left -> {
            if (!left.isSuccess()) {
                moved.setFailure(left.cause());
                return;
            }
            next.register(channel).addListener(entered -> {
                if (entered.isSuccess()) {
                    moved.setSuccess(null);
                } else {
                    moved.setFailure(entered.cause());
                }
            });
        });
        return moved;
    }
}
