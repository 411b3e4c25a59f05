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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.iocpnotify.machine.Faults;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.PromiseNotifier;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A group with servers and clients that never stop, and the checks of what must be true while faults are injected and
 * after that.
 */
final class Traffic {

    private static final int FLOWS = 16;
    private static final long HANG_SECONDS = 60;

    private final Ledger ledger;
    private final Random random;
    private final LoopThreads threads = new LoopThreads(AllocationSites.THREAD_PREFIX);
    private final EventLoopGroup group;
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Services.Bound echo;
    private final Services.Bound acceptExEcho;
    private final Services.Bound files;
    private final Services.Bound datagrams;
    private final Set<Flow> flows = ConcurrentHashMap.newKeySet();
    private final AtomicInteger flowNumber = new AtomicInteger();
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private volatile boolean running = true;

    /** @param accepts how many connections one of the servers accepts beforehand */
    Traffic(LoopKind kind, int threads, int accepts, long seed, Ledger ledger, File file) throws IOException {
        this.ledger = ledger;
        random = new Random(seed);
        group = kind.newGroup(threads, AllocationSites.THREAD_PREFIX);
        echo = new Services.Bound(ledger, () -> bindEcho(0));
        acceptExEcho = new Services.Bound(ledger, () -> bindEcho(accepts));
        files = new Services.Bound(ledger, () -> bind(() -> new Services.FileService(ledger, file), 0));
        datagrams = new Services.Bound(ledger, () -> bindDatagram(new Services.DatagramEcho(ledger)));
    }

    ChannelFuture bindEcho(int outstandingAccepts) {
        return bind(() -> new Services.Echo(ledger), outstandingAccepts);
    }

    private ChannelFuture bind(Supplier<ChannelHandler> handlers, int outstandingAccepts) {
        return open(new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                .option(ChannelOption.ALLOCATOR, allocator).childOption(ChannelOption.ALLOCATOR, allocator)
                .option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, outstandingAccepts)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        // Behind what the bootstrap adds.
                        ch.eventLoop().execute(() -> ch.pipeline().addLast(new AcceptFailures()));
                    }
                })
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ledger.expect("close of a served connection", ch.closeFuture());
                        ch.pipeline().addLast(handlers.get());
                    }
                }).register(), Traffic::bind);
    }

    private final class AcceptFailures extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ledger.failed("accept", cause);
        }
    }

    ChannelFuture connect(Flow flow, SocketAddress address) {
        return connect(flow, address, false);
    }

    /** What the flow writes before the connection is there goes along. */
    ChannelFuture connectWithFirstBytes(Flow flow, SocketAddress address) {
        return connect(flow, address, true);
    }

    private ChannelFuture connect(Flow flow, SocketAddress address, boolean fastOpen) {
        return open(new Bootstrap().group(group).channel(IocpNotifySocketChannel.class)
                .option(ChannelOption.TCP_FASTOPEN_CONNECT, fastOpen)
                .option(ChannelOption.ALLOCATOR, allocator).handler(flow).register(),
                channel -> channel.connect(address));
    }

    /** Registers a channel that is in no loop with the next one. */
    ChannelFuture register(Channel channel) {
        return group.next().register(channel);
    }

    private static ChannelFuture bind(Channel channel) {
        return channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Opens a channel in two steps, the second by a thread that is no loop's. A bootstrap's own second step is a task
     * of the loop: if there is no memory for that task, its future is never done, with any transport.
     */
    private static ChannelFuture open(ChannelFuture registered, Function<Channel, ChannelFuture> second) {
        Channel channel = registered.channel();
        ChannelPromise opened = new DefaultChannelPromise(channel, GlobalEventExecutor.INSTANCE);
        registered.addListener(first -> GlobalEventExecutor.INSTANCE.execute(() -> {
            if (first.isSuccess()) {
                PromiseNotifier.cascade(second.apply(channel).addListener(ChannelFutureListener.CLOSE_ON_FAILURE),
                        opened);
            } else {
                opened.setFailure(first.cause());
            }
        }));
        return opened;
    }

    ChannelFuture bindDatagram(ChannelHandler... handlers) {
        return open(new Bootstrap().group(group).channel(IocpNotifyDatagramChannel.class)
                .option(IocpNotifyChannelOption.IP_PKTINFO, true)
                .option(ChannelOption.ALLOCATOR, allocator).handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ch.pipeline().addLast(handlers);
                    }
                }).register(), Traffic::bind);
    }

    Ledger ledger() {
        return ledger;
    }

    InetSocketAddress echo() {
        return echo.address();
    }

    InetSocketAddress acceptExEcho() {
        return acceptExEcho.address();
    }

    InetSocketAddress files() {
        return files.address();
    }

    InetSocketAddress datagrams() {
        return datagrams.address();
    }

    long completed() {
        return completed.get();
    }

    long failed() {
        return failed.get();
    }

    // ---- the flows ----

    private void startFlow() {
        Random flowRandom;
        synchronized (random) {
            flowRandom = new Random(random.nextLong());
        }
        int number = flowNumber.getAndIncrement();
        Flow flow = number % 8 == 3 ? new FileFlow(this, flowRandom) :
                number % 8 == 6 ? new DatagramFlow(this, flowRandom) : new EchoFlow(this, flowRandom);
        flows.add(flow);
        flow.start();
    }

    private void startNextFlow() {
        if (running) {
            startFlow();
        }
    }

    /** Called once by each flow. */
    void ended(Flow flow, boolean complete) {
        (complete ? completed : failed).incrementAndGet();
        if (running) {
            // Not in the caller's stack: one that fails at once would start the next there.
            group.next().execute(this::startNextFlow);
        }
        flows.remove(flow);
    }

    /** Runs flows under the faults for a while, then until all have ended without faults. */
    void run(long millis) throws InterruptedException {
        for (int i = 0; i < FLOWS; i++) {
            startFlow();
        }
        Faults.setEnabled(true);
        try {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - end < 0 && ledger.violations().isEmpty()) {
                Thread.sleep(50);
            }
        } finally {
            running = false;
            Faults.setEnabled(false);
        }
        await(flows::isEmpty, () -> "flows hang: " + flows);
    }

    /** Runs a single flow to its end. */
    void runOne(Flow flow) throws InterruptedException {
        running = false;
        flows.add(flow);
        flow.start();
        await(flows::isEmpty, () -> "flows hang: " + flows);
    }

    /** New connections on the same group. */
    void checkFresh() throws InterruptedException {
        long failedBefore = failed.get();
        for (int i = 0; i < 4; i++) {
            Flow fresh = new EchoFlow(this, new Random(i));
            flows.add(fresh);
            fresh.start();
        }
        Flow datagram = new DatagramFlow(this, new Random(1));
        flows.add(datagram);
        datagram.start();
        await(flows::isEmpty, () -> "fresh flows hang: " + flows);
        if (failed.get() != failedBefore) {
            ledger.violation("a fresh connection has failed");
        }
    }

    private void await(BooleanSupplier condition, Supplier<String> hang)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                ledger.violation(hang.get() + threads.stacks());
                return;
            }
            Thread.sleep(10);
        }
    }

    /** Nobody computes when there is nothing to do. */
    void checkRest() throws InterruptedException {
        String wrong = threads.awaitRest();
        if (wrong != null) {
            ledger.violation(wrong);
        }
    }

    /** Gives up a group that is broken. */
    void abandon() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** Closes everything, and looks for what is left. */
    void close() throws InterruptedException {
        echo.close();
        acceptExEcho.close();
        files.close();
        datagrams.close();
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS);
        if (!group.awaitTermination(HANG_SECONDS, TimeUnit.SECONDS)) {
            ledger.violation("the group does not end" + threads.stacks());
        }
        await(ledger.pending()::isEmpty, () -> "promises are pending: " + ledger.pending());
        await(() -> allocator.metric().usedDirectMemory() == 0 && allocator.metric().usedHeapMemory() == 0,
                () -> "buffers were lost: " + allocator.metric());
    }
}
