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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandle;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whatever ends a channel, its handlers are told that it was active, then that it is not, and no write is left pending.
 */
@Timeout(120)
class ChannelEndSameAsNioTest {

    private static class Log extends LifeEvents {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ReferenceCountUtil.release(msg);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) { }

        String next() throws InterruptedException {
            String entry = seen.poll(10, TimeUnit.SECONDS);
            assertNotNull(entry, "nothing comes");
            return entry;
        }

        void expect(String what, String... expected) throws InterruptedException {
            for (String entry : expected) {
                assertEquals(entry, next(), what);
            }
        }
    }

    private static ServerSocket listen() throws Exception {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static SocketChannel register(AnyTransport transport, EventLoopGroup group, Log log) throws Exception {
        SocketChannel channel = transport.newSocket();
        channel.pipeline().addLast(log);
        group.register(channel).sync();
        return channel;
    }

    private interface PeersPart {
        void of(Socket peer) throws Exception;
    }

    /** The loop connects, and sees nothing of it until the peer has done its part and closed the connection. */
    private static ChannelFuture connectUnseen(Channel channel, PeersPart part) throws Exception {
        try (ServerSocket listener = listen()) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch closed = new CountDownLatch(1);
            ChannelFuture[] connected = new ChannelFuture[1];
            channel.eventLoop().submit(() -> {
                connected[0] = channel.connect(listener.getLocalSocketAddress());
                begun.countDown();
                return closed.await(10, TimeUnit.SECONDS);
            });
            assertTrue(begun.await(10, TimeUnit.SECONDS));
            try (Socket peer = listener.accept()) {
                part.of(peer);
            }
            // It is in the system's hands.
            Thread.sleep(100);
            closed.countDown();
            return connected[0];
        }
    }

    /** The peer has reset the connection before the loop comes to see that it is there. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void resetBeforeItIsSeen(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        for (boolean halfClosure : new boolean[] { false, true }) {
            for (boolean data : new boolean[] { false, true }) {
                Log log = new Log();
                SocketChannel channel = register(transport, group, log);
                channel.config().setAllowHalfClosure(halfClosure);
                ChannelFuture connected = connectUnseen(channel, peer -> {
                    if (data) {
                        peer.getOutputStream().write(1);
                    }
                    peer.setSoLinger(true, 0);
                });
                awaitDone(connected);
                assertNull(connected.cause());
                assertEquals("active", log.next());
                if (transport != AnyTransport.NIO) {
                    // To NIO it may be as if nothing had happened.
                    log.expect("data " + data + ", half-closure " + halfClosure, "inactive", "unregistered");
                }
                awaitDone(channel.close());
            }
        }
        end(group);
    }

    /** Closes the channel as soon as it is told of the end, before the transport does. */
    private static final class ClosingLog extends Log {
        private final boolean reset;
        volatile boolean toldOfReset;

        ClosingLog(boolean reset) {
            this.reset = reset;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            seen.add(event.getClass().getSimpleName());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (!reset) {
                ctx.close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            toldOfReset = true;
            ctx.close();
        }
    }

    /** The input is over as well, and NIO says that to the channel that is closed already. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void closedByAHandlerThatIsToldOfTheEnd(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        for (boolean reset : new boolean[] { false, true }) {
            for (boolean halfClosure : new boolean[] { false, true }) {
                String what = "reset " + reset + ", half-closure " + halfClosure;
                try (ServerSocket listener = listen()) {
                    ClosingLog log = new ClosingLog(reset);
                    SocketChannel channel = register(transport, group, log);
                    channel.config().setAllowHalfClosure(halfClosure);
                    channel.connect(listener.getLocalSocketAddress()).sync();
                    try (Socket peer = listener.accept()) {
                        if (reset) {
                            peer.setSoLinger(true, 0);
                        }
                    }
                    log.expect(what, "active");
                    String second = log.next();
                    if (reset && transport == AnyTransport.NIO && !log.toldOfReset) {
                        // To NIO a reset may be a clean end, as under Wine 8.
                        awaitDone(channel.close());
                        continue;
                    }
                    assertEquals("ChannelInputShutdownReadComplete", second, what);
                    log.expect(what, "inactive", "unregistered");
                }
            }
        }
        end(group);
    }

    /** The last bytes are there together with the end. They end a read of NIO, and the end is for the next. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void closedByAHandlerThatIsToldOfTheLastBytes(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        Log log = new ClosingLog(false);
        connectUnseen(register(transport, group, log), peer -> peer.getOutputStream().write(1));
        log.expect("a byte and the end", "active", "inactive", "unregistered");
        end(group);
    }

    /** As above, told of both in one packet, as Windows does. Wine tells of the end when the bytes are read. */
    @ParameterizedTest
    @EnumSource(value = AnyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void closedByAHandlerThatIsToldOfTheLastBytesInThePacketOfTheEnd(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        try (ServerSocket listener = listen()) {
            Log log = new ClosingLog(false);
            Channel channel = register(transport, group, log);
            channel.config().setAutoRead(false);
            channel.connect(listener.getLocalSocketAddress()).sync();
            try (Socket peer = listener.accept()) {
                peer.getOutputStream().write(1);
            }
            // It is in the system's hands.
            Thread.sleep(100);
            channel.eventLoop().execute(() -> {
                channel.config().setAutoRead(true);
                ((IoHandle) channel.unsafe()).handle(null, new IocpNotifyIoHandle.Event() {
                    @Override
                    public IocpNotifyIoOps ops() {
                        return IocpNotifyIoOps.IN_HANGUP;
                    }

                    @Override
                    public Throwable failure() {
                        return null;
                    }
                });
            });
            log.expect("a byte in the packet of the end", "active", "inactive", "unregistered");
        }
        end(group);
    }

    /** As above, where there is no memory to read. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void closedByAHandlerThatIsToldOfNoMemory(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(1);
        try (ServerSocket listener = listen()) {
            Log log = new ClosingLog(true);
            SocketChannel channel = register(transport, group, log);
            channel.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(16) {
                @Override
                public Handle newHandle() {
                    return new DelegatingHandle(super.newHandle()) {
                        @Override
                        public ByteBuf allocate(ByteBufAllocator alloc) {
                            throw new OutOfMemoryError("expected in this test");
                        }
                    };
                }
            });
            channel.connect(listener.getLocalSocketAddress()).sync();
            try (Socket peer = listener.accept()) {
                peer.getOutputStream().write(1);
                log.expect("no memory", "active", "ChannelInputShutdownReadComplete", "inactive", "unregistered");
            }
        }
        end(group);
    }

    private interface End {
        void of(EventLoopGroup group, Channel channel);
    }

    @SuppressWarnings("deprecation")
    private static final End[] ENDS = {
            (group, channel) -> group.shutdownGracefully(0, 0, TimeUnit.SECONDS),
            (group, channel) -> group.shutdownGracefully(0, 5, TimeUnit.SECONDS),
            (group, channel) -> group.shutdown(),
            // In the loop, which ends after this task without another look at its channels.
            (group, channel) -> channel.eventLoop().execute(
                    () -> group.shutdownGracefully(0, 5, TimeUnit.SECONDS)),
            (group, channel) -> channel.eventLoop().execute(group::shutdown),
            (group, channel) -> channel.eventLoop().execute(() -> {
                group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
                throw new AssertionError("expected in this test");
            }),
            (group, channel) -> {
                channel.close();
                group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            }
    };

    private static AnyTransport transportOf(LoopKind kind) {
        return kind == LoopKind.STRANDS ? AnyTransport.STRANDS : AnyTransport.HANDLER;
    }

    /** Where NIO's writes may stay pending for ever, and its handlers never hear of the end, they do not here. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endOfTheGroup(LoopKind kind) throws Exception {
        for (int how = 0; how < ENDS.length; how++) {
            for (int linger : new int[] { -1, 2 }) {
                endsWithAllItsWrites("end " + how + ", linger " + linger, transportOf(kind).newGroup(1), linger,
                        ENDS[how]);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endOfTheGroupOfADatagramChannel(LoopKind kind) throws Exception {
        for (int how = 0; how < ENDS.length; how++) {
            EventLoopGroup group = transportOf(kind).newGroup(1);
            Log log = new Log();
            Channel channel = registerAndBind(AnyTransport.HANDLER.newDatagram(), group, log);
            InetSocketAddress self = (InetSocketAddress) channel.localAddress();
            ChannelFuture flushed = channel.writeAndFlush(
                    new DatagramPacket(Unpooled.directBuffer(8).writeZero(8), self));
            ChannelFuture waits = channel.write(new DatagramPacket(Unpooled.directBuffer(8).writeZero(8), self));
            awaitDone(channel.eventLoop().submit(() -> { }));
            endsWithItsChannel("end " + how, group, channel, log, ENDS[how]);
            assertTrue(flushed.isSuccess(), "end " + how);
            assertTrue(waits.isDone() && !waits.isSuccess(), "end " + how);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void endOfTheGroupOfAListener(LoopKind kind) throws Exception {
        for (int how = 0; how < ENDS.length; how++) {
            EventLoopGroup group = transportOf(kind).newGroup(1);
            Log log = new Log();
            Channel channel = registerAndBind(AnyTransport.HANDLER.newServer(), group, log);
            endsWithItsChannel("end " + how, group, channel, log, ENDS[how]);
        }
    }

    private static Channel registerAndBind(Channel channel, EventLoopGroup group, Log log) throws Exception {
        channel.pipeline().addLast(log);
        group.register(channel).sync();
        channel.bind(anyPort()).sync();
        assertEquals("active", log.next());
        return channel;
    }

    private static void endsWithItsChannel(String what, EventLoopGroup group, Channel channel, Log log, End end)
            throws Exception {
        end.of(group, channel);
        assertTrue(group.awaitTermination(15, TimeUnit.SECONDS), what);
        log.expect(what, "inactive", "unregistered");
        awaitDone(channel.closeFuture());
        assertNull(log.seen.poll(), what);
    }

    /** What the handler throws out of the loop ends it, where Netty's loop knows no other way to go on. */
    @Test
    void anErrorInTheLoopOfAHandler() throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, IocpNotifyIoHandler.newFactory(() -> (poll, any) -> {
            if (fails.get()) {
                throw new AssertionError("expected in this test");
            }
            return any ? poll.get() : SelectStrategy.SELECT;
        }));
        endsWithAllItsWrites("an Error", group, -1,
                (ignored, channel) -> channel.eventLoop().execute(() -> fails.set(true)));
    }

    private static void endsWithAllItsWrites(String what, EventLoopGroup group, int linger, End end) throws Exception {
        try (ServerSocket listener = listen()) {
            Log log = new Log();
            SocketChannel channel = register(AnyTransport.HANDLER, group, log);
            channel.config().setSoLinger(linger);
            channel.config().setSendBufferSize(4096);
            channel.connect(listener.getLocalSocketAddress()).sync();
            assertEquals("active", log.next());
            // Nobody reads what is written, and the last is not even flushed.
            try (Socket ignored = listener.accept()) {
                int length = 1024 * 1024;
                List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
                for (int i = 0; i < 16; i++) {
                    writes.add(channel.writeAndFlush(Unpooled.directBuffer(length).writeZero(length)));
                }
                writes.add(channel.write(Unpooled.directBuffer(length).writeZero(length)));
                awaitDone(channel.eventLoop().submit(() -> { }));
                end.of(group, channel);
                assertTrue(group.awaitTermination(15, TimeUnit.SECONDS), what);
                for (ChannelFuture write : writes) {
                    assertTrue(write.isDone(), what);
                }
                assertFalse(writes.get(writes.size() - 1).isSuccess(), what);
                assertFalse(channel.isActive(), what);
                assertEquals("inactive", log.next(), what);
                assertEquals("unregistered", log.next(), what);
            }
            // The system had bytes to send until the peer was gone.
            awaitDone(channel.closeFuture());
            assertNull(log.seen.poll());
        }
    }
}
