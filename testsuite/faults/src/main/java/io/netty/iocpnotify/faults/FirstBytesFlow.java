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

import io.netty.channel.ChannelHandlerContext;

import java.util.Random;

/** A connection whose first bytes go along with the connect. */
final class FirstBytesFlow extends EchoFlow {

    FirstBytesFlow(Traffic traffic, Random random) {
        super(traffic, random);
    }

    @Override
    void start() {
        follow(traffic.connectWithFirstBytes(this, traffic.echo()));
    }

    @Override
    public void channelRegistered(ChannelHandlerContext ctx) {
        writeSome(ctx);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.flush();
    }
}
