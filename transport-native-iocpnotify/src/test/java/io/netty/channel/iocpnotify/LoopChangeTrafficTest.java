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
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Both ends of a connection change their loops again and again while both send without a break: every byte arrives,
 * once and in its place.
 */
@Timeout(120)
@Tag("races")
class LoopChangeTrafficTest {

    private static final long BYTES = 512 * 1024;
    private static final int READ = 4096;

    private static ChannelHandler handlers(ChannelHandler... handlers) {
        return new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel ch) {
                ch.pipeline().addLast(handlers);
            }
        };
    }

    private static void assertSucceeds(PatternStream stream, PatternStream back, LoopHopper... hoppers)
            throws Exception {
        Future<Void> done = stream.done();
        done.await(20, TimeUnit.SECONDS);
        for (LoopHopper hopper : hoppers) {
            assertNull(hopper.failure().cause());
        }
        assertNull(done.cause(), () -> "" + done.cause());
        assertTrue(done.isSuccess(),
                () -> "the traffic has stopped: " + stream + ", " + back + ", " + Arrays.toString(hoppers));
    }

    private static void traffic(ChannelFixture fixture, boolean autoRead, long bytes, EventLoopGroup... groups)
            throws Exception {
        PatternStream toClient = new PatternStream(bytes, bytes);
        PatternStream toServer = new PatternStream(bytes, bytes);
        LoopHopper ofServer = new LoopHopper(4, groups);
        LoopHopper ofClient = new LoopHopper(3, groups);
        // Small buffers, so that writes are pending when a channel moves.
        Channel server = fixture.server(handlers(ofServer, toClient))
                .childOption(ChannelOption.AUTO_READ, autoRead).childOption(ChannelOption.SO_SNDBUF, 16 * 1024)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(32768, 131072))
                .bind(anyPort()).sync().channel();
        fixture.client(handlers(ofClient, toServer))
                .option(ChannelOption.AUTO_READ, autoRead)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ))
                .connect(server.localAddress()).sync();
        assertSucceeds(toClient, toServer, ofClient, ofServer);
        assertSucceeds(toServer, toClient, ofClient, ofServer);
        assertTrue(ofClient.hops() >= 10 && ofServer.hops() >= 10, ofClient.hops() + ", " + ofServer.hops());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void betweenLoopsOfAGroup(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            traffic(fixture, true, BYTES, fixture.group());
        }
    }

    /** Each group has a port of its own. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void betweenGroups(LoopKind kind) throws Exception {
        EventLoopGroup second = kind.newGroup(1);
        EventLoopGroup third = kind.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            traffic(fixture, true, BYTES, second, third, fixture.group());
        } finally {
            end(second, third);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void betweenKindsOfLoops(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(2);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            traffic(fixture, true, BYTES, other, fixture.group());
        } finally {
            end(other);
        }
    }

    /** Every read is asked for: one that was pending is asked for again in the next loop. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readingOnRequest(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            traffic(fixture, false, BYTES, other, fixture.group());
        } finally {
            end(other);
        }
    }

    /** A turn of writing that gives way to others goes on by a task of the loop, which the channel may have left. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void writingInManyTurns(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            PatternStream toClient = new PatternStream(BYTES, BYTES);
            PatternStream toServer = new PatternStream(BYTES, BYTES);
            LoopHopper ofClient = new LoopHopper(1, other, fixture.group());
            Channel server = fixture.serve(toClient);
            fixture.client(handlers(ofClient, toServer)).option(ChannelOption.WRITE_SPIN_COUNT, 1)
                    .connect(server.localAddress()).sync();
            assertSucceeds(toClient, toServer, ofClient);
            assertSucceeds(toServer, toClient, ofClient);
        } finally {
            end(other);
        }
    }

    /** Whatever the moment, the channel closes, and nothing but the end of the connection is told to anybody. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedInTheMiddle(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.server(ECHO).childOption(ChannelOption.SO_LINGER, 0).bind(anyPort()).sync()
                    .channel();
            for (int round = 0; round < 8; round++) {
                PatternStream stream = new PatternStream(Long.MAX_VALUE, Long.MAX_VALUE);
                LoopHopper hopper = new LoopHopper(1, other, fixture.group());
                Channel client = fixture.client(handlers(hopper, stream)).connect(server.localAddress()).sync()
                        .channel();
                int hops = round % 5;
                while (hopper.hops() < hops) {
                    assertNull(stream.done().cause());
                    Thread.sleep(1);
                }
                awaitDone(client.close());
                awaitDone(client.closeFuture());
                // As with every transport, a channel that is in no loop gets no event of its end.
                Throwable end = stream.done().cause();
                if (end != null) {
                    assertInstanceOf(IOException.class, end);
                }
                Throwable refusal = hopper.failure().cause();
                if (refusal != null) {
                    assertInstanceOf(ClosedChannelException.class, refusal);
                }
            }
        } finally {
            end(other);
        }
    }
}
