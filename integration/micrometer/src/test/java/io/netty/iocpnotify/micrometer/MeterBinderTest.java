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
package io.netty.iocpnotify.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.netty4.NettyEventExecutorMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyMetrics;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What Micrometer shows of a group: by our binder, and by its own for the event loops of Netty. */
@Timeout(120)
class MeterBinderTest {

    private static final int MESSAGES = 500;
    private static final String PENDING = "netty.eventexecutor.tasks.pending";
    private static final String WORKERS = "netty.eventexecutor.workers";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    /** A group that ends with a test. */
    private static final class Loops implements AutoCloseable {

        private final EventLoopGroup group;

        Loops(EventLoopGroup group) {
            this.group = group;
        }

        /** Binds a server that sends back what it reads. */
        Channel serve() throws InterruptedException {
            return new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                    .childHandler(new Echo()).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        }

        @Override
        public void close() {
            assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).awaitUninterruptibly(30, TimeUnit.SECONDS));
        }
    }

    @ChannelHandler.Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg);
        }
    }

    private double gauge(String name) {
        return registry.get(name).tag("name", "test").gauge().value();
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tag("name", "test").tags(tags).functionCounter().count();
    }

    private double micros(String name, String quantile) {
        return registry.get(name).tag("quantile", quantile).timeGauge().value(TimeUnit.MICROSECONDS);
    }

    @Test
    void showsWhatTheGroupTells() throws Exception {
        long begin = System.nanoTime();
        try (Loops loops = new Loops(new IocpNotifyEventLoopGroup(2))) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) loops.group;
            new IocpNotifyMeterBinder(group, "test", Tag.of("side", "server")).bindTo(registry);
            Channel server = loops.serve();
            try (Socket client = new Socket()) {
                client.connect((InetSocketAddress) server.localAddress(), 10000);
                client.setSoTimeout(10000);
                InputStream in = client.getInputStream();
                for (int i = 0; i < MESSAGES; i++) {
                    client.getOutputStream().write(i);
                    assertEquals(i & 0xff, in.read());
                }
                // All meters of a moment are those of one snapshot.
                Thread.sleep(200);
                assertEquals(MESSAGES, counter("netty.iocpnotify.calls", "function", "send"));
                IocpNotifyMetrics metrics = group.metrics();
                assertEquals(1, registry.get("netty.iocpnotify.provider").tag("provider", IocpNotify.provider()).gauge()
                        .value());
                assertEquals(2, gauge("netty.iocpnotify.channels"));
                assertEquals(32, gauge("netty.iocpnotify.eventloops"));
                assertEquals(0, gauge("netty.iocpnotify.eventloops.queued"));
                assertEquals(metrics.threads().size(), gauge("netty.iocpnotify.threads"));
                assertEquals(metrics.threads().size(), gauge("netty.iocpnotify.threads.waiting"));
                assertEquals(metrics.counts().runs(), counter("netty.iocpnotify.runs"));
                assertEquals(metrics.counts().packets(), counter("netty.iocpnotify.packets"));
                assertEquals(metrics.counts().arms(), counter("netty.iocpnotify.arms"));
                assertEquals(metrics.wakeUps(), counter("netty.iocpnotify.wakeups"));
                assertEquals(metrics.counts().readAgains(), counter("netty.iocpnotify.readagains"));
                assertEquals(metrics.counts().successfulReadAgains(),
                        counter("netty.iocpnotify.readagains.successful"));
                assertEquals(0, counter("netty.iocpnotify.arms.refused"));
                assertEquals(0, counter("netty.iocpnotify.accepts.skipped"));
                double waited = counter("netty.iocpnotify.threads.time", "state", "waiting");
                double busy = counter("netty.iocpnotify.threads.time", "state", "busy");
                double lived = gauge("netty.iocpnotify.threads") * (System.nanoTime() - begin) / 1e9;
                assertTrue(waited > 0.1 && busy > 0 && waited + busy < lived,
                        waited + " s and " + busy + " s of " + lived + " s");
                assertTrue(micros("netty.iocpnotify.run.duration", "0.5") > 0);
                assertTrue(micros("netty.iocpnotify.run.duration", "0.5") <=
                        micros("netty.iocpnotify.run.duration", "1"));
                assertTrue(micros("netty.iocpnotify.queue.delay", "0.99") <=
                        micros("netty.iocpnotify.queue.delay", "1"));
            }
            for (Meter meter : registry.getMeters()) {
                assertEquals("server", meter.getId().getTag("side"), () -> meter.getId().toString());
            }
        }
    }

    @Test
    void tasksThatWaitAreShownByTheNameOfMicrometersOwnBinder() throws Exception {
        try (Loops loops = new Loops(new IocpNotifyEventLoopGroup(2))) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) loops.group;
            new NettyEventExecutorMetrics(group).bindTo(registry);
            // Its workers are the event loops, and it passes over their tasks.
            assertEquals(32, registry.get(WORKERS).gauge().value());
            assertNull(registry.find(PENDING).gauge());
            new IocpNotifyMeterBinder(group, "test").bindTo(registry);
            assertEquals(0, gauge(PENDING));
            EventExecutor loop = group.next();
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch held = new CountDownLatch(1);
            loop.execute(() -> {
                held.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            held.await();
            for (int i = 0; i < 7; i++) {
                loop.execute(() -> { });
            }
            Thread.sleep(200);
            assertEquals(7, gauge(PENDING));
            assertEquals(7, loopTasks(group));
            release.countDown();
            loop.submit(() -> { }).sync();
            Thread.sleep(200);
            assertEquals(0, gauge(PENDING));
        }
    }

    private static int loopTasks(EventLoopGroup group) {
        int tasks = 0;
        for (EventExecutor loop : group) {
            tasks += ((IocpNotifyEventLoop) loop).pendingTasks();
        }
        return tasks;
    }

    /** With a handler the loops are Netty's own. */
    @Test
    void micrometersOwnBinderShowsTheLoopsOfAHandler() throws Exception {
        try (Loops loops = new Loops(new MultiThreadIoEventLoopGroup(3, IocpNotifyIoHandler.newFactory()))) {
            new NettyEventExecutorMetrics(loops.group).bindTo(registry);
            assertEquals(3, registry.get(WORKERS).gauge().value());
            List<String> names = new ArrayList<String>();
            for (Meter meter : registry.find(PENDING).meters()) {
                names.add(meter.getId().getTag("name"));
                assertEquals(0, registry.get(PENDING).tag("name", meter.getId().getTag("name")).gauge().value());
            }
            assertEquals(3, names.size(), names::toString);
            String thread = loops.serve().eventLoop().submit(() -> Thread.currentThread().getName()).get();
            assertTrue(names.contains(thread), names + " without " + thread);
        }
    }

    /** The slow past is forgotten: what is shown are the last minutes. */
    @Test
    void aSnapshotIsSharedForAMoment() throws Exception {
        try (Loops loops = new Loops(new IocpNotifyEventLoopGroup(2))) {
            IocpNotifyEventLoopGroup group = (IocpNotifyEventLoopGroup) loops.group;
            group.next().submit(() -> { }).sync();
            // The future is done before the run is over, which counts the run last.
            IocpNotifyMetrics begin;
            do {
                Thread.sleep(1);
                begin = group.metrics();
            } while (begin.counts().runs() == 0 || begin.counts().runs() != begin.runDurations().count());
            IocpNotifyMeterBinder.Recent recent = new IocpNotifyMeterBinder.Recent(begin);
            IocpNotifyMetrics first = recent.of(group);
            assertSame(first, recent.of(group));
            group.next().submit(() -> { }).sync();
            Thread.sleep(200);
            long runs = recent.of(group).counts().runs();
            assertTrue(runs > first.counts().runs());
            assertEquals(runs - first.counts().runs(),
                    recent.durations(group, IocpNotifyMetrics::runDurations).count());
        }
    }
}
