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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.TimeUnit;

import static io.netty.buffer.Unpooled.copiedBuffer;
import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class WrongLoopTest {

    private static void assertRefused(EventLoopGroup group, String... names) throws Exception {
        try {
            Channel channel = new IocpNotifySocketChannel();
            ChannelFuture future = group.register(channel);
            Throwable cause = failureOf(future);
            assertInstanceOf(IllegalStateException.class, cause);
            assertTrue(cause.getMessage().startsWith("incompatible event loop type: "), cause.getMessage());
            for (String name : names) {
                assertTrue(cause.getMessage().contains(name), cause.getMessage());
            }
            // Nobody else will close it.
            awaitDone(channel.closeFuture());
            assertFalse(channel.isOpen());
        } finally {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        }
    }

    @Test
    void loopOfNio() throws Exception {
        assertRefused(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()), "SingleThreadIoEventLoop",
                "NioIoHandler", "IocpNotifySocketChannel", "IocpNotifyEventLoopGroup");
    }

    @Test
    void loopThatIsNoneForIo() throws Exception {
        assertRefused(new DefaultEventLoopGroup(1), "DefaultEventLoop", "IocpNotifySocketChannel");
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void channelOfNioHere(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            NioSocketChannel channel = new NioSocketChannel();
            assertInstanceOf(IllegalStateException.class, failureOf(fixture.group().register(channel)));
            channel.unsafe().closeForcibly();
        }
    }

    /** A channel with a connection is not closed for an attempt to put it in a wrong loop. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void channelThatLivesSurvives(LoopKind kind) throws Exception {
        EventLoopGroup nio = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Channel client = fixture.connect(server.localAddress(), NOTHING);
            client.deregister().sync();
            assertInstanceOf(IllegalStateException.class, failureOf(nio.register(client)));
            assertTrue(client.isActive());
            fixture.group().register(client).sync();
            client.writeAndFlush(copiedBuffer(new byte[1])).sync();
        } finally {
            nio.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        }
    }
}
