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
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator.DelegatingHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * There is no memory to read a datagram to. The datagram waits on, so the channel must not be left to try for ever.
 */
@Timeout(120)
class DatagramReadFailureTest {

    private static final class Failures extends ChannelInboundHandlerAdapter {
        final List<Throwable> seen = new CopyOnWriteArrayList<Throwable>();

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            seen.add(cause);
        }
    }

    /** Lets a channel fail to read, and returns what it told. */
    private static List<Throwable> fail(EventLoopGroup group, Channel channel, Channel sender, Throwable failure)
            throws Exception {
        Failures failures = new Failures();
        channel.pipeline().addLast(failures);
        channel.config().setOption(ChannelOption.RECVBUF_ALLOCATOR,
                () -> new DelegatingHandle(new FixedRecvByteBufAllocator(100).newHandle()) {
                    @Override
                    public ByteBuf allocate(ByteBufAllocator alloc) {
                        if (failure instanceof Error) {
                            throw (Error) failure;
                        }
                        throw (RuntimeException) failure;
                    }
                });
        group.register(channel).sync();
        channel.bind(anyPort()).sync();
        sender.writeAndFlush(new DatagramPacket(Unpooled.directBuffer(1).writeByte(1),
                (InetSocketAddress) channel.localAddress())).sync();
        awaitDone(channel.closeFuture());
        // The loop has told all that it will.
        channel.eventLoop().submit(() -> { }).sync();
        return failures.seen;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closesAsNioDoes(LoopKind kind) throws Exception {
        EventLoopGroup nio = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel sender = fixture.bindDatagram(NOTHING);
            for (Throwable failure : new Throwable[] { new IllegalStateException("no buffer"),
                    new OutOfMemoryError("no memory") }) {
                List<Throwable> theirs = fail(nio, new NioDatagramChannel(), sender, failure);
                List<Throwable> ours = fail(fixture.group(), new IocpNotifyDatagramChannel(), sender, failure);
                assertEquals(1, theirs.size());
                assertEquals(1, ours.size());
                assertSame(failure, ours.get(0));
            }
        } finally {
            end(nio);
        }
    }
}
