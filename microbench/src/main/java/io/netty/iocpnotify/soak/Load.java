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
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.iocpnotify.bench.load.TlsContexts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * All clients: lanes of each kind, in one NIO event loop outside of the process that is watched. So what they share
 * needs no locks, unless a method says that it is for any thread.
 */
final class Load {

    private static final long REST_SECONDS = 60;

    final Failures failures;
    final ServerPorts ports;
    final SslContext tls;
    final LongAdder lostDatagrams = new LongAdder();
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final List<Lane> lanes = new ArrayList<>();
    private final AtomicLong connections = new AtomicLong();
    private final long idleMillis;
    private long ids;
    private boolean resting;

    /**
     * @param idleMillis for how long idle connections live, on average
     */
    Load(ServerPorts ports, Set<Kind> kinds, long idleMillis, Failures failures) throws Exception {
        this.ports = ports;
        this.idleMillis = idleMillis;
        this.failures = failures;
        tls = TlsContexts.ofClient();
        for (Kind kind : kinds) {
            for (int i = 0; i < kind.lanes(); i++) {
                lanes.add(kind == Kind.DATAGRAMS ? new DatagramLane(this) : new ConnectionLane(this, kind));
            }
        }
    }

    void start() {
        loop.execute(() -> lanes.forEach(Lane::next));
    }

    Bootstrap bootstrap() {
        return new Bootstrap().group(group);
    }

    EventLoop loop() {
        return loop;
    }

    boolean isResting() {
        return resting;
    }

    long nextId() {
        return ids++;
    }

    long idleMillis() {
        return idleMillis;
    }

    void countConnection() {
        connections.incrementAndGet();
    }

    /** How many are over. Any thread. */
    long connections() {
        return connections.get();
    }

    /**
     * Lets nothing new begin, and waits until all but the idle connections are over. Any other thread.
     *
     * @return how many idle ones there are
     */
    int rest() throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(REST_SECONDS);
        loop.submit(() -> resting = true).get();
        while (failures.isEmpty()) {
            if (loop.submit(() -> lanes.stream().noneMatch(Lane::isBusy)).get()) {
                return loop.submit(() -> (int) lanes.stream().filter(Lane::isIdle).count()).get();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException("still busy after " + REST_SECONDS + " s: " +
                        loop.submit(this::busyLanes).get());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return 0;
    }

    private String busyLanes() {
        StringBuilder busy = new StringBuilder();
        lanes.stream().filter(Lane::isBusy).limit(5).forEach(lane -> busy.append(lane).append("; "));
        return busy.toString();
    }

    /** Any other thread. */
    void resume() {
        loop.execute(() -> {
            resting = false;
            lanes.forEach(Lane::resume);
        });
    }

    /** Looks for connections without progress. Any other thread. */
    void watch(long limitNanos) {
        loop.execute(() -> {
            long now = System.nanoTime();
            for (Lane lane : lanes) {
                if (lane.isBusy() && now - lane.progressNanos() > limitNanos) {
                    failures.add(lane + ": no progress for " + TimeUnit.NANOSECONDS.toSeconds(limitNanos) + " s");
                }
            }
        });
    }

    void end() {
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
