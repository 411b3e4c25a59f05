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
package io.netty.iocpnotify.faults;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;

import java.util.Random;

/** A connection that changes its loop before it says something. */
final class LoopChangeFlow extends EchoFlow {

    LoopChangeFlow(Traffic traffic, Random random) {
        super(traffic, random);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        step("deregister", channel, channel.deregister(), () ->
                step("register", channel, traffic.register(channel), () -> write(ctx)));
    }

    /** Any failure ends the flow. What a listener throws Netty only logs, so this tells it; by a name that is there. */
    private void step(String what, Channel channel, ChannelFuture future, Runnable next) {
        future.addListener(done -> {
            Throwable cause = done.cause();
            if (cause == null) {
                try {
                    next.run();
                    return;
                } catch (Throwable t) {
                    cause = t;
                }
            }
            failure = cause;
            traffic.ledger().failed(what, cause);
            channel.close();
        });
    }
}
