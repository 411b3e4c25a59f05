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
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A new connection is read once before it is armed, where others of its listener had something to say by then. */
@Timeout(120)
class FirstReadsTest {

    private enum Peer {
        SPEAKS_FIRST {
            @Override
            void talk(Socket socket) throws IOException {
                echo(socket, 1);
                echo(socket, 2);
            }
        },
        SPEAKS_LATE {
            @Override
            void talk(Socket socket) throws Exception {
                Thread.sleep(5);
                echo(socket, 3);
            }
        },
        SPEAKS_AND_ENDS {
            @Override
            void talk(Socket socket) throws IOException {
                socket.getOutputStream().write(4);
                socket.shutdownOutput();
                assertEquals(4, socket.getInputStream().read());
                assertEquals(-1, socket.getInputStream().read());
            }
        },
        ENDS_AT_ONCE {
            @Override
            void talk(Socket socket) { }
        },
        RESETS {
            @Override
            void talk(Socket socket) throws IOException {
                echo(socket, 5);
                socket.setSoLinger(true, 0);
            }
        };

        abstract void talk(Socket socket) throws Exception;

        static void echo(Socket socket, int value) throws IOException {
            socket.getOutputStream().write(value);
            assertEquals(value, new DataInputStream(socket.getInputStream()).readUnsignedByte());
        }
    }

    @Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        final AtomicInteger emptyReads = new AtomicInteger();
        final BlockingQueue<Channel> ended = new LinkedBlockingQueue<Channel>();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            if (!((ByteBuf) msg).isReadable()) {
                emptyReads.incrementAndGet();
            }
            ctx.writeAndFlush(msg);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) { }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            ended.add(ctx.channel());
        }
    }

    @Test
    void connectionsAreTriedAsThoseBeforeThemTurnedOut() {
        ReadAgain.FirstReads firstReads = new ReadAgain.FirstReads();
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < 16; i++) {
                assertFalse(firstReads.isNextTried());
            }
            assertTrue(firstReads.isNextTried());
            firstReads.tried(false);
        }
        for (int i = 0; i < 100; i++) {
            firstReads.tried(true);
            assertTrue(firstReads.isNextTried());
        }
        for (int i = 0; i < 7; i++) {
            firstReads.tried(false);
            assertTrue(firstReads.isNextTried());
        }
        firstReads.tried(false);
        assertFalse(firstReads.isNextTried());
    }

    @Test
    void isTheReadBeforeTheFirstArmAndNoOther() {
        for (boolean received : new boolean[] { false, true }) {
            ReadAgain.FirstReads firstReads = new ReadAgain.FirstReads();
            ReadAgain again = new ReadAgain(firstReads);
            assertFalse(again.isInVain());
            assertTrue(again.isDue(true));
            assertTrue(again.isFirst());
            assertTrue(again.isInVain());
            if (received) {
                again.received();
                assertTrue(firstReads.isNextTried(), "told too late for a channel that is closed next");
            }
            assertFalse(again.isDue(true));
            assertFalse(again.isFirst());
            assertFalse(again.isInVain());
            assertEquals(received, firstReads.isNextTried());
            again.received();
            assertFalse(again.isDue(true));
        }
    }

    @Test
    void isNotMadeUpForAfterTheFirstArm() {
        ReadAgain.FirstReads firstReads = new ReadAgain.FirstReads();
        ReadAgain again = new ReadAgain(firstReads);
        // What a packet has told of, since the socket was armed without a question.
        again.received();
        assertFalse(again.isDue(true));
        assertFalse(firstReads.isNextTried());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void whateverThePeerDoes(LoopKind kind) throws Exception {
        Echo echo = new Echo();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(echo);
            int connections = 0;
            for (Peer peer : Peer.values()) {
                // So many that some are tried in any case, and all once that has proved to be worth it.
                for (int i = 0; i < 48; i++) {
                    try (Socket socket = new Socket()) {
                        socket.connect((InetSocketAddress) server.localAddress());
                        socket.setSoTimeout(10_000);
                        socket.setTcpNoDelay(true);
                        peer.talk(socket);
                    }
                    connections++;
                }
            }
            for (int i = 0; i < connections; i++) {
                assertNotNull(echo.ended.poll(10, TimeUnit.SECONDS), () -> "only " + echo.ended + " have ended");
            }
            assertEquals(0, echo.emptyReads.get());
        }
    }
}
