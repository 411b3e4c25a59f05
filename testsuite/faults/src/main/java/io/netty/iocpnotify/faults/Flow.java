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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection, or one socket of datagrams, from its beginning to its end. It ends exactly once, with what it was
 * to do done, or with a failure that is explained by a fault.
 */
abstract class Flow extends ChannelInboundHandlerAdapter {

    final Traffic traffic;
    final Random random;
    private final AtomicBoolean ended = new AtomicBoolean();

    // Written by the channel's loop, read by who looks for what hangs.
    volatile Channel channel;
    volatile long received;
    volatile Throwable failure;

    Flow(Traffic traffic, Random random) {
        this.traffic = traffic;
        this.random = random;
    }

    /** Opens the channel. Any thread. */
    abstract void start();

    /** Whether all was done. */
    abstract boolean isComplete();

    abstract void read(ChannelHandlerContext ctx, ByteBuf bytes);

    /** To be called with the future that says that the channel is open. */
    final void follow(ChannelFuture opened) {
        traffic.ledger().expect("opening of " + this, opened);
        opened.addListener(done -> {
            if (done.isSuccess()) {
                channel = opened.channel();
                channel.closeFuture().addListener(closed -> end());
            } else {
                failure = done.cause();
                end();
            }
        });
    }

    private void end() {
        if (!ended.compareAndSet(false, true)) {
            traffic.ledger().violation(this + " has ended twice");
            return;
        }
        if (!isComplete() && failure == null) {
            traffic.ledger().endedEarly(toString());
        }
        traffic.ended(this, isComplete());
    }

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object msg) {
        try {
            read(ctx, (ByteBuf) msg);
        } finally {
            ReferenceCountUtil.release(msg);
        }
    }

    /** Checks bytes of a stream. */
    final void check(Pattern pattern, ByteBuf bytes) {
        int matching = pattern.matching(bytes, received);
        if (matching != bytes.readableBytes()) {
            traffic.ledger().violation(this + ": the byte at " + (received + matching) + " is wrong");
        }
        received += bytes.readableBytes();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failure = cause;
        traffic.ledger().failed(toString(), cause);
        ctx.close();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + '(' + channel + ", received: " + received + ", failure: " + failure + ')';
    }
}
