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
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class UserDefinedOptionTest {

    // winsock2.h, mstcpip.h
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int SOL_SOCKET = 0xffff;
    private static final int SO_LINGER = 0x0080;
    private static final int SO_RCVBUF = 0x1002;
    private static final int FIONBIO = 0x8004667E;
    private static final int FIONREAD = 0x4004667F;
    private static final int SIO_KEEPALIVE_VALS = 0x98000004;

    private static final IocpNotifyIntegerOption RECEIVE_BUFFER =
            new IocpNotifyIntegerOption("receive buffer", SOL_SOCKET, SO_RCVBUF);
    private static final IocpNotifyRawOption RAW_RECEIVE_BUFFER =
            new IocpNotifyRawOption("receive buffer", SOL_SOCKET, SO_RCVBUF, 4);
    private static final IocpNotifyRawOption LINGER = new IocpNotifyRawOption("linger", SOL_SOCKET, SO_LINGER, 4);
    private static final IocpNotifyIoctlOption BYTES_TO_READ = new IocpNotifyIoctlOption("bytes to read", FIONREAD, 4);
    private static final IocpNotifyIoctlOption KEEP_ALIVE =
            new IocpNotifyIoctlOption("keep-alive", SIO_KEEPALIVE_VALS, 12);

    private IocpNotifySocketChannel channel;

    @BeforeEach
    void open() {
        channel = new IocpNotifySocketChannel();
    }

    @AfterEach
    void close() {
        channel.unsafe().closeForcibly();
    }

    @ParameterizedTest
    @EnumSource(value = ChannelKind.class, names = "DOMAIN_.*", mode = EnumSource.Mode.MATCH_NONE)
    void integer(ChannelKind kind) {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        try {
            IocpNotifyChannelConfig<?> config = channel.config();
            assertTrue(config.setOption(RECEIVE_BUFFER, 30000));
            assertTrue(config.getOption(RECEIVE_BUFFER) >= 30000);
            assertEquals(config.getOption(ChannelOption.SO_RCVBUF), config.getOption(RECEIVE_BUFFER));
            assertFalse(config.getOptions().containsKey(RECEIVE_BUFFER));
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ChannelKind.class, names = "DOMAIN_.*", mode = EnumSource.Mode.MATCH_NONE)
    void raw(ChannelKind kind) {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        try {
            IocpNotifyChannelConfig<?> config = channel.config();
            assertTrue(config.setOption(RAW_RECEIVE_BUFFER, bytes(4).putInt(0, 30000)));
            ByteBuffer value = config.getOption(RAW_RECEIVE_BUFFER);
            assertEquals(4, value.remaining());
            assertEquals(config.getOption(RECEIVE_BUFFER), value.getInt());
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    /** A new socket has it, so to ask for it costs nothing; but not any more once somebody has touched it. */
    @Test
    void noDelayThatWasTakenBackIsSetAgain() {
        IocpNotifySocketChannelConfig config = channel.config();
        config.setTcpNoDelay(true);
        assertTrue(config.isTcpNoDelay());
        assertTrue(config.setOption(new IocpNotifyIntegerOption("no delay", IPPROTO_TCP, TCP_NODELAY), 0));
        assertFalse(config.isTcpNoDelay());
        config.setTcpNoDelay(true);
        assertTrue(config.isTcpNoDelay());
        config.setTcpNoDelay(false);
        assertFalse(config.isTcpNoDelay());
        config.setTcpNoDelay(true);
        assertTrue(config.isTcpNoDelay());
    }

    /** Connections get the option from their listener, as long as it has it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void noDelayOfAcceptedConnections(LoopKind kind) throws Exception {
        IocpNotifyIntegerOption noDelay = new IocpNotifyIntegerOption("no delay", IPPROTO_TCP, TCP_NODELAY);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            LastAccepted accepted = new LastAccepted();
            Channel server = fixture.serve(accepted);
            for (int i = 0; i < 6; i++) {
                if (i == 3) {
                    assertTrue(server.config().setOption(noDelay, 0));
                }
                fixture.connect(server.localAddress(), NOTHING);
                IocpNotifySocketChannelConfig config = ((IocpNotifySocketChannel) accepted.take()).config();
                assertTrue(config.isTcpNoDelay(), "connection " + i);
                config.setTcpNoDelay(false);
                assertFalse(config.isTcpNoDelay(), "connection " + i);
                config.setTcpNoDelay(true);
                assertTrue(config.isTcpNoDelay(), "connection " + i);
            }
        }
    }

    /** The close must know it: a socket that lingers is closed by a thread of its own. */
    @Test
    void lingerIsNoticed() {
        IocpNotifySocketChannelConfig config = channel.config();
        assertTrue(config.setOption(LINGER, linger(9)));
        assertEquals(9, config.getSoLinger());
        assertEquals(9, channel.soLinger());
        config.setSoLinger(-1);
        assertEquals(-1, config.getSoLinger());
        assertEquals(-1, channel.soLinger());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void lingerOfAcceptedConnections(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            LastAccepted accepted = new LastAccepted();
            Channel server = fixture.serve(accepted);
            assertTrue(server.config().setOption(LINGER, linger(3)));
            fixture.connect(server.localAddress(), NOTHING);
            IocpNotifySocketChannel child = (IocpNotifySocketChannel) accepted.take();
            int seconds = child.socket.soLinger();
            assertEquals(seconds, child.config().getSoLinger());
            assertEquals(seconds, child.soLinger());
            assertEquals(3, seconds, "connections have the properties of their listener");
        }
    }

    private static ByteBuffer linger(int seconds) {
        return bytes(4).putShort(0, (short) 1).putShort(2, (short) seconds);
    }

    @Test
    void valueMayBeAPartOfABuffer() throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
        direct.putShort(2, (short) 1).putShort(4, (short) 9).position(2).limit(6);
        assertTrue(channel.config().setOption(LINGER, direct));
        assertEquals(9, channel.socket.soLinger());
        assertEquals(2, direct.position());
        assertEquals(6, direct.limit());

        assertTrue(channel.config().setOption(LINGER, bytes(4).asReadOnlyBuffer()));
        assertEquals(-1, channel.socket.soLinger());
    }

    @Test
    void answerMayBeShorterThanTheRoomForIt() {
        ByteBuffer value = channel.config().getOption(new IocpNotifyRawOption("linger", SOL_SOCKET, SO_LINGER, 1000));
        assertEquals(4, value.remaining());
    }

    @Test
    void ioctlIsSetByItsInputAndReadByItsOutput() {
        IocpNotifySocketChannelConfig config = channel.config();
        assertFalse(config.isKeepAlive());
        assertTrue(config.setOption(KEEP_ALIVE, bytes(12).putInt(0, 1).putInt(4, 60000).putInt(8, 2000)));
        assertTrue(config.isKeepAlive());
        assertTrue(config.setOption(KEEP_ALIVE, bytes(12)));
        assertFalse(config.isKeepAlive());
        assertThrows(ChannelException.class, () -> config.getOption(KEEP_ALIVE));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void ioctlReadsOfAConnection(LoopKind kind) throws Exception {
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                @Override
                public boolean isSharable() {
                    return true;
                }

                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    accepted.add(ctx.channel());
                    ctx.writeAndFlush(ctx.alloc().buffer().writeZero(3));
                }
            }).childOption(RECEIVE_BUFFER, 30000).childOption(LINGER, bytes(4).putShort(0, (short) 1)
                    .putShort(2, (short) 3)).childOption(KEEP_ALIVE, bytes(12).putInt(0, 1).putInt(4, 60000)
                    .putInt(8, 2000)).bind(anyPort()).sync().channel();
            for (int i = 0; i < 2; i++) {
                // The same values again: they must not be used up.
                Channel client = fixture.client(NOTHING).option(ChannelOption.AUTO_READ, false)
                        .connect(server.localAddress()).sync().channel();
                IocpNotifySocketChannel child = (IocpNotifySocketChannel) accepted.poll(20, TimeUnit.SECONDS);
                assertEquals(3, child.socket.soLinger());
                assertTrue(child.config().getOption(RECEIVE_BUFFER) >= 30000);
                assertTrue(child.config().isKeepAlive());
                SocketPair.await(() -> client.config().getOption(BYTES_TO_READ).getInt(0) == 3 ? true : null);
            }
        }
    }

    @Test
    void wrongValuesAreRefused() {
        assertThrows(NullPointerException.class, () -> set(RECEIVE_BUFFER, null));
        assertThrows(NullPointerException.class, () -> set(LINGER, null));
        assertThrows(NullPointerException.class, () -> set(KEEP_ALIVE, null));
        assertRefused(RECEIVE_BUFFER, "many");
        assertRefused(RECEIVE_BUFFER, 1L);
        assertRefused(LINGER, 1);
        assertRefused(LINGER, new byte[4]);
        assertRefused(LINGER, bytes(3));
        assertRefused(LINGER, bytes(5));
        assertRefused(KEEP_ALIVE, bytes(0));
        assertRefused(KEEP_ALIVE, true);
    }

    private void assertRefused(ChannelOption<?> option, Object value) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> set(option, value));
        assertTrue(e.getMessage().contains(option.name()), e.getMessage());
    }

    @SuppressWarnings("unchecked")
    private boolean set(ChannelOption<?> option, Object value) {
        return channel.config().setOption((ChannelOption<Object>) option, value);
    }

    @Test
    void wrongDescriptionsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new IocpNotifyRawOption("no bytes", 1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new IocpNotifyRawOption("no bytes", 1, 1, -1));
        assertThrows(IllegalArgumentException.class, () -> new IocpNotifyIoctlOption("no bytes", 1, 0));
        assertThrows(IllegalArgumentException.class, () -> new IocpNotifyIoctlOption("blocking", FIONBIO, 4));
        assertEquals(SOL_SOCKET, RECEIVE_BUFFER.level());
        assertEquals(SO_RCVBUF, RECEIVE_BUFFER.optname());
        assertEquals(SOL_SOCKET, LINGER.level());
        assertEquals(SO_LINGER, LINGER.optname());
        assertEquals(4, LINGER.length());
        assertEquals(SIO_KEEPALIVE_VALS, KEEP_ALIVE.controlCode());
        assertEquals(12, KEEP_ALIVE.length());
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void whatTheSystemDoesNotKnowFailsByName(ChannelKind kind) {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        try {
            ChannelConfig config = channel.config();
            IocpNotifyIntegerOption integer = new IocpNotifyIntegerOption("no such number", SOL_SOCKET, 0x7777);
            IocpNotifyRawOption raw = new IocpNotifyRawOption("no such bytes", SOL_SOCKET, 0x7777, 4);
            IocpNotifyIoctlOption ioctl = new IocpNotifyIoctlOption("no such code", 0x98007777, 4);
            assertFails(integer, "getsockopt", () -> config.getOption(integer));
            assertFails(integer, "setsockopt", () -> config.setOption(integer, 1));
            assertFails(raw, "getsockopt", () -> config.getOption(raw));
            assertFails(raw, "setsockopt", () -> config.setOption(raw, bytes(4)));
            assertFails(ioctl, "WSAIoctl", () -> config.getOption(ioctl));
            assertFails(ioctl, "WSAIoctl", () -> config.setOption(ioctl, bytes(4)));
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    private static void assertFails(ChannelOption<?> option, String call, Executable attempt) {
        ChannelException e = assertThrows(ChannelException.class, attempt);
        assertTrue(e.getMessage().contains(option.name()), e.getMessage());
        assertInstanceOf(WinsockException.class, e.getCause());
        assertTrue(e.getCause().getMessage().startsWith(call), e.getCause().getMessage());
    }

    @Test
    void closedChannelSaysSo() {
        channel.unsafe().closeForcibly();
        assertClosed(() -> channel.config().getOption(RECEIVE_BUFFER));
        assertClosed(() -> channel.config().setOption(RECEIVE_BUFFER, 1));
        assertClosed(() -> channel.config().getOption(LINGER));
        assertClosed(() -> channel.config().setOption(LINGER, bytes(4)));
        assertClosed(() -> channel.config().getOption(BYTES_TO_READ));
        assertClosed(() -> channel.config().setOption(KEEP_ALIVE, bytes(12)));
    }

    private static void assertClosed(Executable attempt) {
        assertInstanceOf(ClosedChannelException.class, assertThrows(ChannelException.class, attempt).getCause());
    }

    private static ByteBuffer bytes(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
