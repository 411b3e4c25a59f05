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
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A channel whose loop cannot let it go. Netty says all the same that it is deregistered, so the next registration is
 * what tells why, and closes the channel.
 */
@Timeout(60)
class LeaveFailureTest {

    /** A loop of Netty's own that has no memory for the task by which it waits for the answer of the port. */
    private static final class PoorLoop extends SingleThreadIoEventLoop {

        private final OutOfMemoryError error = new OutOfMemoryError("injected");
        /** Written by the test before the loop runs what reads it. */
        private volatile boolean poor;

        PoorLoop(IoHandlerFactory factory) {
            super(null, new DefaultThreadFactory("poor"), factory);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay,
                                                         TimeUnit unit) {
            if (poor) {
                throw error;
            }
            return super.scheduleWithFixedDelay(command, initialDelay, delay, unit);
        }
    }

    /** Connects by that loop, and leaves it without the memory to let the channel go. */
    private static IocpNotifySocketChannel deregister(PoorLoop loop, Channel server) throws Exception {
        PatternStream stream = new PatternStream(1000, 1000);
        Channel client = new Bootstrap().group(loop).channel(IocpNotifySocketChannel.class).handler(stream)
                .connect(server.localAddress()).sync().channel();
        awaitDone(stream.done());
        assertTrue(stream.done().isSuccess(), () -> "" + stream.done().cause());
        loop.poor = true;
        awaitDone(client.deregister());
        loop.poor = false;
        assertFalse(client.isRegistered());
        return (IocpNotifySocketChannel) client;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nextRegistrationSaysWhy(LoopKind next) throws Exception {
        PoorLoop loop = new PoorLoop(IocpNotifyIoHandler.newFactory());
        EventLoopGroup other = next.newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(next)) {
            Channel server = fixture.serve(ECHO);
            Channel client = deregister(loop, server);
            Throwable failure = failureOf(other.register(client));
            assertInstanceOf(IllegalStateException.class, failure);
            assertSame(loop.error, failure.getCause());
            awaitDone(client.closeFuture());
        } finally {
            end(other);
            // It does not wait for an answer of the port that was never asked.
            end(loop);
        }
    }

    /** Nobody registers it anywhere: it is still what it was, and can be closed. */
    @Test
    void staysInItsLoop() throws Exception {
        PoorLoop loop = new PoorLoop(IocpNotifyIoHandler.newFactory());
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Channel server = fixture.serve(ECHO);
            IocpNotifySocketChannel client = deregister(loop, server);
            IoRegistration registration = inLoop(client, client.place::registration);
            assertTrue(registration.isValid());
            awaitDone(client.close());
            assertFalse(registration.isValid());
        } finally {
            end(loop);
        }
    }
}
