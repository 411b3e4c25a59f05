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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.Future;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends datagrams on a connected channel, the next one when the echo of the last has come, and then closes it. UDP may
 * lose some, which is counted: after a second without an echo comes the next one.
 */
final class DatagramClient extends SimpleChannelInboundHandler<DatagramPacket> {

    private final long id;
    private final int count;
    private final Failures failures;
    private final LongAdder lost;
    private int number;
    private Future<?> timeout;
    private volatile long progressNanos = System.nanoTime();

    DatagramClient(long id, int count, Failures failures, LongAdder lost) {
        this.id = id;
        this.count = count;
        this.failures = failures;
        this.lost = lost;
    }

    long progressNanos() {
        return progressNanos;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        send(ctx);
    }

    private void send(ChannelHandlerContext ctx) {
        int length = ThreadLocalRandom.current().nextInt(Kind.DATAGRAMS.longest());
        ByteBuf content = ctx.alloc().buffer(DatagramContent.HEAD + length);
        DatagramContent.write(content, id, number, length);
        ctx.writeAndFlush(content);
        timeout = ctx.executor().schedule(() -> {
            lost.increment();
            next(ctx);
        }, 1, TimeUnit.SECONDS);
    }

    private void next(ChannelHandlerContext ctx) {
        if (++number < count) {
            send(ctx);
        } else {
            ctx.close();
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) throws Exception {
        // One that comes after its second is right too, and was counted.
        if (DatagramContent.check(packet.content()) == number) {
            progressNanos = System.nanoTime();
            timeout.cancel(false);
            next(ctx);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        timeout.cancel(false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failures.add(this, cause);
        ctx.close();
    }

    @Override
    public String toString() {
        return "datagrams of " + id + " at number " + number;
    }
}
