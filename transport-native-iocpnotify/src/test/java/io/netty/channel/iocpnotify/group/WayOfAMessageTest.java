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
package io.netty.channel.iocpnotify.group;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IsolatedTransport;
import io.netty.channel.iocpnotify.RecordedTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Which classes a message passes, and which words it writes that threads share. */
@Timeout(120)
class WayOfAMessageTest {

    private static final int MESSAGES = 200;
    private static final int MOST_CLASSES = 20;

    /** The words that all carriers write, by the classes that have them. */
    private static final Set<String> SHARED = Set.of("StrandSet", "CarrierPool");
    /** The words of one carrier, and those that go along with a strand and its connections. */
    private static final Set<String> OWN = Set.of("Carrier", "RunCounters", "RunMeter", "CompletionRegistration",
            "OverlappedReads", "ReadyList", "SocketRegistration", "Strand", "StrandState", "StrandTimers");

    /** What the server does with a message. Strings, as enums are others in each class loader. */
    private static final String TAKE = "take";
    private static final String ECHO = "echo";
    private static final String ECHO_FROM_HEAP = "echo from the heap";

    /** In the class loader of the recorded transport. */
    public static final class Server implements BiFunction<String, Semaphore, InetSocketAddress>, AutoCloseable {
        private final IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(2);

        @Override
        public InetSocketAddress apply(String what, Semaphore received) {
            Channel channel = new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                    .childHandler(new Handler(what, received))
                    .bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
            return (InetSocketAddress) channel.localAddress();
        }

        @Override
        public void close() {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @Sharable
    private static final class Handler extends SimpleChannelInboundHandler<ByteBuf> {
        private final String what;
        private final Semaphore received;

        Handler(String what, Semaphore received) {
            this.what = what;
            this.received = received;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
            if (what.equals(ECHO)) {
                ctx.writeAndFlush(msg.retain());
            } else if (what.equals(ECHO_FROM_HEAP)) {
                ctx.writeAndFlush(ctx.alloc().heapBuffer().writeBytes(msg));
            }
            received.release();
        }
    }

    /** From the wait for a packet, by way of the run queue, to the arm that follows the read. */
    @Test
    void aReadPassesFewClasses() throws Exception {
        IsolatedTransport.with(() -> {
            try (RecordedTransport transport = record(TAKE)) {
                Set<String> passed = often(transport.callers()).keySet();
                // On a busy machine a socket is often read again, without a packet in between.
                assertTrue(passed.containsAll(Arrays.asList("Carrier", "Strand", "StrandSet", "SocketRegistration",
                        "StreamReader", "WinSocket")), passed::toString);
                assertTrue(passed.size() <= MOST_CLASSES, passed::toString);
                return null;
            }
        }, "io.netty.iocpnotify.overlappedReads", "off");
    }

    @Test
    void onlyWhatTheModelNamesIsWrittenForAMessage() throws Exception {
        try (RecordedTransport transport = record(ECHO)) {
            Map<String, Long> written = transport.written();
            for (String method : often(written).keySet()) {
                String type = method.replaceFirst("[.$].*", "");
                assertTrue(SHARED.contains(type) || OWN.contains(type), method + " is not in docs/scaling.md");
            }
            // Now and then a step fails because of another thread, and is done again.
            long runs = written.get("StrandState.begin");
            long ofQueue = written.get("StrandSet.add") + written.get("StrandSet.poll");
            assertTrue(ofQueue <= 1.1 * 3 * runs, written::toString);
            // On a busy machine the next message is there before the carrier waits.
            long waits = written.getOrDefault("RunCounters.waitBegins", 0L);
            long ofWaits = written.getOrDefault("CarrierPool.waitBegins", 0L) +
                    written.getOrDefault("CarrierPool.waitEnds", 0L);
            assertTrue(ofWaits <= 1.1 * 2 * waits, written::toString);
        }
    }

    @Test
    void noByteIsCopied() throws Exception {
        try (RecordedTransport transport = record(ECHO)) {
            assertEquals(Map.of(), often(transport.copied()));
        }
    }

    /** The system takes bytes from outside of the heap only. */
    @Test
    void whatIsOnTheHeapIsCopiedOnce() throws Exception {
        try (RecordedTransport transport = record(ECHO_FROM_HEAP)) {
            assertEquals(Map.of("StreamWriter.direct", (long) MESSAGES), often(transport.copied()));
        }
    }

    /** What comes with nearly each message. */
    private static Map<String, Long> often(Map<String, Long> notes) {
        Map<String, Long> often = new TreeMap<String, Long>(notes);
        often.values().removeIf(count -> count < MESSAGES / 2);
        return often;
    }

    /** Records one message at a time of one connection. */
    private static RecordedTransport record(String what) throws Exception {
        RecordedTransport transport = new RecordedTransport(WayOfAMessageTest.class);
        Object server = transport.loadClass(Server.class.getName()).getConstructor().newInstance();
        try {
            Semaphore received = new Semaphore(0);
            @SuppressWarnings("unchecked")
            InetSocketAddress address =
                    ((BiFunction<String, Semaphore, InetSocketAddress>) server).apply(what, received);
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                client.setTcpNoDelay(true);
                for (int i = 0; i < 2 * MESSAGES; i++) {
                    if (i == MESSAGES) {
                        transport.record(true);
                    }
                    client.getOutputStream().write(i);
                    assertTrue(received.tryAcquire(10, TimeUnit.SECONDS));
                    if (!what.equals(TAKE)) {
                        assertEquals(i & 0xff, client.getInputStream().read());
                    }
                }
                transport.record(false);
            }
        } finally {
            ((AutoCloseable) server).close();
        }
        return transport;
    }
}
