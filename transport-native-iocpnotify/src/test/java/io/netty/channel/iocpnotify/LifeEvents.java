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

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What the handlers of a channel are told of its life, in order. */
class LifeEvents extends ChannelInboundHandlerAdapter {

    final BlockingQueue<String> seen = new LinkedBlockingQueue<String>();

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        seen.add("active");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        seen.add("inactive");
    }

    @Override
    public void channelUnregistered(ChannelHandlerContext ctx) {
        seen.add("unregistered");
    }
}
