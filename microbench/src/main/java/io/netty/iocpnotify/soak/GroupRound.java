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
package io.netty.iocpnotify.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * The life of one group: it serves and connects, over TCP and UDP, and ends while other connections are in full swing.
 * All of their channels must be closed then.
 */
final class GroupRound {

    private static final int THREADS = 2;
    private static final int WHOLE = 6;
    private static final int CUT_OFF = 4;
    private static final int DATAGRAMS = 10;
    private static final long CUT_AFTER_MILLIS = 100;
    private static final int LIMIT_SECONDS = 60;

    private final ServerContext context;
    private final long round;
    private final EventLoopGroup group;
    /** Names them apart from the client's. */
    private long ids;

    GroupRound(ServerContext context, long round) {
        this.context = context;
        this.round = round;
        ids = -1 - round * (WHOLE + CUT_OFF + 1);
        group = context.transport.newGroup(THREADS);
    }

    void run() throws InterruptedException, TimeoutException {
        CountDownLatch cutOff = new CountDownLatch(CUT_OFF);
        try {
            Channel server = new ServerBootstrap().group(group).channel(context.transport.serverChannel())
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel ch) {
                            ch.pipeline().addLast(new AnnouncementReader(context));
                        }
                    }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
            InetSocketAddress address = (InetSocketAddress) server.localAddress();
            CountDownLatch whole = new CountDownLatch(WHOLE + 1);
            for (int i = 0; i < WHOLE; i++) {
                connect(address, Kind.CHURN, 1 + ThreadLocalRandom.current().nextInt(Kind.GROUPS.longest()), whole);
            }
            datagrams(whole);
            await(whole, "connections and datagrams");
            for (int i = 0; i < CUT_OFF; i++) {
                connect(address, Kind.CUT_OFF, Kind.CUT_OFF.longest(), cutOff);
            }
            Thread.sleep(CUT_AFTER_MILLIS);
        } finally {
            group.shutdownGracefully(0, LIMIT_SECONDS / 2, TimeUnit.SECONDS);
        }
        if (!group.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("the group does not end");
        }
        await(cutOff, "closing what was cut off");
    }

    private void connect(InetSocketAddress address, Kind kind, int length, CountDownLatch over)
            throws InterruptedException {
        ClientConversation client = new ClientConversation(new Announcement(kind, ids--, length), context.failures,
                conversation -> over.countDown());
        context.connected.incrementAndGet();
        bootstrap(client).channel(context.transport.socketChannel()).connect(address).sync();
    }

    private void datagrams(CountDownLatch over) throws InterruptedException {
        Channel echo = bootstrap(new DatagramEcho(context.failures)).channel(context.transport.datagramChannel())
                .bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        DatagramClient client = new DatagramClient(ids--, DATAGRAMS, context.failures, new LongAdder());
        bootstrap(client).channel(context.transport.datagramChannel()).connect(echo.localAddress()).sync().channel()
                .closeFuture().addListener(closed -> over.countDown());
    }

    private Bootstrap bootstrap(ChannelHandler handler) {
        return new Bootstrap().group(group).handler(handler);
    }

    private void await(CountDownLatch latch, String what) throws InterruptedException, TimeoutException {
        if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("round " + round + ": " + what + ": " + latch.getCount() + " are not over");
        }
    }
}
