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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a handler, a listener or a task throws stays its own affair.
 */
@Timeout(120)
class ThrowingHandlerTest {

    private static final class Thrower extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            byte what = msg.readByte();
            events.add(what);
            if (what == 'e') {
                throw new AssertionError("as the test wants it");
            }
            throw new IllegalStateException("as the test wants it");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
            events.add(cause);
            if (cause instanceof Error) {
                throw new IllegalStateException("once more", cause);
            }
        }
    }

    private static ByteBuf message(char what) {
        return Unpooled.copiedBuffer(new byte[] { (byte) what });
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void channelReadsOn(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Thrower thrower = new Thrower();
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(), thrower);
            for (char what : new char[] { 'r', 'e', 'r', 'e', 'r' }) {
                client.writeAndFlush(message(what)).sync();
                assertEquals((byte) what, thrower.events.poll(10, TimeUnit.SECONDS));
                Object cause = thrower.events.poll(10, TimeUnit.SECONDS);
                assertNotNull(cause);
                assertEquals(what == 'e' ? AssertionError.class : IllegalStateException.class, cause.getClass());
            }
            assertTrue(client.isActive());
            assertEquals(0, thrower.events.size());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void loopGoesOn(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            BlockingQueue<Byte> answers = new LinkedBlockingQueue<Byte>();
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(),
                    new SimpleChannelInboundHandler<ByteBuf>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                            answers.add(msg.readByte());
                        }
                    });
            client.eventLoop().execute(() -> {
                throw new IllegalStateException("as the test wants it");
            });
            client.eventLoop().schedule((Runnable) () -> {
                throw new IllegalStateException("as the test wants it");
            }, 1, TimeUnit.MILLISECONDS).await(10, TimeUnit.SECONDS);
            ChannelFuture write = inLoop(client, () -> client.writeAndFlush(message('a')).addListener(f -> {
                throw new IllegalStateException("as the test wants it");
            }));
            write.sync();
            assertEquals((byte) 'a', answers.poll(10, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listenerAcceptsOn(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public boolean isSharable() {
                    return true;
                }

                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    accepted.add(ctx.channel());
                    throw new IllegalStateException("as the test wants it");
                }
            });
            for (int i = 0; i < 3; i++) {
                fixture.connect(server.localAddress(), ECHO);
                assertNotNull(accepted.poll(10, TimeUnit.SECONDS));
            }
        }
    }
}
