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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.ScheduledFuture;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A socket whose datagrams come back, one at a time. What a fault has lost is sent again. */
final class DatagramFlow extends Flow {

    private static final int DATAGRAMS = 20;
    private static final int MAX_BYTES = 1200;
    private static final int AGAIN_MILLIS = 100;

    private final Pattern pattern;
    private int number;
    private ScheduledFuture<?> again;

    DatagramFlow(Traffic traffic, Random random) {
        super(traffic, random);
        pattern = new Pattern(random.nextInt());
    }

    @Override
    void start() {
        follow(traffic.bindDatagram(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                // The flow releases what it gets.
                ctx.fireChannelRead(((DatagramPacket) msg).content());
            }
        }, this));
    }

    @Override
    boolean isComplete() {
        return number == DATAGRAMS;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        send(ctx);
    }

    private void send(ChannelHandlerContext ctx) {
        int length = 1 + random.nextInt(MAX_BYTES);
        ByteBuf content = ctx.alloc().directBuffer(4 + length).writeInt(number);
        pattern.write(content, number, length);
        ChannelFuture write = ctx.writeAndFlush(new DatagramPacket(content, traffic.datagrams()));
        traffic.ledger().expect("write of " + this, write);
        if (traffic.ledger().areFailuresAllowed()) {
            again = ctx.executor().schedule(() -> {
                if (ctx.channel().isActive()) {
                    send(ctx);
                }
            }, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) {
        int numberOfThis = bytes.readInt();
        if (numberOfThis > number || pattern.matching(bytes, numberOfThis) != bytes.readableBytes()) {
            traffic.ledger().violation(this + ": wrong datagram " + numberOfThis + " after " + number);
        }
        if (numberOfThis < number) {
            // Was sent twice.
            return;
        }
        received += bytes.readableBytes();
        if (again != null) {
            again.cancel(false);
        }
        if (++number == DATAGRAMS) {
            ctx.close();
        } else {
            send(ctx);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // One datagram could not be received; the channel goes on.
        failure = cause;
        traffic.ledger().failed(toString(), cause);
    }
}
