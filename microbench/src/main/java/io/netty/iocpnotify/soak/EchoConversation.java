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

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.io.IOException;

/**
 * The server's side of an echo: what comes is checked and sent back.
 */
class EchoConversation extends ChannelInboundHandlerAdapter {

    final ServerContext context;
    final Announcement announcement;
    final PatternCheck check;

    EchoConversation(ServerContext context, Announcement announcement) {
        this.context = context;
        this.announcement = announcement;
        check = new PatternCheck(announcement.id, announcement.length);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        ByteBuf bytes = (ByteBuf) msg;
        boolean right = false;
        try {
            check.take(bytes);
            right = true;
        } finally {
            if (!right) {
                bytes.release();
            }
        }
        ctx.write(bytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
        if (check.isComplete() && announcement.kind == Kind.CHURN_SERVER_CLOSES) {
            ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!check.isComplete() && !announcement.kind.isCutShort()) {
            context.failures.add(announcement + ": the server has got " + check.offset() + " bytes, then the end");
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException) || !announcement.kind.isCutShort()) {
            context.failures.add(announcement + " on the server, after " + check.offset() + " bytes", cause);
        }
        ctx.close();
    }
}
