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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertNotNull;

/**
 * Hands the channels that a server accepts to the test. What they receive is dropped.
 */
@Sharable
final class LastAccepted extends ChannelInboundHandlerAdapter {

    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        accepted.add(ctx.channel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ReferenceCountUtil.release(msg);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    Channel take() throws InterruptedException {
        Channel channel = accepted.poll(10, TimeUnit.SECONDS);
        assertNotNull(channel, "no connection was accepted");
        return channel;
    }

    void closeAll() {
        for (Channel channel = accepted.poll(); channel != null; channel = accepted.poll()) {
            channel.close();
        }
    }
}
