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
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CountDownLatch;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

@Timeout(120)
class TcpInfoTest {

    private static final int TCPSTATE_ESTABLISHED = 4;

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void numbersOfAConnection(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            CountDownLatch echoed = new CountDownLatch(1);
            IocpNotifySocketChannel client = fixture.connect(server.localAddress(),
                    new SimpleChannelInboundHandler<ByteBuf>() {
                        private int bytes;

                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                            bytes += msg.readableBytes();
                            if (bytes == 1000) {
                                echoed.countDown();
                            }
                        }
                    });
            client.writeAndFlush(client.alloc().buffer().writeZero(1000)).sync();
            echoed.await();
            IocpNotifyTcpInfo info = new IocpNotifyTcpInfo();
            try {
                assertSame(info, client.tcpInfo(info));
            } catch (ChannelException e) {
                assertUnsupported(e);
                assertAllZero(info);
                abort("this system has no SIO_TCP_INFO: " + e.getCause().getMessage());
            }
            assertEquals(TCPSTATE_ESTABLISHED, info.state());
            assertTrue(info.mss() > 0);
            assertTrue(info.bytesOut() >= 1000, "" + info.bytesOut());
            assertTrue(info.bytesIn() >= 1000, "" + info.bytesIn());
            assertTrue(info.rttUs() >= info.minRttUs() || info.rttUs() == 0);
            assertTrue(info.cwnd() > 0);
            assertTrue(info.rcvBuf() > 0);
            assertEquals(0, info.synRetrans());
            assertEquals(0, info.timeoutEpisodes());
            assertEquals(info.version() == 0, info.sndLimTransRwin() == -1);
            assertEquals(info.version() == 0, info.sndLimBytesSnd() == -1);
            assertEquals(TCPSTATE_ESTABLISHED, client.tcpInfo().state());
        }
    }

    private static void assertUnsupported(ChannelException e) {
        assertTrue(e.getMessage().contains("SIO_TCP_INFO"), e.getMessage());
        WinsockException cause = assertInstanceOf(WinsockException.class, e.getCause());
        assertEquals(Errors.WSAEOPNOTSUPP, cause.code(), cause.getMessage());
    }

    @Test
    void newOneIsAllZero() {
        assertAllZero(new IocpNotifyTcpInfo());
    }

    private static void assertAllZero(IocpNotifyTcpInfo info) {
        assertEquals(0, info.state());
        assertEquals(0, info.mss());
        assertEquals(0, info.connectionTimeMs());
        assertFalse(info.isTimestampsEnabled());
        assertEquals(0, info.rttUs());
        assertEquals(0, info.minRttUs());
        assertEquals(0, info.bytesInFlight());
        assertEquals(0, info.cwnd());
        assertEquals(0, info.sndWnd());
        assertEquals(0, info.rcvWnd());
        assertEquals(0, info.rcvBuf());
        assertEquals(0, info.bytesOut());
        assertEquals(0, info.bytesIn());
        assertEquals(0, info.bytesReordered());
        assertEquals(0, info.bytesRetrans());
        assertEquals(0, info.fastRetrans());
        assertEquals(0, info.dupAcksIn());
        assertEquals(0, info.timeoutEpisodes());
        assertEquals(0, info.synRetrans());
        assertEquals(0, info.version());
        assertEquals(-1, info.sndLimTransRwin());
        assertEquals(-1, info.sndLimTimeRwin());
        assertEquals(-1, info.sndLimBytesRwin());
        assertEquals(-1, info.sndLimTransCwnd());
        assertEquals(-1, info.sndLimTimeCwnd());
        assertEquals(-1, info.sndLimBytesCwnd());
        assertEquals(-1, info.sndLimTransSnd());
        assertEquals(-1, info.sndLimTimeSnd());
        assertEquals(-1, info.sndLimBytesSnd());
    }

    @Test
    void closedChannelSaysSo() {
        IocpNotifySocketChannel channel = new IocpNotifySocketChannel();
        channel.unsafe().closeForcibly();
        ChannelException e = assertThrows(ChannelException.class, channel::tcpInfo);
        assertInstanceOf(ClosedChannelException.class, e.getCause());
        assertThrows(NullPointerException.class, () -> channel.tcpInfo(null));
    }
}
