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
package io.netty.iocpnotify.reactor;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.EventLoop;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.Metrics;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The meters of reactor-netty. */
@Timeout(120)
class ReactorMetricsTest {

    private static final String PENDING_TASKS = "reactor.netty.eventloop.pending.tasks";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @BeforeEach
    void addRegistry() {
        io.micrometer.core.instrument.Metrics.addRegistry(registry);
    }

    @AfterEach
    void removeRegistry() {
        io.micrometer.core.instrument.Metrics.removeRegistry(registry);
        registry.close();
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void metersOfServerAndClient(IocpNotifyTransport transport) {
        // The meters of reactor-netty live as long as the JVM, so each kind of event loop has some of its own.
        String uri = "/" + transport;
        LoopResources loops = IocpNotifyLoopResources.create(transport, "metrics", -1, 2, true, true);
        ConnectionProvider connections = ConnectionProvider.builder("metered").metrics(true).build();
        DisposableServer server = HttpServer.create().host("127.0.0.1").port(0).runOn(loops)
                .metrics(true, given -> uri)
                .handle((request, response) -> response.sendString(Mono.just("hello"))).bindNow();
        HttpClient client = HttpClient.create(connections).runOn(loops).metrics(true, given -> uri);
        for (int i = 0; i < 10; i++) {
            assertEquals("hello", client.get().uri("http://127.0.0.1:" + server.port() + uri)
                    .responseContent().aggregate().asString().block());
        }
        server.disposeNow();
        connections.dispose();

        assertEquals(10, meter("client.response.time", uri).timer().count());
        assertEquals(50, meter("client.data.received", uri).summary().totalAmount());
        assertEquals(50, meter("server.data.sent", uri).summary().totalAmount());
        // The server measures the last answer when it has gone out, and its reader may be faster.
        assertTrue(meter("server.response.time", uri).timer().count() >= 9);
        Collection<Gauge> tasks = registry.get(PENDING_TASKS).gauges();
        String names = transport == IocpNotifyTransport.IOCPNOTIFY ?
                "metrics-iocpnotify" : "metrics-iocphandler-[12]";
        assertTrue(tasks.stream().anyMatch(gauge -> gauge.getId().getTag("name").matches(names)), tasks.toString());
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(30)).block();
    }

    private RequiredSearch meter(String name, String uri) {
        return registry.get("reactor.netty.http." + name).tag("uri", uri);
    }

    @Test
    void pendingTasksOfAllLoops() throws Exception {
        LoopResources loops = IocpNotifyLoopResources.create("pending", 2, true);
        EventLoop first = loops.onServer(true).next();
        EventLoop second = loops.onServer(true).next();
        Gauge gauge = registry.get(PENDING_TASKS).tag("name", "pending-iocpnotify").gauge();
        assertEquals(0, gauge.value());
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        Runnable blocks = () -> {
            begun.countDown();
            LoopResourcesTest.awaitUninterruptibly(release);
        };
        first.execute(blocks);
        second.execute(blocks);
        begun.await();
        for (int i = 0; i < 3; i++) {
            first.execute(() -> { });
            second.execute(() -> { });
        }
        loops.onServer(true).next().execute(() -> { });
        assertEquals(7, gauge.value());
        release.countDown();
        first.submit(() -> { }).get();
        second.submit(() -> { }).get();
        awaitZero(gauge);

        assertNotNull(Metrics.REGISTRY.find(PENDING_TASKS).tag("name", "pending-iocpnotify").gauge());
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(30)).block();
        assertNull(Metrics.REGISTRY.find(PENDING_TASKS).tag("name", "pending-iocpnotify").gauge());
    }

    private static void awaitZero(Gauge gauge) throws InterruptedException {
        while (gauge.value() != 0) {
            Thread.sleep(1);
        }
    }
}
