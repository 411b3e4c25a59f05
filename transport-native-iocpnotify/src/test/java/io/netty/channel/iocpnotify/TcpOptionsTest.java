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
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import io.netty.channel.socket.nio.NioChannelOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_RANDOMIZE_PORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_REUSE_UNICASTPORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_INITIAL_RTT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPCNT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPIDLE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPINTVL;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRTMS;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAX_SYN_RETRANSMISSIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What TCP, and the choice of ports, can be told beyond what NIO knows. That every option can be set and read, and
 * refuses wrong values, is {@link ChannelOptionsTest}'s business.
 */
@Timeout(120)
class TcpOptionsTest {

    /** A second may be the shortest time, and more than this some systems refuse. */
    private static final int MAX_SECONDS = 32767;

    private final Random random = new Random();
    private IocpNotifySocketChannel channel;
    private IocpNotifySocketChannelConfig config;

    @BeforeEach
    void open() {
        channel = new IocpNotifySocketChannel();
        config = channel.config();
    }

    @AfterEach
    void close() {
        channel.unsafe().closeForcibly();
    }

    private int randomIn(int min, int max) {
        return min + random.nextInt(max - min + 1);
    }

    private void assumeSupported(ChannelOption<?> option) {
        assumeTrue(config.getOptions().containsKey(option),
                "this system has no " + option.name().substring(option.name().indexOf('#') + 1));
    }

    /** The JDK has the options of its own module for the same, under other names. */
    @Test
    void optionsOfTheJdk() {
        assertTrue(config.setOption(NioChannelOption.of(StandardSocketOptions.TCP_NODELAY), false));
        assertFalse(config.isTcpNoDelay());
        assertEquals(false, config.getOption(NioChannelOption.of(StandardSocketOptions.TCP_NODELAY)));
        assertTrue(config.setOption(NioChannelOption.of(StandardSocketOptions.SO_KEEPALIVE), true));
        assertTrue(config.isKeepAlive());
        int seconds = randomIn(1, MAX_SECONDS);
        assertTrue(config.setOption(NioChannelOption.of(new NamedOption("TCP_KEEPIDLE")), seconds));
        assertEquals(seconds, config.getTcpKeepIdle());
        assertTrue(config.setOption(NioChannelOption.of(new NamedOption("TCP_KEEPINTERVAL")), seconds));
        assertEquals(seconds, config.getTcpKeepIntvl());
        assertFalse(config.setOption(NioChannelOption.of(new NamedOption("TCP_QUICKACK")), 1));
        assertNull(config.getOption(NioChannelOption.of(new NamedOption("TCP_QUICKACK"))));
    }

    private static final class NamedOption implements SocketOption<Integer> {

        private final String name;

        NamedOption(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Class<Integer> type() {
            return Integer.class;
        }
    }

    @Test
    void keepAliveTimesBeforeKeepAlive() {
        int idle = randomIn(1, MAX_SECONDS);
        int interval = randomIn(1, MAX_SECONDS);
        assertSame(config, config.setTcpKeepIdle(idle).setTcpKeepIntvl(interval));
        assertFalse(config.isKeepAlive(), "the times switch nothing on");
        config.setKeepAlive(true);
        assertTrue(config.isKeepAlive());
        assertEquals(idle, config.getTcpKeepIdle());
        assertEquals(interval, config.getTcpKeepIntvl());
        config.setKeepAlive(false);
        assertFalse(config.isKeepAlive());
        assertEquals(idle, config.getTcpKeepIdle());
    }

    @Test
    void keepAliveTimesAfterKeepAlive() {
        config.setKeepAlive(true);
        int idle = randomIn(1, MAX_SECONDS);
        int interval = randomIn(1, MAX_SECONDS);
        assertTrue(config.setOption(TCP_KEEPINTVL, interval));
        assertTrue(config.setOption(TCP_KEEPIDLE, idle));
        assertTrue(config.isKeepAlive());
        assertEquals(idle, config.getOption(TCP_KEEPIDLE));
        assertEquals(interval, config.getOption(TCP_KEEPINTVL));
    }

    @Test
    void keepAliveTimeThatTheSystemRefusesChangesNothing() {
        config.setKeepAlive(true).setTcpKeepIdle(77);
        int huge = TcpSocketOptions.MAX_KEEP_ALIVE_SECONDS;
        boolean refused = false;
        try {
            config.setTcpKeepIdle(huge);
        } catch (ChannelException e) {
            refused = true;
            assertTrue(e.getMessage().contains("TCP_KEEPIDLE"), e.getMessage());
            assertInstanceOf(WinsockException.class, e.getCause());
        }
        assertEquals(refused ? 77 : huge, config.getTcpKeepIdle());
        assertTrue(config.isKeepAlive());
    }

    @Test
    void accessorOfAnOptionThatTheSystemLacks() {
        if (config.getOptions().containsKey(TCP_KEEPCNT)) {
            assertEquals(33, config.setTcpKeepCnt(33).getTcpKeepCnt());
        } else {
            assertThrows(UnsupportedOperationException.class, () -> config.getTcpKeepCnt());
            assertThrows(UnsupportedOperationException.class, () -> config.setTcpKeepCnt(33));
        }
    }

    @Test
    void retransmissionTimesAreOneSetting() {
        assumeSupported(TCP_MAXRT);
        assertTrue(config.setOption(TCP_MAXRT, -1));
        assertEquals(-1, config.getOption(TCP_MAXRT));
        int seconds = randomIn(1, MAX_SECONDS);
        assertTrue(config.setOption(TCP_MAXRT, seconds));
        assertEquals(seconds, config.getOption(TCP_MAXRT));
        assumeSupported(TCP_MAXRTMS);
        assertEquals(seconds * 1000, config.getOption(TCP_MAXRTMS));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionsTakeThem(LoopKind kind) throws Exception {
        try (Connection connection = new Connection(kind)) {
            assertEquals(44, connection.client.getTcpKeepIdle());
            assertEquals(55, connection.client.getTcpKeepIntvl());
            assertTrue(connection.client.isKeepAlive());
            assertTrue(connection.child.isKeepAlive());
            assertEquals(111, connection.child.getTcpKeepIdle());
            assertEquals(22, connection.child.getTcpKeepIntvl());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionsTakeTheNumberOfProbes(LoopKind kind) throws Exception {
        assumeSupported(TCP_KEEPCNT);
        try (Connection connection = new Connection(kind)) {
            assertEquals(3, connection.child.getTcpKeepCnt());
            assertEquals(5, connection.client.getTcpKeepCnt());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionsTakeTheRetransmissionTime(LoopKind kind) throws Exception {
        assumeSupported(TCP_MAXRTMS);
        try (Connection connection = new Connection(kind)) {
            assertEquals(60000, connection.child.getOption(TCP_MAXRTMS));
            assertEquals(70000, connection.client.getOption(TCP_MAXRTMS));
        }
    }

    /** With options set before connect, and as child options; what the system lacks does no harm. */
    private static final class Connection implements AutoCloseable {
        final IocpNotifySocketChannelConfig client;
        final IocpNotifySocketChannelConfig child;
        private final ChannelFixture fixture;

        Connection(LoopKind kind) throws Exception {
            fixture = new ChannelFixture(kind);
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = fixture.server(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    accepted.add(ctx.channel());
                }
            }).childOption(TCP_KEEPIDLE, 111).childOption(ChannelOption.SO_KEEPALIVE, true)
                    .childOption(TCP_KEEPINTVL, 22).childOption(TCP_KEEPCNT, 3).childOption(TCP_MAXRTMS, 60000)
                    .bind(anyPort()).sync().channel();
            client = (IocpNotifySocketChannelConfig) fixture.client(NOTHING)
                    .option(TCP_KEEPIDLE, 44).option(ChannelOption.SO_KEEPALIVE, true).option(TCP_KEEPINTVL, 55)
                    .option(TCP_KEEPCNT, 5).option(TCP_MAXRTMS, 70000)
                    .connect(server.localAddress()).sync().channel().config();
            child = (IocpNotifySocketChannelConfig) accepted.poll(20, TimeUnit.SECONDS).config();
        }

        @Override
        public void close() throws Exception {
            fixture.close();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void channelWithoutAConnectionDoesNotLinger(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel bound = fixture.client(NOTHING).option(ChannelOption.SO_LINGER, 10)
                    .bind(anyPort()).sync().channel();
            assertEquals(10, bound.config().getOption(ChannelOption.SO_LINGER));
            assertTrue(bound.close().await(5, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listingTheOptionsOfAConnection(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel server = fixture.serve(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    accepted.add(ctx.channel());
                }
            });
            Channel client = fixture.connect(server.localAddress(), NOTHING);
            assertEquals(config.getOptions().keySet(), client.config().getOptions().keySet());
            Channel child = accepted.poll(20, TimeUnit.SECONDS);
            assertEquals(config.getOptions().keySet(), child.config().getOptions().keySet());
            assertTrue(server.config().getOptions().containsKey(ChannelOption.SO_BACKLOG));
        }
    }

    /** Once with the option that decides and once with the other, which is to leave the economy as it is. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void userDecidesOnSynRetransmissionsToThisHost(LoopKind kind) throws Exception {
        assumeSupported(TCP_MAX_SYN_RETRANSMISSIONS);
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort closed = new ClosedPort()) {
            InetSocketAddress nobody = closed.address();
            long start = System.nanoTime();
            assertInstanceOf(ConnectException.class,
                    failureOf(fixture.client(NOTHING).option(TCP_INITIAL_RTT, 1000).connect(nobody)));
            long without = System.nanoTime() - start;
            start = System.nanoTime();
            assertInstanceOf(ConnectException.class, failureOf(fixture.client(NOTHING)
                    .option(TCP_MAX_SYN_RETRANSMISSIONS, 2).connect(nobody)));
            long with = System.nanoTime() - start;
            assertTrue(with > without && with > TimeUnit.MILLISECONDS.toNanos(100), with + " and " + without);
        }
    }

    @Test
    void portOptionsExcludeEachOther() {
        assumeSupported(SO_RANDOMIZE_PORT);
        assumeSupported(SO_REUSE_UNICASTPORT);
        assertTrue(config.setOption(SO_REUSE_UNICASTPORT, true));
        assertThrows(ChannelException.class, () -> config.setOption(SO_RANDOMIZE_PORT, true));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void boundPortsAreRandomOrShared(LoopKind kind) throws Exception {
        assumeSupported(SO_RANDOMIZE_PORT);
        assumeSupported(SO_REUSE_UNICASTPORT);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(NOTHING).option(SO_RANDOMIZE_PORT, true).bind(any).sync().channel();
            fixture.client(NOTHING).option(SO_RANDOMIZE_PORT, true).connect(server.localAddress(), any).sync();
            fixture.client(NOTHING).option(SO_REUSE_UNICASTPORT, true).connect(server.localAddress(), any).sync();
        }
    }
}
