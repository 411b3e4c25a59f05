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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;

/**
 * From the first byte it reads on, sends the tape block by block, as fast as the connection takes it.
 */
final class StreamHandler extends EchoHandler {

    private final ByteBuf[] blocks;
    private boolean started;
    private int next;

    /**
     * @param blocks the tape, cut up; the caller's
     */
    StreamHandler(ConnectionCount connections, ByteBuf[] blocks) {
        super(connections);
        this.blocks = blocks;
    }

    @Override
    public boolean isSharable() {
        return false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ReferenceCountUtil.release(msg);
        started = true;
        push(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (started && ctx.channel().isWritable()) {
            push(ctx);
        }
    }

    /**
     * Flushed once for all: when the socket has taken enough of it, the channel is writable and this is called again.
     */
    private void push(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        while (channel.isWritable()) {
            ctx.write(blocks[next].retainedDuplicate(), ctx.voidPromise());
            next = (next + 1) % blocks.length;
        }
        ctx.flush();
    }
}
