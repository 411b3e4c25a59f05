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
package io.netty.iocpnotify.recipes;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryOptions;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.Flags;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.metric.MoreMeterBinders;
import com.linecorp.armeria.common.util.TlsEngineType;
import com.linecorp.armeria.common.util.TransportType;
import com.linecorp.armeria.server.Server;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Armeria's own server and client: HTTP/1.1 and HTTP/2, each with TLS and without.
 */
class ArmeriaRecipeTest {

    private static final int AT_ONCE = 20;

    private final Set<Class<?>> channels = ConcurrentHashMap.newKeySet();
    private Server server;
    private ClientFactory clients;

    @BeforeAll
    static void useTheTransport() throws ReflectiveOperationException {
        ArmeriaRecipe.useIocpNotify(IocpNotifyTransport.preferred());
    }

    @BeforeEach
    void start() {
        server = Server.builder().http(0).https(0)
                .tls(Tls.localhost().getKeyPair().getPrivate(), Tls.localhost().getCertificate())
                .service("/echo", (ctx, request) -> HttpResponse.of(request.aggregate().thenApply(body ->
                        HttpResponse.of(HttpStatus.OK, MediaType.OCTET_STREAM, body.content()))))
                .childChannelPipelineCustomizer(pipeline -> channels.add(pipeline.channel().getClass()))
                .build();
        server.start().join();
        clients = ClientFactory.builder().workerGroup(2)
                .tlsCustomizer(tls -> tls.trustManager(Tls.localhost().getCertificate()))
                .option(ClientFactoryOptions.CHANNEL_PIPELINE_CUSTOMIZER,
                        pipeline -> channels.add(pipeline.channel().getClass()))
                .build();
    }

    @AfterEach
    void stop() {
        clients.close();
        server.stop().join();
    }

    @ParameterizedTest
    @EnumSource(names = { "H1C", "H1", "H2C", "H2" })
    void echoes(SessionProtocol protocol) throws Exception {
        WebClient client = WebClient.builder(protocol.uriText() + "://localhost:" + server.activeLocalPort(
                protocol.isTls() ? SessionProtocol.HTTPS : SessionProtocol.HTTP)).factory(clients).build();
        for (int length : new int[] { 1, 1000, 1 << 20 }) {
            AggregatedHttpResponse answer = client.post("/echo", Bytes.of(length)).aggregate()
                    .get(60, TimeUnit.SECONDS);
            assertEquals(HttpStatus.OK, answer.status());
            assertArrayEquals(Bytes.of(length), answer.content().array());
        }
        List<CompletableFuture<AggregatedHttpResponse>> answers = IntStream.range(0, AT_ONCE)
                .mapToObj(i -> client.post("/echo", Bytes.of(10_000 + i)).aggregate()).collect(Collectors.toList());
        for (int i = 0; i < AT_ONCE; i++) {
            assertArrayEquals(Bytes.of(10_000 + i), answers.get(i).get(60, TimeUnit.SECONDS).content().array());
        }
        assertEquals(Set.of(IocpNotifySocketChannel.class), channels, "both ends");
        // There is no BoringSSL for Windows on Arm.
        assertEquals(System.getProperty("os.arch").equals("aarch64") ? TlsEngineType.JDK : TlsEngineType.OPENSSL,
                Flags.tlsEngineType());
        EventLoopGroup group = TransportType.NIO.newIoEventLoopGroup(1, type -> Thread::new);
        assertInstanceOf(IocpNotifyEventLoopGroup.class, group);
        group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await();
    }

    /** As docs/metrics.md says. The meter of tasks asks Netty's own event loops only, and this one has tasks. */
    @Test
    void theMetersCountEventLoopsAndNoTasks() throws Exception {
        IocpNotifyEventLoopGroup group = assertInstanceOf(IocpNotifyEventLoopGroup.class,
                TransportType.NIO.newIoEventLoopGroup(2, type -> Thread::new));
        CountDownLatch release = new CountDownLatch(1);
        try {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            MoreMeterBinders.eventLoopMetrics(group, "common").bindTo(registry);
            EventLoop loop = group.next();
            CountDownLatch begun = new CountDownLatch(1);
            loop.execute(() -> {
                begun.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertTrue(begun.await(10, TimeUnit.SECONDS));
            for (int i = 0; i < 7; i++) {
                loop.execute(() -> { });
            }
            assertEquals(7, ((IocpNotifyEventLoop) loop).pendingTasks());
            assertEquals(0, registry.get("armeria.netty.common.event.loop.pending.tasks").gauge().value());
            assertEquals(2 * 16, registry.get("armeria.netty.common.event.loop.workers").gauge().value());
        } finally {
            release.countDown();
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await();
        }
    }
}
