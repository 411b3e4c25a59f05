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
import io.netty.channel.ChannelOption;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The client's side of a connection: it announces itself, sends its pattern, and checks what comes back. It is over
 * when the channel is closed.
 */
final class ClientConversation extends ChannelInboundHandlerAdapter {

    /** How much is under way at the most, so that neither side has to keep more for the other. */
    private static final int WINDOW = 128 * 1024;
    private static final int PIECE = 16 * 1024;
    private static final long QUIET_MORE_MILLIS = 200;

    private final Announcement announcement;
    private final PatternCheck check;
    private final long quietMillis;
    private final BooleanSupplier staysQuiet;
    private final Failures failures;
    private final Consumer<ClientConversation> over;
    private Channel channel;
    private int sent;
    private boolean wasQuiet;
    private boolean closing;
    /** Written by the channel's loop, read by whoever watches. */
    private volatile long progressNanos = System.nanoTime();
    /** Nothing is expected meanwhile. */
    private volatile boolean quiet;

    /**
     * @param over called in the channel's loop, once
     */
    ClientConversation(Announcement announcement, Failures failures, Consumer<ClientConversation> over) {
        this(announcement, 0, () -> false, failures, over);
    }

    /**
     * @param quietMillis for how long it is idle in the middle of what it sends; 0 for not at all
     * @param staysQuiet whether it is idle for longer; asked again and again in the channel's loop
     * @param over called in the channel's loop, once
     */
    ClientConversation(Announcement announcement, long quietMillis, BooleanSupplier staysQuiet, Failures failures,
                       Consumer<ClientConversation> over) {
        this.announcement = announcement;
        this.quietMillis = quietMillis;
        this.staysQuiet = staysQuiet;
        this.failures = failures;
        this.over = over;
        check = new PatternCheck(announcement.id, announcement.length);
    }

    Kind kind() {
        return announcement.kind;
    }

    /** When bytes came last, or the connection began; {@code Long.MAX_VALUE} if none are expected. Any thread. */
    long progressNanos() {
        return quiet ? Long.MAX_VALUE : progressNanos;
    }

    boolean isQuiet() {
        return quiet;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
        channel.closeFuture().addListener(closed -> over.accept(this));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        // One flush for the announcement and what follows: small messages are one segment.
        ByteBuf first = ctx.alloc().buffer(Announcement.LENGTH);
        announcement.write(first);
        ctx.write(first);
        send(ctx);
        ctx.flush();
    }

    private void send(ChannelHandlerContext ctx) {
        if (kind().isDownload()) {
            return;
        }
        long until = Math.min(announcement.length, check.offset() + WINDOW);
        if (quietMillis > 0 && !wasQuiet) {
            until = Math.min(until, announcement.length / 2);
        }
        while (sent < until) {
            int piece = (int) Math.min(PIECE, until - sent);
            ctx.write(Pattern.slice(announcement.id, sent, piece));
            sent += piece;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        ByteBuf bytes = (ByteBuf) msg;
        try {
            check.take(bytes);
        } finally {
            bytes.release();
        }
        if (quiet) {
            throw new WrongBytesException("bytes have come that were not asked for");
        }
        progressNanos = System.nanoTime();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (closing) {
            return;
        }
        if (check.isComplete()) {
            closing = true;
            if (!kind().isClosedByServer()) {
                ctx.close();
            }
        } else if (kind() == Kind.RESET_BY_CLIENT && check.offset() >= check.length() / 2) {
            closing = true;
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            ctx.close();
        } else if (quietMillis > 0 && !wasQuiet && check.offset() == check.length() / 2) {
            wasQuiet = true;
            quiet = true;
            ctx.executor().schedule(() -> goOn(ctx), quietMillis, TimeUnit.MILLISECONDS);
        } else {
            send(ctx);
            ctx.flush();
            if (kind() == Kind.SLOW && channel.config().isAutoRead()) {
                channel.config().setAutoRead(false);
                ctx.executor().schedule(() -> channel.config().setAutoRead(true), SlowEcho.PAUSE_MILLIS,
                        TimeUnit.MILLISECONDS);
            }
        }
    }

    private void goOn(ChannelHandlerContext ctx) {
        if (staysQuiet.getAsBoolean()) {
            ctx.executor().schedule(() -> goOn(ctx), QUIET_MORE_MILLIS, TimeUnit.MILLISECONDS);
            return;
        }
        progressNanos = System.nanoTime();
        quiet = false;
        send(ctx);
        ctx.flush();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!check.isComplete() && !kind().isCutShort()) {
            failures.add(this + ": the end has come too soon");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException) || !kind().isCutShort()) {
            failures.add(this, cause);
        }
        ctx.close();
    }

    @Override
    public String toString() {
        return announcement + " after " + check.offset() + " bytes" +
                (channel == null ? "" : " from " + channel.localAddress());
    }
}
