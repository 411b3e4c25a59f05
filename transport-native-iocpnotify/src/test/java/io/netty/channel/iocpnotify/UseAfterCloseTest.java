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
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelOutputShutdownException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.channels.ClosedChannelException;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class UseAfterCloseTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void everyOperationFails(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), NOTHING);
            client.close().sync();

            ByteBuf message = Unpooled.copiedBuffer(new byte[16]);
            assertInstanceOf(ClosedChannelException.class, failureOf(client.writeAndFlush(message)));
            assertEquals(0, message.refCnt());
            assertInstanceOf(ClosedChannelException.class, failureOf(client.connect(server.localAddress())));
            assertInstanceOf(ClosedChannelException.class, failureOf(client.bind(anyPort())));
            assertInstanceOf(ClosedChannelException.class, failureOf(client.shutdownOutput()));
            assertInstanceOf(ClosedChannelException.class, failureOf(client.shutdownInput()));
            assertInstanceOf(ClosedChannelException.class, failureOf(client.shutdown()));
            client.read();
            client.flush();
            client.config().setAutoRead(false).setAutoRead(true);
            client.close().sync();

            assertFalse(client.isOpen());
            assertFalse(client.isActive());
            assertTrue(client.isInputShutdown());
            assertTrue(client.isOutputShutdown());
            assertTrue(client.isShutdown());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void addressesAreRemembered(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), NOTHING);
            Object local = client.localAddress();
            assertNotNull(local);
            client.close().sync();
            assertEquals(local, client.localAddress());
            assertEquals(server.localAddress(), client.remoteAddress());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void optionsOfTheSocketFailThoseOfTheChannelDoNot(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IocpNotifySocketChannel client = fixture.register(NOTHING);
            client.close().sync();
            assertClosed(() -> client.config().getOption(ChannelOption.SO_RCVBUF));
            assertClosed(() -> client.config().getReceiveBufferSize());
            assertClosed(() -> client.config().setOption(ChannelOption.TCP_NODELAY, true));
            assertClosed(() -> client.config().setSoLinger(0));
            assertTrue(client.config().setOption(ChannelOption.AUTO_READ, false));
            assertFalse(client.config().isAutoRead());

            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            fixture.group().register(server).sync();
            server.close().sync();
            assertClosed(() -> server.config().getReceiveBufferSize());
        }
    }

    private static void assertClosed(Executable executable) {
        ChannelException e = assertThrows(ChannelException.class, executable);
        assertInstanceOf(ClosedChannelException.class, e.getCause());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void writeAfterShutdownOutput(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            // A server that closes in return would close the client, too.
            Channel server = fixture.server(NOTHING).childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                    .bind(anyPort()).sync().channel();
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), NOTHING);
            ChannelFuture waiting = inLoop(client, () -> {
                ChannelFuture write = client.write(Unpooled.copiedBuffer(new byte[16]));
                client.shutdownOutput();
                return write;
            });
            assertInstanceOf(ChannelOutputShutdownException.class, failureOf(waiting));
            ByteBuf message = Unpooled.copiedBuffer(new byte[16]);
            assertInstanceOf(ClosedChannelException.class, failureOf(client.writeAndFlush(message)));
            assertEquals(0, message.refCnt());
            assertTrue(client.isOutputShutdown());
            assertFalse(client.isInputShutdown());
            assertTrue(client.isOpen());
        }
    }
}
