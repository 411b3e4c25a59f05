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
import io.netty.channel.SimpleChannelInboundHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The system has no memory for a whole batch of arms, which it says of all of them at once.
 */
@Timeout(60)
class ArmsRefusedTest {

    private static final int CLIENTS = 20;

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
        OverlappedCalls.load();
        assumeTrue(OverlappedCalls.failArms(0) == 0, "the system's function cannot be made to fail");
    }

    @AfterEach
    void failNoMore() {
        OverlappedCalls.failArms(0);
    }

    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            events.add((int) msg.readByte());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            events.add(cause);
        }
    }

    /** It is asked again: nobody notices. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void forAMoment(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            List<Channel> clients = new ArrayList<Channel>();
            List<Answers> answers = new ArrayList<Answers>();
            for (int i = 0; i < CLIENTS; i++) {
                answers.add(new Answers());
                clients.add(fixture.connect(server.localAddress(), answers.get(i)));
            }
            for (int round = 0; round < 10; round++) {
                OverlappedCalls.failArms(2);
                for (Channel client : clients) {
                    client.writeAndFlush(client.alloc().buffer(1).writeByte(round));
                }
                for (Answers answer : answers) {
                    assertEquals(round, answer.events.poll(10, TimeUnit.SECONDS));
                }
            }
        }
    }

    /** Then the channels that it concerns are told and closed, and their loops go on. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void forGood(LoopKind kind) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(kind)) {
            Answers answers = new Answers();
            Channel client = fixture.connect(server.getLocalSocketAddress(), answers);
            try (Socket peer = server.accept()) {
                // What it is armed for now is with the port.
                peer.getOutputStream().write(1);
                assertEquals(1, answers.events.poll(10, TimeUnit.SECONDS));
                client.eventLoop().submit(() -> { }).get(10, TimeUnit.SECONDS);
                OverlappedCalls.failArms(Integer.MAX_VALUE);
                peer.getOutputStream().write(2);
                awaitDone(client.closeFuture());
                OverlappedCalls.failArms(0);
            }
            Object event = answers.events.poll(10, TimeUnit.SECONDS);
            if (event instanceof Integer) {
                assertEquals(2, event);
                event = answers.events.poll(10, TimeUnit.SECONDS);
            }
            assertEquals(Errors.ERROR_NOT_ENOUGH_MEMORY, assertInstanceOf(WinsockException.class, event).code());
            client.eventLoop().submit(() -> { }).get(10, TimeUnit.SECONDS);
        }
    }
}
