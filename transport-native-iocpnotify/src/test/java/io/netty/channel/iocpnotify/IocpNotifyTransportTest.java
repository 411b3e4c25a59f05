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

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A service takes all that it needs from one class, and works with it. */
@Timeout(120)
class IocpNotifyTransportTest {

    /** Whether the native transport can be used in this JVM. */
    boolean isExpected() {
        return true;
    }

    @Test
    void preferred() {
        assertSame(isExpected() ? IocpNotifyTransport.IOCPNOTIFY : IocpNotifyTransport.NIO,
                IocpNotifyTransport.preferred());
        assertSame(isExpected() ? IocpNotifyTransport.IOCPHANDLER : IocpNotifyTransport.NIO,
                IocpNotifyTransport.preferredWithFixedThreads());
        assertEquals("iocpnotify", IocpNotifyTransport.IOCPNOTIFY.toString());
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    void servesAllKindsOfChannels(IocpNotifyTransport transport) throws Exception {
        if (!transport.isAvailable()) {
            assertFalse(isExpected());
            assertThrows(UnsatisfiedLinkError.class, () -> transport.newGroup(1));
            return;
        }
        EventLoopGroup group = transport.newGroup(2);
        try {
            echo(transport, group);
            datagram(transport, group);
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    private static void echo(IocpNotifyTransport transport, EventLoopGroup group) throws Exception {
        BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
        Channel server = new ServerBootstrap().group(group).channel(transport.serverChannel()).childHandler(ECHO)
                .bind(anyPort()).sync().channel();
        Channel client = new Bootstrap().group(group).channel(transport.socketChannel())
                .handler(new SimpleChannelInboundHandler<ByteBuf>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                        answers.add(msg.readByte());
                    }
                }).connect(server.localAddress()).sync().channel();
        client.writeAndFlush(Unpooled.buffer(1).writeByte(42)).sync();
        assertEquals((byte) 42, answers.poll(10, TimeUnit.SECONDS));
        client.close().sync();
        server.close().sync();
    }

    private static void datagram(IocpNotifyTransport transport, EventLoopGroup group) throws Exception {
        BlockingQueue<Byte> received = new LinkedBlockingQueue<Byte>();
        Channel receiver = new Bootstrap().group(group).channel(transport.datagramChannel())
                .handler(new SimpleChannelInboundHandler<DatagramPacket>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket msg) {
                        received.add(msg.content().readByte());
                    }
                }).bind(anyPort()).sync().channel();
        Channel sender = new Bootstrap().group(group).channel(transport.datagramChannel()).handler(NOTHING)
                .bind(anyPort()).sync().channel();
        sender.writeAndFlush(new DatagramPacket(Unpooled.buffer(1).writeByte(7),
                (InetSocketAddress) receiver.localAddress())).sync();
        assertEquals((byte) 7, received.poll(10, TimeUnit.SECONDS));
        sender.close().sync();
        receiver.close().sync();
    }

    @Test
    void threadsOfTheUser() throws Exception {
        EventLoopGroup group = IocpNotifyTransport.preferred().newGroup(1, new DefaultThreadFactory("of-the-user"));
        try {
            assertTrue(group.submit(() -> Thread.currentThread().getName()).get().startsWith("of-the-user"));
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void negativeNumberOfThreads() {
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyTransport.preferred().newGroup(-1));
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyTransport.NIO.newGroup(-1));
    }
}
