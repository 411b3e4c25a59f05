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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Channels of sockets that were made elsewhere.
 */
@Timeout(60)
class AdoptedSocketTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectedSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            WinSocket socket = WinSocket.newStream(true);
            socket.setSoLinger(4);
            if (!socket.connect(server.localAddress())) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (!socket.finishConnect()) {
                    assertTrue(System.nanoTime() < deadline, "not connected");
                    Thread.yield();
                }
            }
            BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
            IocpNotifySocketChannel channel = new IocpNotifySocketChannel(socket.handle());
            channel.pipeline().addLast(new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ctx.writeAndFlush(ctx.alloc().buffer(1).writeByte(7));
                }

                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    answers.add(msg.readByte());
                }
            });
            assertTrue(channel.isActive());
            assertEquals(server.localAddress(), channel.remoteAddress());
            assertNotNull(channel.localAddress());
            assertEquals(4, channel.config().getSoLinger());
            fixture.group().register(channel).sync();
            assertEquals((byte) 7, answers.poll(10, TimeUnit.SECONDS));
            channel.close().sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listeningSocket(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            WinSocket socket = WinSocket.newStream(false);
            socket.bind(anyPort());
            socket.listen(10);
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel(socket.handle());
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            server.pipeline().addLast(new SimpleChannelInboundHandler<Channel>() {
                @Override
                protected void channelRead0(ChannelHandlerContext ctx, Channel child) {
                    accepted.add(child);
                }
            });
            assertTrue(server.isActive());
            assertNotNull(server.localAddress());
            fixture.group().register(server).sync();
            fixture.connect(server.localAddress(), NOTHING);
            Channel child = accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(child);
            child.unsafe().closeForcibly();
            server.close().sync();
        }
    }

    @Test
    void socketWithoutAConnectionIsNotActive() throws Exception {
        IocpNotifySocketChannel client = new IocpNotifySocketChannel(WinSocket.newStream(false).handle());
        assertFalse(client.isActive());
        assertTrue(client.isOpen());
        client.unsafe().closeForcibly();
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel(WinSocket.newStream(true).handle());
        assertFalse(server.isActive());
        server.unsafe().closeForcibly();
    }

    @Test
    void handleThatIsNoSocket() {
        assertThrows(ChannelException.class, () -> new IocpNotifySocketChannel(0x7ffffff0L));
        assertThrows(ChannelException.class, () -> new IocpNotifyServerSocketChannel(0x7ffffff0L));
    }
}
