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
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.List;

/**
 * The server's side of a connection until the announcement is there. Then it gives way to who serves that kind.
 */
final class AnnouncementReader extends ByteToMessageDecoder {

    private final ServerContext context;
    private boolean announced;

    AnnouncementReader(ServerContext context) {
        this.context = context;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context.open.incrementAndGet();
        ctx.channel().closeFuture().addListener(closed -> context.open.decrementAndGet());
        ctx.fireChannelActive();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (!announced && in.readableBytes() >= Announcement.LENGTH) {
            announced = true;
            Announcement announcement = Announcement.read(in);
            ctx.pipeline().addLast(newHandler(announcement));
            // What has come beyond the announcement goes to the next handler.
            ctx.pipeline().remove(this);
        }
    }

    private ChannelHandler newHandler(Announcement announcement) {
        switch (announcement.kind) {
            case FILE:
            case FILE_AFTER_MOVE:
            case FILE_COPIED:
                return new FileConversation(context, announcement);
            case SLOW:
                return new SlowEcho(context, announcement);
            case MOVING:
                return new MovingEcho(context, announcement);
            case RESET_BY_SERVER:
                return new ResettingEcho(context, announcement);
            case RELAY:
                return new Relay(context, announcement);
            default:
                return new EchoConversation(context, announcement);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        // A group that ends may be first.
        if (!announced && !ctx.executor().isShuttingDown()) {
            context.failures.add("a connection from " + ctx.channel().remoteAddress() + " has said nothing");
        }
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        context.failures.add(ctx.channel(), cause);
        ctx.close();
    }
}
