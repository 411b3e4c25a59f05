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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.ConnectException;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The system gives the number of a closed socket to the next one. What was on its way for the old one is nothing to the
 * channel that has the number now.
 */
@Timeout(120)
@Tag("races")
class HandleReuseTest {

    private static final int ENOUGH = 20;
    private static final int ROUNDS = 400;

    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            while (msg.isReadable()) {
                events.add(msg.readByte());
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            events.add("inactive");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            events.add(cause);
        }
    }

    /** The old channel has its answer, or the end of its peer, under way when it closes. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void eventsOfTheOldSocketAreNotTheNewOnes(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Map<Long, Channel> seen = new HashMap<Long, Channel>();
            int reused = 0;
            for (int round = 0; reused < ENOUGH; round++) {
                assertTrue(round < ROUNDS, "the system gave a number again " + reused + " times only");
                byte old = (byte) (2 * round);
                byte own = (byte) (2 * round + 1);
                Channel first = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, round % 2 == 0 ? 0 : -1)
                        .connect(server.localAddress()).sync().channel();
                // Both in one run of the loop: its arm is with the port, and the answer comes when it is closed.
                inLoop(first, () -> {
                    first.writeAndFlush(first.alloc().buffer(1).writeByte(old));
                    return null;
                });
                first.close().sync();

                Answers answers = new Answers();
                IocpNotifySocketChannel second = fixture.connect(server.localAddress(), answers);
                seen.put(((IocpNotifySocketChannel) first).socket.handle(), first);
                if (seen.containsKey(second.socket.handle())) {
                    reused++;
                }
                second.writeAndFlush(second.alloc().buffer(1).writeByte(own)).sync();
                assertEquals(own, answers.events.poll(10, TimeUnit.SECONDS));
                assertNull(answers.events.peek());
                assertTrue(second.isActive());
                seen.put(second.socket.handle(), second);
                second.close().sync();
            }
        }
    }

    /** A refused attempt and the next, one after the other in the same loop. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void attemptAfterARefusedOne(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort closed = new ClosedPort()) {
            SocketAddress nobody = closed.address();
            Channel server = fixture.serve(ECHO);
            for (int i = 0; i < 20; i++) {
                assertInstanceOf(ConnectException.class, failureOf(fixture.client(NOTHING).connect(nobody)));
                Answers answers = new Answers();
                Channel client = fixture.connect(server.localAddress(), answers);
                client.writeAndFlush(client.alloc().buffer(1).writeByte(i)).sync();
                assertEquals((byte) i, answers.events.poll(10, TimeUnit.SECONDS));
                client.close().sync();
            }
        }
    }

    /** A listener takes the number of a connection, and a connection that of a listener. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listenersAndConnections(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int i = 0; i < 12; i++) {
                Channel server = fixture.server(ECHO).bind(anyPort()).sync().channel();
                Answers answers = new Answers();
                Channel client = fixture.connect(server.localAddress(), answers);
                client.writeAndFlush(client.alloc().buffer(1).writeByte(i)).sync();
                assertEquals((byte) i, answers.events.poll(10, TimeUnit.SECONDS));
                if (i % 2 == 0) {
                    client.close();
                    awaitDone(server.close());
                } else {
                    server.close();
                    awaitDone(client.close());
                }
            }
        }
    }
}
