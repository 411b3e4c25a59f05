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

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * A packet tells of ERR after both sides of a connection have been closed in order. That is no reset unless the socket
 * says so too. Wine sends no such packet, so this makes one.
 */
@Timeout(120)
class BothSidesClosedTest {

    /** More than a system takes for a peer that does not read. */
    private static final int BLOCKED = 16 * 1024 * 1024;

    private static final String END = "end";
    private static final String INACTIVE = "inactive";

    /** Notes the end of the input, exceptions, and the end of the channel. */
    private static final class Events extends ChannelInboundHandlerAdapter {
        private final BlockingQueue<Object> seen = new LinkedBlockingQueue<Object>();

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ChannelInputShutdownReadComplete) {
                seen.add(END);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            seen.add(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            seen.add(INACTIVE);
        }

        Object next() throws InterruptedException {
            return seen.poll(10, TimeUnit.SECONDS);
        }
    }

    private static final class Connection implements Closeable {
        final Events events = new Events();
        final IocpNotifySocketChannel channel;
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        final Socket peer;

        Connection(ChannelFixture fixture, boolean halfClosure) throws Exception {
            channel = (IocpNotifySocketChannel) fixture.client(events)
                    .option(ChannelOption.ALLOW_HALF_CLOSURE, halfClosure)
                    .connect(listener.getLocalSocketAddress()).sync().channel();
            peer = listener.accept();
        }

        private <T> T inItsLoop(Callable<T> work) throws Exception {
            return inLoop(channel, work);
        }

        void inject(int events) throws Exception {
            inItsLoop(() -> {
                handle(events);
                return null;
            });
        }

        /** Handles a packet. In the loop. */
        private void handle(int events) {
            assertTrue(channel.isOpen());
            SocketRegistration registration = channel.ownRegistration();
            registration.noteEvents(events, LoopClock.nanos());
            registration.handlePackets();
        }

        /** The peer closes its side, and what tells of that is ERR as well. */
        void endWithError(boolean ownSideFirst) throws Exception {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            inItsLoop(() -> {
                if (ownSideFirst) {
                    channel.shutdownOutput();
                }
                peer.shutdownOutput();
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (SocketPair.recv(channel.socket, buffer, 0, 1) >= 0) {
                    assertTrue(System.nanoTime() - deadline < 0, "the end of the stream does not come");
                    Thread.sleep(1);
                }
                handle(SocketEvents.IN | SocketEvents.HANGUP | SocketEvents.ERR);
                return null;
            });
        }

        void assertOpenAndQuiet() throws Exception {
            assertTrue(channel.isActive());
            assertEquals(0, events.seen.size(), events.seen::toString);
            // And nothing is asked for that would be answered again and again.
            assertTrue(inItsLoop(() -> channel.ownRegistration().toString()).contains("wanted: 0,"));
            awaitDone(channel.close());
            assertEquals(INACTIVE, events.next());
        }

        @Override
        public void close() throws IOException {
            if (peer != null) {
                peer.close();
            }
            listener.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ownSideFirst(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); Connection connection = new Connection(fixture, true)) {
            connection.channel.shutdownOutput().sync();
            connection.peer.shutdownOutput();
            assertEquals(END, connection.events.next());
            connection.inject(SocketEvents.ERR);
            connection.inject(SocketEvents.IN | SocketEvents.HANGUP | SocketEvents.ERR);
            connection.assertOpenAndQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void peersSideFirst(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); Connection connection = new Connection(fixture, true)) {
            connection.peer.shutdownOutput();
            assertEquals(END, connection.events.next());
            connection.channel.shutdownOutput().sync();
            connection.inject(SocketEvents.ERR);
            connection.inject(SocketEvents.IN | SocketEvents.HANGUP | SocketEvents.ERR);
            connection.assertOpenAndQuiet();
        }
    }

    /** The socket is armed for what could not be sent, and nobody wants to send it any more. */
    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "STRANDS, false", "HANDLER, true", "HANDLER, false" })
    void armedToWrite(LoopKind kind, boolean ownSideFirst) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); Connection connection = new Connection(fixture, true)) {
            connection.channel.writeAndFlush(connection.channel.alloc().buffer(BLOCKED).writeZero(BLOCKED));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (!connection.inItsLoop(() -> connection.channel.wants(OUT))) {
                assertTrue(System.nanoTime() - deadline < 0);
                Thread.sleep(1);
            }
            if (ownSideFirst) {
                connection.channel.shutdownOutput().sync();
            }
            connection.peer.shutdownOutput();
            assertEquals(END, connection.events.next());
            if (!ownSideFirst) {
                connection.channel.shutdownOutput().sync();
            }
            connection.inject(SocketEvents.OUT | SocketEvents.HANGUP | SocketEvents.ERR);
            connection.assertOpenAndQuiet();
        }
    }

    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "STRANDS, false", "HANDLER, true", "HANDLER, false" })
    void theEndComesWithIt(LoopKind kind, boolean halfClosure) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind);
             Connection connection = new Connection(fixture, halfClosure)) {
            connection.endWithError(true);
            if (halfClosure) {
                assertEquals(END, connection.events.next());
                connection.assertOpenAndQuiet();
            } else {
                assertEquals(INACTIVE, connection.events.next());
                assertEquals(0, connection.events.seen.size(), connection.events.seen::toString);
            }
        }
    }

    /** As long as this side is open, ERR is a reset, whatever a receive says: that is all that Wine tells of one. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theEndComesWithItBeforeOwnSideIsClosed(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind); Connection connection = new Connection(fixture, true)) {
            connection.endWithError(false);
            assertInstanceOf(IOException.class, connection.events.next());
            assertEquals(INACTIVE, connection.events.next());
        }
    }

    /** The socket says so. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aResetAfterOwnSideIsClosed(LoopKind kind) throws Exception {
        assumeFalse(Wine.IS_HERE, "on Wine a receive does not tell of a reset");
        try (ChannelFixture fixture = new ChannelFixture(kind); Connection connection = new Connection(fixture, true)) {
            connection.channel.shutdownOutput().sync();
            connection.peer.setSoLinger(true, 0);
            connection.peer.close();
            assertInstanceOf(IOException.class, connection.events.next());
            assertEquals(INACTIVE, connection.events.next());
        }
    }
}
