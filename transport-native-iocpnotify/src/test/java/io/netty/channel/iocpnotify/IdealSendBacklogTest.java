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

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.socket.SocketProtocolFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.sync;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IDEAL_SEND_BACKLOG;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class IdealSendBacklogTest {

    private static final int LENGTH = 4 * 1024 * 1024;

    @Test
    void thereIsNoneWithoutAConnection() {
        IocpNotifySocketChannel channel = new IocpNotifySocketChannel();
        try {
            assertNull(channel.config().getOption(IDEAL_SEND_BACKLOG));
            assertThrows(UnsupportedOperationException.class, () -> channel.config().setOption(IDEAL_SEND_BACKLOG, 1));
            assertFalse(channel.config().getOptions().containsKey(IDEAL_SEND_BACKLOG));
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    /** Of IPv4: Wine 8 gives the number for nothing else. */
    private static IocpNotifySocketChannel connect(ChannelFixture fixture, Channel server, boolean limit)
            throws Exception {
        return (IocpNotifySocketChannel) sync(new Bootstrap().group(fixture.group())
                .channelFactory(() -> new IocpNotifySocketChannel(SocketProtocolFamily.INET)).handler(NOTHING)
                .option(LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG, limit).connect(server.localAddress()));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void connectionHasOne(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = connect(fixture, fixture.serve(NOTHING), false);
            assertTrue(client.config().getOption(IDEAL_SEND_BACKLOG) > 0);
            client.close().sync();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void writesAreLimitedIfWanted(LoopKind kind) throws Exception {
        Counter counter = new Counter(2 * LENGTH);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(counter);
            IocpNotifySocketChannel unlimited = connect(fixture, server, false);
            IocpNotifySocketChannel limited = connect(fixture, server, true);
            int ideal = limited.config().getOption(IDEAL_SEND_BACKLOG);
            ChannelFuture first = unlimited.writeAndFlush(unlimited.alloc().buffer(LENGTH).writeZero(LENGTH));
            ChannelFuture second = limited.writeAndFlush(limited.alloc().buffer(LENGTH).writeZero(LENGTH));
            sync(first);
            sync(second);
            assertTrue(counter.done.await(20, TimeUnit.SECONDS), counter.bytes + " of " + 2 * LENGTH);
            assertEquals(2 * LENGTH, counter.bytes.get());
            // It grows while bytes flow; what it was is known only where it does not.
            int later = limited.config().getOption(IDEAL_SEND_BACKLOG);
            if (later == ideal) {
                assertEquals(Math.min(ideal, StreamWriter.MAX_BYTES_PER_WRITE), limited.writeLimit().bytes());
            }
            assertTrue(limited.writeLimit().bytes() >= 4096, "" + limited.writeLimit().bytes());
            unlimited.close().sync();
            limited.close().sync();
        }
    }

    @Test
    void limitIsAskedForOnlyWhenMoreWaits() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            SendBacklogLimit limit = new SendBacklogLimit(pair.client);
            int ideal = TcpSocketOptions.idealSendBacklog(pair.client);
            limit.prepare(100);
            assertEquals(4096, limit.limit(1 << 20));
            limit.prepare(1 << 24);
            assertEquals(ideal, limit.limit(1 << 24));
            assertEquals(100, limit.limit(100));
            pair.client.close();
            limit.prepare(1L << 30);
            assertEquals(StreamWriter.MAX_BYTES_PER_WRITE, limit.limit(1 << 24));
        }
    }

    @Sharable
    private static final class Counter extends SimpleChannelInboundHandler<ByteBuf> {
        final AtomicLong bytes = new AtomicLong();
        final CountDownLatch done = new CountDownLatch(1);
        private final long expected;

        Counter(long expected) {
            this.expected = expected;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            if (bytes.addAndGet(msg.readableBytes()) >= expected) {
                done.countDown();
            }
        }
    }
}
