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
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The peer sends, and closes at once; this side reads on request, a small buffer at a time. It gets what it asks for,
 * all of it, and then the end. What becomes of who does not ask is in {@link PeerCloseUnaskedTest}.
 */
@Timeout(120)
@Tag("races")
class PeerCloseOnRequestTest {

    private static final int READS = 10;
    private static final int READ = 10;

    private static final class Reader extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Object> events = new LinkedBlockingQueue<Object>();

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            events.add("active");
            ctx.read();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            events.add(msg.readableBytes());
            ctx.read();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            events.add("inactive");
        }

        void expect(Object event) throws InterruptedException {
            assertEquals(event, events.poll(10, TimeUnit.SECONDS));
        }
    }

    private static final class SendAndClose extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(ctx.alloc().buffer(READS * READ).writeZero(READS * READ))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }

    private static Channel serve(ChannelFixture fixture, Reader reader) throws Exception {
        return fixture.server(reader).childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.MAX_MESSAGES_PER_READ, 1)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .bind(anyPort()).sync().channel();
    }

    private static void connect(ChannelFixture fixture, Channel server, Reader reader) throws Exception {
        fixture.client(reader).option(ChannelOption.AUTO_READ, false).option(ChannelOption.MAX_MESSAGES_PER_READ, 1)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .connect(server.localAddress()).sync();
    }

    @ParameterizedTest
    @CsvSource({ "STRANDS, true", "HANDLER, true", "STRANDS, false", "HANDLER, false" })
    void everyReadIsAskedFor(LoopKind kind, boolean atServer) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader();
            if (atServer) {
                awaitDone(fixture.client(new SendAndClose()).connect(serve(fixture, reader).localAddress())
                        .sync().channel().closeFuture());
            } else {
                connect(fixture, fixture.serve(new SendAndClose()), reader);
            }
            reader.expect("active");
            for (int i = 0; i < READS; i++) {
                reader.expect(READ);
            }
            reader.expect("inactive");
        }
    }

    /** A read that waits for data hears of the end; so does one of a channel that never gets any. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theEndAlone(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Reader reader = new Reader();
            Channel client = fixture.connect(serve(fixture, reader).localAddress(), NOTHING);
            reader.expect("active");
            client.close().sync();
            reader.expect("inactive");
        }
    }
}
