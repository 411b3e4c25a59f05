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

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.IoEvent;
import io.netty.channel.IoHandler;
import io.netty.channel.IoRegistration;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The system has no memory for a whole batch of arms, which it says of all of them at once.
 */
@Timeout(120)
class ArmsRefusedTest {

    private static final int CLIENTS = 20;
    /** A handler asks with all arms twice, then with each by itself. */
    private static final int CALLS_FOR_AN_ARM = 3;

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
            while (msg.isReadable()) {
                events.add((int) msg.readByte());
            }
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

    /** Nobody is closed for it: the arms wait, the loops run on, and the system is not asked all the time. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void forAWhile(LoopKind kind) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<ILoggingEvent>();
        Logger portLogger = (Logger) LoggerFactory.getLogger(CompletionPort.class);
        log.start();
        portLogger.addAppender(log);
        try (ServerSocket server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(kind)) {
            List<Channel> clients = new ArrayList<Channel>();
            List<Answers> answers = new ArrayList<Answers>();
            List<Socket> peers = new ArrayList<Socket>();
            for (int i = 0; i < CLIENTS; i++) {
                answers.add(new Answers());
                clients.add(fixture.connect(server.getLocalSocketAddress(), answers.get(i)));
                peers.add(server.accept());
                peers.get(i).getOutputStream().write(1);
                assertEquals(1, answers.get(i).events.poll(10, TimeUnit.SECONDS));
            }
            int many = 1000000;
            OverlappedCalls.failArms(many);
            for (Socket peer : peers) {
                // For most of them the port has an arm, which this uses up.
                peer.getOutputStream().write(2);
                peer.getOutputStream().write(3);
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
            while (System.nanoTime() - end < 0) {
                for (Channel client : clients) {
                    client.eventLoop().submit(() -> { }).get(5, TimeUnit.SECONDS);
                }
                Thread.sleep(10);
            }
            int calls = many - OverlappedCalls.failArms(0);
            // At the most: for each socket alone, in a loop of its own, with pauses of 1, 2, 4 .. 256, 256, .. ms, two
            // calls each time. Measured are fewer, as sockets of one loop go together.
            assertTrue(calls > 0 && calls < CLIENTS * 2 * 30, () -> calls + " calls");
            for (int i = 0; i < CLIENTS; i++) {
                assertEquals(2, answers.get(i).events.poll(10, TimeUnit.SECONDS));
                assertEquals(3, answers.get(i).events.poll(10, TimeUnit.SECONDS));
                peers.get(i).getOutputStream().write(4);
                assertEquals(4, answers.get(i).events.poll(10, TimeUnit.SECONDS));
                assertTrue(clients.get(i).isActive());
            }
            for (Socket peer : peers) {
                peer.close();
            }
        } finally {
            portLogger.detachAppender(log);
        }
        long told = log.list.stream().filter(event -> event.getLevel() == Level.ERROR).count();
        // Once for each port: the group has one, and so has each of the two other loops.
        assertEquals(kind == LoopKind.STRANDS ? 1 : 2, told);
    }

    /** The kernel's words for a want of memory, of a whole call and of one socket: nobody is closed. */
    @ParameterizedTest
    @ValueSource(ints = { OverlappedCalls.CALLS, OverlappedCalls.ENTRIES })
    void statusThatMeansNoMemory(int kind) throws Exception {
        int[] statuses = {
                0xC0000007, // STATUS_PAGEFILE_QUOTA
                0xC0000017, // STATUS_NO_MEMORY
                0xC0000044, // STATUS_QUOTA_EXCEEDED
                0xC000009A, // STATUS_INSUFFICIENT_RESOURCES
                0xC00000A1, // STATUS_WORKING_SET_QUOTA
                0xC000011F, // STATUS_TOO_MANY_OPENED_FILES
                0xC000012D // STATUS_COMMITMENT_LIMIT
        };
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(LoopKind.HANDLER)) {
            Answers answers = new Answers();
            Channel client = fixture.connect(server.getLocalSocketAddress(), answers);
            try (Socket peer = server.accept()) {
                for (int status : statuses) {
                    String name = Integer.toHexString(status);
                    OverlappedCalls.fail(kind, 0, CALLS_FOR_AN_ARM, status);
                    for (int i = 0; i < 5; i++) {
                        peer.getOutputStream().write(i);
                        assertEquals(i, answers.events.poll(10, TimeUnit.SECONDS), name);
                        Thread.sleep(20);
                    }
                    assertEquals(0, OverlappedCalls.failArms(0), name + " was not told");
                    assertTrue(client.isActive(), name);
                }
            }
        }
    }

    /** Any other status is a refusal, which names the code of Windows, or the status where there is none. */
    @ParameterizedTest
    @ValueSource(ints = { OverlappedCalls.CALLS, OverlappedCalls.ENTRIES })
    void statusThatMeansSomethingElse(int kind) throws Exception {
        assertClosedWith(kind, 0xC000000D, "ProcessSocketNotifications(..) failed with error 87: ");
        assertClosedWith(kind, 0xC0FE0001, "ProcessSocketNotifications(..) failed with status 0xC0FE0001");
    }

    private static void assertClosedWith(int kind, int status, String message) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
             ChannelFixture fixture = new ChannelFixture(LoopKind.HANDLER)) {
            Answers answers = new Answers();
            Channel client = fixture.connect(server.getLocalSocketAddress(), answers);
            try (Socket peer = server.accept()) {
                // Or else the first arm is refused, before the byte comes.
                awaitArmed(client);
                OverlappedCalls.fail(kind, 0, kind == OverlappedCalls.CALLS ? CALLS_FOR_AN_ARM : 1, status);
                peer.getOutputStream().write(1);
                assertEquals(1, answers.events.poll(10, TimeUnit.SECONDS));
                Throwable cause = assertInstanceOf(WinsockException.class, answers.events.poll(10, TimeUnit.SECONDS));
                assertTrue(cause.getMessage().startsWith(message), cause::getMessage);
                assertTrue(client.closeFuture().await(10, TimeUnit.SECONDS));
            }
        }
    }

    /** The loop has handed the arm over when it says so: a handler does that before it runs tasks. */
    private static void awaitArmed(Channel client) throws Exception {
        String armed = ", armed: " + SocketEvents.IN_HANGUP + ',';
        SocketRegistration registration = ((AbstractIocpNotifyChannel) client).ownRegistration();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!inLoop(client, registration::toString).contains(armed)) {
            assertTrue(System.nanoTime() - end < 0, registration::toString);
            Thread.sleep(1);
        }
    }

    /** Each is handed over by itself. The handle of the first, which is refused, closes the socket of the second. */
    @Test
    void noneIsForTheNextSocketOfTheSameNumber() throws Exception {
        IoHandler handler = IocpNotifyIoHandler.newFactory().newHandler(WaitingContext.ofOtherThreads());
        IoHandler other = IocpNotifyIoHandler.newFactory().newHandler(WaitingContext.ofOtherThreads());
        FutureTask<Void> loop = new FutureTask<Void>(() -> {
            handler.initialize();
            other.initialize();
            try {
                armBesideOneThatCloses(handler, other);
            } finally {
                handler.prepareToDestroy();
                handler.destroy();
                other.prepareToDestroy();
                other.destroy();
            }
            return null;
        });
        new Thread(loop).start();
        loop.get(60, TimeUnit.SECONDS);
    }

    private static void armBesideOneThatCloses(IoHandler handler, IoHandler other) throws Exception {
        List<WinSocket> sockets = new ArrayList<WinSocket>();
        sockets.add(ChannelSocket.newDatagram(null));
        long number = sockets.get(0).handle();
        SocketRegistration second = (SocketRegistration) handler.register(new WritableHandle(number));
        try {
            // It has no socket.
            IoRegistration first = handler.register(new IdleHandle() {
                @Override
                public void handle(IoRegistration registration, IoEvent event) {
                    second.closing();
                    closeAll(sockets);
                    do {
                        sockets.add(ChannelSocket.newDatagram(null));
                    } while (sockets.get(sockets.size() - 1).handle() != number && sockets.size() < 1000);
                }
            });
            first.submit(IocpNotifyIoOps.IN);
            second.submit(IocpNotifyIoOps.OUT);
            OverlappedCalls.failArms(2);
            handler.run(new WaitingContext(100, TimeUnit.MILLISECONDS));
            assertTrue(sockets.size() > 1, "the first was not told");
            assertEquals(number, sockets.get(sockets.size() - 1).handle(), "the number was not used again");
            WritableHandle next = new WritableHandle(number);
            IoRegistration registration = other.register(next);
            registration.submit(IocpNotifyIoOps.OUT);
            other.run(new WaitingContext(10, TimeUnit.SECONDS));
            assertEquals(1, next.told.size());
            assertNull(next.told.get(0).failure());
            ((SocketRegistration) registration).closing();
        } finally {
            closeAll(sockets);
        }
    }

    private static void closeAll(List<WinSocket> sockets) {
        for (WinSocket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class WritableHandle extends IdleHandle {
        final List<IocpNotifyIoHandle.Event> told = new ArrayList<IocpNotifyIoHandle.Event>();
        private final long socket;

        WritableHandle(long socket) {
            this.socket = socket;
        }

        @Override
        public long socket() {
            return socket;
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            told.add((IocpNotifyIoHandle.Event) event);
        }
    }
}
