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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.NetUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.BindException;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class ChannelConfigTest {

    private IocpNotifySocketChannel client;
    private IocpNotifyServerSocketChannel server;

    @BeforeEach
    void open() {
        client = new IocpNotifySocketChannel();
        server = new IocpNotifyServerSocketChannel();
    }

    @AfterEach
    void close() {
        client.unsafe().closeForcibly();
        server.unsafe().closeForcibly();
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void readsAsManyMessagesAtOnceAsNio(AnyTransport transport) {
        assertReadsAtOnce(16, transport.newSocket());
        assertReadsAtOnce(16, transport.newServer());
        assertReadsAtOnce(16, transport.newDatagram());
    }

    @SuppressWarnings("deprecation")
    private static void assertReadsAtOnce(int messages, Channel channel) {
        assertEquals(messages, channel.config().getMaxMessagesPerRead(), channel::toString);
        channel.unsafe().closeForcibly();
    }

    @Test
    void hasAllOptionsOfNio() {
        Map<ChannelOption<?>, Object> options = client.config().getOptions();
        for (ChannelOption<?> option : new ChannelOption<?>[] { ChannelOption.SO_RCVBUF, ChannelOption.SO_SNDBUF,
                ChannelOption.TCP_NODELAY, ChannelOption.SO_KEEPALIVE, ChannelOption.SO_REUSEADDR,
                ChannelOption.SO_LINGER, ChannelOption.IP_TOS, ChannelOption.ALLOW_HALF_CLOSURE,
                IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE, ChannelOption.AUTO_READ }) {
            assertTrue(options.containsKey(option), option.name());
        }
        options = server.config().getOptions();
        for (ChannelOption<?> option : new ChannelOption<?>[] { ChannelOption.SO_RCVBUF, ChannelOption.SO_REUSEADDR,
                ChannelOption.SO_BACKLOG, IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE }) {
            assertTrue(options.containsKey(option), option.name());
        }
    }

    @Test
    void defaultsAreThoseOfNio() {
        assertTrue(client.config().isTcpNoDelay());
        assertFalse(client.config().isKeepAlive());
        assertFalse(client.config().isReuseAddress());
        assertFalse(client.config().isAllowHalfClosure());
        assertEquals(-1, client.config().getSoLinger());
        assertTrue(client.config().isExclusiveAddressUse());
        assertEquals(NetUtil.SOMAXCONN, server.config().getBacklog());
        assertTrue(server.config().isExclusiveAddressUse());
    }

    @Test
    void valuesArrive() throws Exception {
        IocpNotifySocketChannelConfig config = client.config();
        assertSame(config, config.setSoLinger(7).setKeepAlive(true).setTcpNoDelay(false).setReuseAddress(true)
                .setTrafficClass(0x10).setAllowHalfClosure(true).setSendBufferSize(20000).setReceiveBufferSize(30000)
                .setAutoRead(false).setAutoClose(false).setWriteSpinCount(3)
                .setRecvByteBufAllocator(new FixedRecvByteBufAllocator(100)));
        assertEquals(7, config.getSoLinger());
        assertEquals(7, client.socket.soLinger());
        assertTrue(config.isKeepAlive());
        assertFalse(config.isTcpNoDelay());
        assertTrue(config.isReuseAddress());
        assertEquals(0x10, config.getTrafficClass());
        assertTrue(config.isAllowHalfClosure());
        assertTrue(config.getSendBufferSize() >= 20000);
        assertTrue(config.getReceiveBufferSize() >= 30000);
        assertEquals(40000, config.maxBytesPerWrite());
        // Winsock counts no further.
        config.setSoLinger(100000);
        assertEquals(65535, config.getSoLinger());
        assertEquals(65535, client.socket.soLinger());
        config.setSoLinger(-5);
        assertEquals(-1, config.getSoLinger());
        assertEquals(-1, client.socket.soLinger());
        assertEquals(5, server.config().setBacklog(5).getBacklog());
    }

    @Test
    void wrongRangeIsRefused() {
        assertRefused(ChannelOption.SO_RCVBUF, 0);
        assertRefused(ChannelOption.SO_RCVBUF, -1);
        assertRefused(ChannelOption.SO_SNDBUF, -1);
        assertRefused(ChannelOption.IP_TOS, 256);
        assertRefused(ChannelOption.IP_TOS, -1);
        assertRefused(ChannelOption.CONNECT_TIMEOUT_MILLIS, -1);
        assertThrows(IllegalArgumentException.class, () -> server.config().setBacklog(-1));
        assertThrows(IllegalArgumentException.class, () -> client.config().setTrafficClass(1000));
    }

    @Test
    void wrongTypeIsRefusedByName() {
        assertRefused(ChannelOption.SO_RCVBUF, "many");
        assertRefused(ChannelOption.TCP_NODELAY, 1);
        assertRefused(ChannelOption.SO_LINGER, 1L);
        assertRefused(ChannelOption.AUTO_READ, "yes");
        assertThrows(NullPointerException.class, () -> client.config().setOption(ChannelOption.SO_LINGER, null));
    }

    @SuppressWarnings("unchecked")
    private void assertRefused(ChannelOption<?> option, Object value) {
        Object before = client.config().getOption(option);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> client.config().setOption((ChannelOption<Object>) option, value));
        assertTrue(e.getMessage().contains(option.name()) || option == ChannelOption.CONNECT_TIMEOUT_MILLIS,
                e.getMessage());
        assertEquals(before, client.config().getOption(option));
    }

    @Test
    void unknownOptionIsReportedNotThrown() {
        assertFalse(client.config().setOption(ChannelOption.SO_BACKLOG, 1));
        assertFalse(server.config().setOption(ChannelOption.TCP_NODELAY, true));
        assertNull(client.config().getOption(ChannelOption.SO_BACKLOG));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void exclusiveUseHoldsAtTheBind(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            // Asks for a share of the port, as a thief would; the exclusive owner keeps it.
            Channel owner = fixture.serve(NOTHING);
            assertInstanceOf(BindException.class, failureOf(fixture.server(NOTHING)
                    .option(IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE, false)
                    .option(ChannelOption.SO_REUSEADDR, true).bind(owner.localAddress())));
            assertInstanceOf(BindException.class, failureOf(fixture.server(NOTHING)
                    .option(ChannelOption.SO_REUSEADDR, true).bind(owner.localAddress())));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void acceptedChannelsTakeChildOptions(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            BlockingQueue<Channel> accepted = new LinkedBlockingQueue<Channel>();
            Channel listener = fixture.server(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    accepted.add(ctx.channel());
                }
            }).childOption(ChannelOption.SO_KEEPALIVE, true).childOption(ChannelOption.SO_LINGER, 3)
                    .bind(anyPort()).sync().channel();
            fixture.connect(listener.localAddress(), NOTHING);
            IocpNotifySocketChannel child = (IocpNotifySocketChannel) accepted.take();
            assertTrue(child.config().isKeepAlive());
            assertEquals(3, child.socket.soLinger());
            assertTrue(child.config().isTcpNoDelay());
            assertSame(listener, child.parent());
            assertEquals(listener.localAddress(), child.localAddress());
        }
    }
}
