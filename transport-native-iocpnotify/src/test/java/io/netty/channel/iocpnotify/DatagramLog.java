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


import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;

import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertNotNull;

/**
 * Keeps what a datagram channel reads and is told, in one order.
 */
final class DatagramLog extends SimpleChannelInboundHandler<DatagramPacket> {

    static final class Received {
        final byte[] bytes;
        final InetSocketAddress sender;
        final InetSocketAddress recipient;

        Received(DatagramPacket packet) {
            bytes = ByteBufUtil.getBytes(packet.content());
            sender = packet.sender();
            recipient = packet.recipient();
        }
    }

    /** {@link Received}, user events and exceptions. */
    final BlockingQueue<Object> entries = new LinkedBlockingQueue<Object>();

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
        entries.add(new Received(packet));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        entries.add(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        entries.add(cause);
    }

    /** The next entry, which must come soon and be of that type. */
    <T> T next(Class<T> type) throws InterruptedException {
        Object next = entries.poll(10, TimeUnit.SECONDS);
        assertNotNull(next, "nothing has come");
        if (!type.isInstance(next)) {
            throw next instanceof Throwable ? new AssertionError((Throwable) next) : new AssertionError(next);
        }
        return type.cast(next);
    }

    /** The bytes of the next datagram. */
    byte[] nextBytes() throws InterruptedException {
        return next(Received.class).bytes;
    }
}
