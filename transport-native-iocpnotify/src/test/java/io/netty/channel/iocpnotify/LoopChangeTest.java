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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Method;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * A channel leaves its loop for another, whose port may be another as well: the socket belongs to one port at a time.
 */
@Timeout(120)
@Tag("races")
class LoopChangeTest {

    private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Byte> bytes = new LinkedBlockingQueue<Byte>();

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            while (msg.isReadable()) {
                bytes.add(msg.readByte());
            }
        }
    }

    private static EventLoop other(EventLoopGroup group, EventLoop than) {
        EventLoop loop;
        do {
            loop = group.next();
        } while (loop == than);
        return loop;
    }

    private static void assertAnswers(Channel channel, Answers answers, int number) throws Exception {
        ByteBuf message = channel.alloc().buffer(1).writeByte(number);
        channel.writeAndFlush(message).sync();
        assertEquals((byte) number, answers.bytes.poll(10, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withinTheGroup(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Answers answers = new Answers();
            Channel client = fixture.connect(server.localAddress(), answers);
            for (int i = 0; i < 50; i++) {
                assertAnswers(client, answers, i);
                EventLoop next = other(fixture.group(), client.eventLoop());
                client.deregister().sync();
                next.register(client).sync();
                assertSame(next, client.eventLoop());
            }
            assertAnswers(client, answers, 50);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void toTheOtherKindOfGroupAndBack(LoopKind kind) throws Exception {
        EventLoopGroup foreign = LoopKind.values()[1 - kind.ordinal()].newGroup(2);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Answers answers = new Answers();
            Channel client = fixture.connect(server.localAddress(), answers);
            for (int i = 0; i < 20; i++) {
                client.deregister().sync();
                foreign.register(client).sync();
                assertAnswers(client, answers, i);
                client.deregister().sync();
                fixture.group().register(client).sync();
                assertAnswers(client, answers, -i);
            }
        } finally {
            end(foreign);
        }
    }

    /** What came in between is read afterwards. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void withDataOnTheWay(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            Answers answers = new Answers();
            Channel client = fixture.connect(server.localAddress(), answers);
            int sent = 0;
            for (int i = 0; i < 30; i++) {
                for (int j = 0; j < 3; j++) {
                    client.writeAndFlush(client.alloc().buffer(1).writeByte(sent++)).sync();
                }
                client.deregister().sync();
                other(fixture.group(), client.eventLoop()).register(client).sync();
            }
            for (int i = 0; i < sent; i++) {
                assertEquals((byte) i, answers.bytes.poll(10, TimeUnit.SECONDS));
            }
        }
    }

    /** Closing while the new loop still waits for the old port to let go: nothing hangs, nothing is left. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void closedOnTheWay(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel server = fixture.serve(ECHO);
            for (int i = 0; i < 50; i++) {
                Channel client = fixture.connect(server.localAddress(), new Answers());
                EventLoop next = other(fixture.group(), client.eventLoop());
                client.deregister().sync();
                ChannelFuture register = next.register(client);
                ChannelFuture close = client.close();
                awaitDone(close);
                awaitDone(register);
                if (!register.isSuccess()) {
                    assertInstanceOf(ClosedChannelException.class, register.cause());
                }
                awaitDone(client.closeFuture());
            }
        }
    }

    /** Netty's own loops count their channels by what the registration says when it is cancelled. */
    @Test
    void closedChannelsAreNotCounted() throws Exception {
        SingleThreadIoEventLoop loop = new SingleThreadIoEventLoop(null,
                new DefaultThreadFactory(LoopChangeTest.class), IocpNotifyIoHandler.newFactory());
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Channel server = fixture.serve(ECHO);
            Channel client = new IocpNotifySocketChannel();
            loop.register(client).sync();
            client.connect(server.localAddress()).sync();
            assertEquals(1, registeredChannels(loop));
            client.close().sync();
            loop.submit(() -> { }).sync();
            assertEquals(0, registeredChannels(loop));
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).await();
        }
    }

    /** As {@code AutoScalingEventExecutorChooserFactory} asks, which Netty has from 4.2.5 on. */
    private static int registeredChannels(EventLoop loop) throws Exception {
        Method count = null;
        try {
            count = SingleThreadIoEventLoop.class.getDeclaredMethod("getNumOfRegisteredChannels");
        } catch (NoSuchMethodException e) {
            abort("this release of Netty counts no channels");
        }
        count.setAccessible(true);
        return (Integer) count.invoke(loop);
    }
}
