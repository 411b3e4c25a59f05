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

/** A connection that changes its loop once. */
final class LoopChangeFlow extends EchoFlow {

    private boolean changed;

    LoopChangeFlow(Traffic traffic, Random random) {
        super(traffic, random);
    }

    @Override
    void goOn(ChannelHandlerContext ctx) {
        if (changed) {
            write(ctx);
            return;
        }
        changed = true;
        Channel channel = ctx.channel();
        step("deregister", channel.deregister(), channel, () ->
                step("register", traffic.register(channel), channel, () -> write(ctx)));
    }

    private void step(String what, ChannelFuture future, Channel channel, Runnable next) {
        traffic.ledger().expect(what + " of " + this, future);
        future.addListener(done -> {
            if (done.isSuccess()) {
                next.run();
            } else {
                failure = done.cause();
                channel.close();
            }
        });
    }
}
