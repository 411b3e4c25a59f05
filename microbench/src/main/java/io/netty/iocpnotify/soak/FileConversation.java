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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.iocpnotify.IocpNotifyTransport;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * The server's side of a download: the connection's stretch of the tape, from the file, in a few regions.
 */
final class FileConversation extends ChannelInboundHandlerAdapter {

    private static final int REGIONS = 3;

    private final ServerContext context;
    private final Announcement announcement;
    private int regions;
    private int offset;

    FileConversation(ServerContext context, Announcement announcement) {
        this.context = context;
        this.announcement = announcement;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        sendNext(ctx.channel());
    }

    /** One after the other, so that one thread at a time is here. */
    private void sendNext(Channel channel) {
        if (regions == REGIONS) {
            channel.close();
            return;
        }
        int length = (announcement.length - offset) / (REGIONS - regions);
        DefaultFileRegion region;
        try {
            region = newRegion(Pattern.place(announcement.id, offset), length);
        } catch (IOException e) {
            fail(channel, "opening the file", e);
            return;
        }
        offset += length;
        regions++;
        channel.writeAndFlush(region).addListener(written -> {
            if (!written.isSuccess()) {
                fail(channel, "after " + region.transferred() + " bytes of a region of " + length, written.cause());
            } else if (announcement.kind == Kind.FILE_AFTER_MOVE && regions == 1) {
                move(channel);
            } else {
                sendNext(channel);
            }
        });
    }

    /** Closes its file when it is released. */
    private DefaultFileRegion newRegion(int place, int length) throws IOException {
        if (announcement.kind != Kind.FILE_COPIED) {
            // As long as the channel has not moved, and each in one call: the longest is not longer than that.
            if (context.transport != IocpNotifyTransport.NIO && (announcement.kind == Kind.FILE || regions == 0)) {
                context.transmits.incrementAndGet();
            }
            return new DefaultFileRegion(context.file, place, length);
        }
        FileChannel file = FileChannel.open(context.file.toPath(), StandardOpenOption.READ);
        boolean success = false;
        try {
            // Behind its end, each somewhere else: nobody waits for it.
            file.lock(2L * Pattern.PERIOD + announcement.id, 1, true).release();
            success = true;
            return new DefaultFileRegion(file, place, length);
        } finally {
            if (!success) {
                file.close();
            }
        }
    }

    /** Having sent a file the socket belongs to its port for good. */
    private void move(Channel channel) {
        LoopMove.move(channel, context.secondGroup).addListener(moved -> {
            if (moved.isSuccess()) {
                sendNext(channel);
            } else {
                fail(channel, "moving", moved.cause());
            }
        });
    }

    private void fail(Channel channel, String when, Throwable cause) {
        context.failures.add(announcement + ", " + when, cause);
        channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf bytes = (ByteBuf) msg;
        if (bytes.isReadable()) {
            context.failures.add(announcement + ": the server has got " + bytes.readableBytes() + " bytes too many");
        }
        bytes.release();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (offset < announcement.length) {
            context.failures.add(announcement + ": the end has come after " + offset + " bytes of the file");
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        context.failures.add(announcement + " on the server", cause);
        ctx.close();
    }
}
