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
package io.netty.iocpnotify.faults;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.SocketChannel;
import io.netty.iocpnotify.machine.FaultKind;
import io.netty.iocpnotify.machine.Faults;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Traffic on both kinds of loop while the system refuses, delays and cuts short what it is asked for, and while memory
 * runs out. {@code ./run faults} does the same for longer.
 */
@Timeout(600)
class FaultsTest {

    private static final List<String> NOTHING = Collections.emptyList();
    /** Read for each channel, with its first file. */
    private static final String TRANSMIT_FILE = "io.netty.iocpnotify.transmitFile";
    private static final long MILLIS = Long.getLong("iocpnotify.faults.millis", 10000);

    /** What the names of the places contain at which there is no memory. */
    private static final String MEMORY = System.getProperty("iocpnotify.faults.memory", "");

    private static FaultRun run;

    @BeforeAll
    static void install() throws Exception {
        run = new FaultRun(1, 1);
    }

    @AfterEach
    void off() {
        Faults.setEnabled(false);
    }

    @Tag("long")
    @Test
    void trafficWithAKnownSeed() throws Exception {
        assertSurvives(run);
    }

    @Test
    void trafficWithANewSeed() throws Exception {
        assertSurvives(new FaultRun(System.nanoTime(), 1));
    }

    /** {@code ./run faults --memory} has them fail in each scenario on the other kind of loop as well. */
    @Test
    void memoryAtEachPlace() throws Exception {
        FaultRun run = new FaultRun(1, 1);
        assertEquals(NOTHING, run.failAllocations(MEMORY, EnumSet.of(LoopKind.STRANDS)));
        assertTrue(run.faults() > 0, "no allocation has failed");
    }

    /** One that comes is whole: no other is taken for it, and none without its content. */
    @Test
    void datagramsWhoseControlMessagesAreCut() throws Exception {
        onlyThese(EnumSet.of(FaultKind.CONTROL_CUT), 0.3);
        for (LoopKind kind : LoopKind.values()) {
            Ledger ledger = new Ledger(true);
            Traffic traffic = new Traffic(kind, 1, 0, 1, ledger, null);
            Faults.setEnabled(true);
            traffic.runOne(new DatagramFlow(traffic, new Random(1)));
            Faults.setEnabled(false);
            traffic.close();
            assertEquals(NOTHING, new ArrayList<String>(ledger.violations()));
        }
        assertTrue(Faults.injected(FaultKind.CONTROL_CUT) > 0, "no fault was injected");
    }

    /** While a channel reads, it is not armed. Then the old port itself posts the packet that lets go of the socket. */
    @Test
    void aChannelChangesItsLoopWhenPostsAreRefused() throws Exception {
        Faults.setUnnoticed(EnumSet.of(FaultKind.POST_REFUSED), 10);
        Faults.setSeed(1);
        for (LoopKind kind : LoopKind.values()) {
            EventLoopGroup group = kind.newGroup(2, "moves");
            BlockingQueue<ChannelFuture> departures = new LinkedBlockingQueue<ChannelFuture>();
            try (DatagramSocket peer = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                Channel channel = new Bootstrap().group(group).channel(IocpNotifyDatagramChannel.class)
                        .handler(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext ctx, Object msg) {
                                ReferenceCountUtil.release(msg);
                                departures.add(ctx.deregister());
                            }
                        }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
                Faults.setEnabled(true);
                for (int i = 0; i < 100; i++) {
                    peer.send(new DatagramPacket(new byte[1], 1, channel.localAddress()));
                    ChannelFuture departure = departures.poll(10, TimeUnit.SECONDS);
                    assertNotNull(departure, "no datagram comes after change " + i);
                    departure.sync();
                    group.next().register(channel).sync();
                }
                Faults.setEnabled(false);
                assertTrue(channel.isOpen());
                channel.close().sync();
            } finally {
                Faults.setEnabled(false);
                group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            }
        }
        assertTrue(Faults.injected(FaultKind.POST_REFUSED) > 0, "no fault was injected");
    }

    /**
     * A socket that is armed for its peer's end is to be armed to write as well. The provider {@code afd} takes its
     * poll back for that, and has no memory for the next.
     */
    @Test
    void aBlockedWriteWhenThereIsNoMemoryForThePoll() throws Exception {
        int length = 8 * 1024 * 1024;
        onlyThese(EnumSet.of(FaultKind.POLL_REFUSED), 1);
        for (LoopKind kind : LoopKind.values()) {
            EventLoopGroup group = kind.newGroup(1, "blocked");
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Channel channel = new Bootstrap().group(group).channel(IocpNotifySocketChannel.class)
                        .option(ChannelOption.AUTO_READ, false).handler(new ChannelInboundHandlerAdapter())
                        .connect(server.getLocalSocketAddress()).sync().channel();
                try (Socket peer = server.accept()) {
                    peer.setSoTimeout(10000);
                    // It is armed by then.
                    Thread.sleep(100);
                    Faults.setEnabled(true);
                    ChannelFuture write = channel.writeAndFlush(channel.alloc().buffer(length).writeZero(length));
                    Thread.sleep(100);
                    Faults.setEnabled(false);
                    byte[] bytes = new byte[65536];
                    int received = 0;
                    while (received < length) {
                        int count = peer.getInputStream().read(bytes);
                        assertTrue(count > 0, "the channel was closed");
                        received += count;
                    }
                    assertTrue(write.await(10, TimeUnit.SECONDS) && write.isSuccess(), write::toString);
                    assertTrue(channel.isActive());
                }
                // The other provider makes no polls.
                assertEquals("afd".equals(IocpNotify.provider()), Faults.injected(FaultKind.POLL_REFUSED) > 0);
            } finally {
                Faults.setEnabled(false);
                group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            }
        }
    }

    /**
     * Under Wine the call that is told of a reset may be the only one: what comes after it looks like the peer's end of
     * stream. Here it is one.
     */
    @Test
    void aResetThatOnlyTheReceiveIsToldOf() throws Exception {
        assertResetIsTold((channel, peer) -> peer.shutdownOutput());
    }

    /** Nothing comes any more that would have the channel read. */
    @Test
    void theInputIsShutDownAfterAResetThatOnlyTheReceiveIsToldOf() throws Exception {
        assertResetIsTold((channel, peer) -> channel.shutdownInput());
    }

    private interface AfterReset {
        void run(SocketChannel channel, Socket peer) throws Exception;
    }

    private static void assertResetIsTold(AfterReset then) throws Exception {
        onlyThese(EnumSet.of(FaultKind.RECEIVE_RESET), 1);
        boolean receives = "afd".equals(IocpNotify.provider());
        for (LoopKind kind : LoopKind.values()) {
            EventLoopGroup group = kind.newGroup(1, "reset");
            BlockingQueue<Object> ends = new LinkedBlockingQueue<Object>();
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                SocketChannel channel = (SocketChannel) new Bootstrap().group(group)
                        .channel(IocpNotifySocketChannel.class).option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .handler(new EchoAndEnds(ends)).connect(server.getLocalSocketAddress()).sync().channel();
                try (Socket peer = server.accept()) {
                    peer.setSoTimeout(10000);
                    // So many messages make a connection wait by a receive.
                    for (int i = 0; i < 20; i++) {
                        peer.getOutputStream().write(i);
                        assertEquals(i, peer.getInputStream().read());
                    }
                    long before = Faults.injected(FaultKind.RECEIVE_RESET);
                    Faults.setEnabled(true);
                    peer.getOutputStream().write(1);
                    assertEquals(1, peer.getInputStream().read());
                    // The next receive begins when the run ends that has sent the answer.
                    for (int i = 0; receives && Faults.injected(FaultKind.RECEIVE_RESET) == before; i++) {
                        assertTrue(i < 1000, "no receive begins");
                        Thread.sleep(10);
                    }
                    then.run(channel, peer);
                    Object end = ends.poll(10, TimeUnit.SECONDS);
                    assertTrue(receives ? end instanceof IOException : end instanceof ChannelInputShutdownEvent ||
                            end instanceof ChannelInputShutdownReadComplete, () -> kind + ": " + end);
                    assertEquals(receives, channel.closeFuture().await(receives ? 10000 : 0));
                }
            } finally {
                Faults.setEnabled(false);
                group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            }
        }
        assertEquals(receives, Faults.injected(FaultKind.RECEIVE_RESET) > 0);
    }

    /** Sends back what comes, and notes the first events of the end. */
    private static final class EchoAndEnds extends ChannelInboundHandlerAdapter {
        private final BlockingQueue<Object> ends;

        EchoAndEnds(BlockingQueue<Object> ends) {
            this.ends = ends;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object evt) {
            ends.add(evt);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ends.add(cause);
        }
    }

    /**
     * The connection is reset, and the input is over. The channel closes at once, even if there is no memory for what
     * it tells its handlers.
     */
    @Test
    void aResetAfterTheInputWithoutMemory() throws Exception {
        for (LoopKind kind : LoopKind.values()) {
            EventLoopGroup group = kind.newGroup(1, AllocationSites.THREAD_PREFIX);
            try {
                assertTrue(closesAfterReset(group, AllocationSites::record));
                BitSet sites = AllocationSites.recorded();
                int failed = 0;
                for (int site = sites.nextSetBit(0); site >= 0; site = sites.nextSetBit(site + 1)) {
                    int which = site;
                    assertTrue(closesAfterReset(group, () -> AllocationSites.arm(which)),
                            () -> "OutOfMemoryError at " + AllocationSites.name(which) + ", " + kind);
                    failed += AllocationSites.disarm() ? 1 : 0;
                }
                assertTrue(failed > 0, "no allocation has failed");
            } finally {
                AllocationSites.disarm();
                group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            }
        }
    }

    private static boolean closesAfterReset(EventLoopGroup group, Runnable beforeReset) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = (SocketChannel) new Bootstrap().group(group).channel(IocpNotifySocketChannel.class)
                    .option(ChannelOption.AUTO_READ, false)
                    .handler(new EchoAndEnds(new LinkedBlockingQueue<Object>()))
                    .connect(server.getLocalSocketAddress()).sync().channel();
            try (Socket peer = server.accept()) {
                // The arm of the connected socket is with the port by then, and is the last one.
                channel.eventLoop().schedule(() -> { }, 50, TimeUnit.MILLISECONDS).sync();
                channel.shutdownInput().sync();
                peer.setSoLinger(true, 0);
                beforeReset.run();
            }
            return channel.closeFuture().await(10, TimeUnit.SECONDS);
        }
    }

    /** So many calls are hit by each of these kinds, and none by another. */
    private static void onlyThese(Set<FaultKind> kinds, double rate) {
        for (FaultKind kind : FaultKind.values()) {
            Faults.setRate(kind, kinds.contains(kind) ? rate : 0);
        }
        Faults.setSeed(1);
    }

    /** Nobody is closed for it, and the arms are made up for. The listener's is refused after each accept. */
    @Test
    void armsThatThereIsNoMemoryFor() throws Exception {
        onlyThese(EnumSet.of(FaultKind.ARM_REFUSED, FaultKind.POLL_REFUSED), 1);
        for (LoopKind kind : LoopKind.values()) {
            Ledger ledger = new Ledger(false);
            Traffic traffic = new Traffic(kind, 1, 0, 1, ledger, null);
            for (int i = 0; i < 10; i++) {
                List<Socket> clients = new ArrayList<Socket>();
                Faults.setEnabled(true);
                for (int j = 0; j < 3; j++) {
                    Socket client = new Socket(traffic.echo().getAddress(), traffic.echo().getPort());
                    clients.add(client);
                    client.setSoTimeout(10000);
                    client.getOutputStream().write(j);
                    Thread.sleep(20);
                }
                Faults.setEnabled(false);
                for (int j = 0; j < 3; j++) {
                    assertEquals(j, clients.get(j).getInputStream().read());
                    clients.get(j).close();
                }
            }
            traffic.close();
            assertEquals(NOTHING, new ArrayList<String>(ledger.violations()));
        }
        assertTrue(Faults.injected(FaultKind.ARM_REFUSED) > 0, "no fault was injected");
    }

    /** Nothing is left for {@code TransmitFile} then: they are copied. */
    @Test
    void filesThatCannotBeOpenedAnew() throws Exception {
        onlyThese(EnumSet.of(FaultKind.FILE_REOPEN_REFUSED), 1);
        File file = Services.newFile();
        String before = System.setProperty(TRANSMIT_FILE, "true");
        try {
            for (LoopKind kind : LoopKind.values()) {
                Ledger ledger = new Ledger(false);
                Traffic traffic = new Traffic(kind, 1, 0, 1, ledger, file);
                long injected = Faults.injected(FaultKind.FILE_REOPEN_REFUSED);
                Faults.setEnabled(true);
                for (int i = 1; i <= 4; i++) {
                    traffic.runOne(new FileFlow(traffic, new Random(i)));
                    assertEquals(i, traffic.completed());
                    assertTrue(Faults.injected(FaultKind.FILE_REOPEN_REFUSED) >= injected + i, "it was opened anew");
                }
                Faults.setEnabled(false);
                traffic.close();
                assertEquals(NOTHING, new ArrayList<String>(ledger.violations()));
            }
        } finally {
            if (before == null) {
                System.clearProperty(TRANSMIT_FILE);
            } else {
                System.setProperty(TRANSMIT_FILE, before);
            }
        }
    }

    private static void assertSurvives(FaultRun run) throws Exception {
        List<String> wrong = run.run(MILLIS);
        run.summary();
        assertEquals(NOTHING, wrong);
        assertTrue(run.faults() > 0, "no fault was injected");
        assertTrue(run.completed() > 0, "nothing was done");
    }
}
