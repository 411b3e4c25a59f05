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
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseNotifier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A connection ends badly, and the packet that tells it is on its way to a loop that the channel leaves. That packet
 * finds nobody, and the next loop has to hear of the same.
 */
@Timeout(120)
class LoopChangeResetTest {

    /**
     * So many changes must have the packet wait for the loop. A loop that was suspended takes the packet before it lets
     * the channel go. On a busy machine each does. There every other round helps, which does not wait for the packet.
     */
    private static final int CHANGES = 3;
    private static final int MOST_ROUNDS = 50;

    /** With half-closure a clean end would leave the channel open. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aResetIsToldInTheNextLoop(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind);
             ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            changeOften(waits -> {
                Failure failure = new Failure();
                Channel client = fixture.client(failure).option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .connect(listener.getLocalSocketAddress()).sync().channel();
                boolean changed;
                try (Socket peer = listener.accept()) {
                    changed = changeAfter(client, other, () -> {
                        peer.setSoLinger(true, 0);
                        peer.close();
                        if (waits) {
                            awaitAnotherReset(other, listener);
                        }
                    });
                }
                awaitDone(client.closeFuture());
                assertInstanceOf(IOException.class, failure.cause);
                return changed;
            });
        } finally {
            end(other);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aRefusalIsToldInTheNextLoop(LoopKind kind) throws Exception {
        EventLoopGroup other = kind.other().newGroup(1);
        try (ChannelFixture fixture = new ChannelFixture(kind); ClosedPort port = new ClosedPort()) {
            changeOften(waits -> {
                Channel client = fixture.register(NOTHING);
                ChannelFuture[] connect = new ChannelFuture[1];
                boolean changed = changeAfter(client, other, () -> {
                    connect[0] = client.connect(port.address());
                    if (waits) {
                        awaitAnotherRefusal(port.address());
                    }
                });
                awaitDone(connect[0]);
                assertInstanceOf(ConnectException.class, connect[0].cause());
                client.close().sync();
                return changed;
            });
        } finally {
            end(other);
        }
    }

    private interface Round {
        /** Returns whether the channel has changed its loop. */
        boolean run(boolean waits) throws Exception;
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void changeOften(Round round) throws Exception {
        int changes = 0;
        int afterWaiting = 0;
        for (int i = 0; afterWaiting < CHANGES && i < MOST_ROUNDS; i++) {
            boolean waits = i % 2 == 0;
            if (round.run(waits)) {
                changes++;
                afterWaiting += waits ? 1 : 0;
            }
        }
        assertTrue(changes > 0, "each time the old loop was told");
    }

    /**
     * The channel leaves its loop right after the task that has run the step. A loop of the group may be suspended
     * between the two. Then it handles the packet, and the channel may be closed already.
     *
     * @return whether the channel has changed its loop
     */
    private static boolean changeAfter(Channel channel, EventLoopGroup to, Step step) throws Exception {
        Promise<Void> left = channel.eventLoop().newPromise();
        channel.eventLoop().execute(() -> {
            try {
                PromiseNotifier.cascade(channel.deregister(), left);
                step.run();
            } catch (Throwable t) {
                left.tryFailure(t);
            }
        });
        awaitDone(left);
        assertNull(left.cause());
        if (!channel.isOpen()) {
            return false;
        }
        to.register(channel).sync();
        return true;
    }

    /** When another channel has been told of its reset, the system has told of all that came before it. */
    private static void awaitAnotherReset(EventLoopGroup group, ServerSocket listener) throws Exception {
        Channel witness = new Bootstrap().group(group).channel(IocpNotifySocketChannel.class).handler(new Failure())
                .connect(listener.getLocalSocketAddress()).sync().channel();
        try (Socket peer = listener.accept()) {
            peer.setSoLinger(true, 0);
        }
        awaitDone(witness.closeFuture());
    }

    private static void awaitAnotherRefusal(SocketAddress closed) {
        try (Socket socket = new Socket()) {
            socket.connect(closed);
            throw new AssertionError("connected to a closed port");
        } catch (IOException expected) {
            // The system refuses in the order in which it was asked.
        }
    }

    private static final class Failure extends ChannelInboundHandlerAdapter {
        /** Written by the loop, read after the close that it causes. */
        volatile Throwable cause;

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            this.cause = cause;
        }
    }
}
