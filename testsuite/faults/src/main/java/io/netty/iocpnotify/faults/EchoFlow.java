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
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelHandlerContext;

import java.util.Random;

/** A connection on which everything that is sent comes back. */
class EchoFlow extends Flow {

    private static final int MAX_BYTES = 4096;

    private final Pattern pattern;
    private final int total;
    private final boolean acceptEx;
    private int sent;

    EchoFlow(Traffic traffic, Random random) {
        this(traffic, random, random.nextBoolean());
    }

    /** @param acceptEx whether the server accepts before anybody asks */
    EchoFlow(Traffic traffic, Random random, boolean acceptEx) {
        super(traffic, random);
        this.acceptEx = acceptEx;
        pattern = new Pattern(random.nextInt());
        // One in four only connects, says one byte and closes.
        total = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(MAX_BYTES);
    }

    @Override
    void start() {
        follow(traffic.connect(this, acceptEx ? traffic.acceptExEcho() : traffic.echo()));
    }

    @Override
    boolean isComplete() {
        return received == total;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        write(ctx);
    }

    final void write(ChannelHandlerContext ctx) {
        writeSome(ctx);
        ctx.flush();
    }

    final void writeSome(ChannelHandlerContext ctx) {
        int buffers = 1 + random.nextInt(4);
        for (int i = 0; i < buffers && sent < total; i++) {
            int length = 1 + random.nextInt(total - sent);
            String name = "write of " + this;
            traffic.ledger().expectWrite(name, ctx.write(buffer(ctx, length)));
            sent += length;
        }
    }

    private ByteBuf buffer(ChannelHandlerContext ctx, int length) {
        ByteBuf buffer;
        switch (random.nextInt(3)) {
        case 0:
            buffer = ctx.alloc().directBuffer(length);
            pattern.write(buffer, sent, length);
            return buffer;
        case 1:
            buffer = ctx.alloc().heapBuffer(length);
            pattern.write(buffer, sent, length);
            return buffer;
        default:
            CompositeByteBuf composite = ctx.alloc().compositeDirectBuffer();
            int half = length / 2;
            ByteBuf first = ctx.alloc().directBuffer(Math.max(1, half));
            pattern.write(first, sent, half);
            ByteBuf second = ctx.alloc().directBuffer(length - half);
            pattern.write(second, sent + half, length - half);
            return composite.addComponents(true, first, second);
        }
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) {
        check(pattern, bytes);
        if (received == total) {
            ctx.close();
        } else if (received == sent) {
            write(ctx);
        } else if (received > sent) {
            traffic.ledger().violation(this + ": more has come back than was sent");
        }
    }
}
