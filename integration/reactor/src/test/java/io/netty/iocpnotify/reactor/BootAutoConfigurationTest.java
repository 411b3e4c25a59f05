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

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.nio.NioIoHandler;
import org.junit.jupiter.api.Test;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.util.StreamUtils;
import reactor.netty.http.HttpResources;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** When a Spring Boot application takes the transport, and when it does not. */
class BootAutoConfigurationTest {

    private static final String TRANSPORT = "IocpNotifySocketChannel IocpNotifyEventLoop ";
    private static final String NIO = "NioSocketChannel SingleThreadIoEventLoop ";

    private static String where(ReactiveWebServerApplicationContext context) {
        // Loops of its own, so that this client does not make the global ones.
        LoopResources loops = LoopResources.create("client", 1, true);
        try {
            return HttpClient.create().runOn(loops).get()
                    .uri("http://127.0.0.1:" + Service.port(context) + "/where")
                    .responseContent().aggregate().asString().block();
        } finally {
            loops.disposeLater(Duration.ZERO, Duration.ofSeconds(10)).block();
        }
    }

    private static LoopResources loops(ReactiveWebServerApplicationContext context) {
        return context.getBean(ReactorResourceFactory.class).getLoopResources();
    }

    @Test
    void isOnByDefaultAndSaysSoInOneLine() {
        try (Output output = new Output(); ReactiveWebServerApplicationContext context = Service.start()) {
            assertTrue(where(context).startsWith(TRANSPORT), where(context));
            assertInstanceOf(IocpNotifyEventLoopGroup.class, loops(context).onServer(true));
            // Servers and clients share their threads, and so do clients that Spring Boot has not made.
            assertSame(loops(context).onServer(true), HttpResources.get().onServer(true));
            List<String> lines = output.lines("IocpNotify");
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).endsWith("Reactor Netty runs on the transport iocpnotify, provider " +
                    IocpNotify.provider() + ". netty.iocpnotify.enabled=false turns it off"), lines.get(0));
            assertEquals(Collections.emptyList(), output.lines("the previous LoopResources will be disposed"));
        }
    }

    @Test
    void showsItsMetersToMicrometer() {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (ReactiveWebServerApplicationContext context = Service.start()) {
            where(context);
            context.getBean(MeterBinder.class).bindTo(registry);
            assertTrue(registry.get("netty.iocpnotify.threads").tag("name", "reactor-http").gauge().value() > 0);
            assertTrue(registry.get("netty.iocpnotify.runs").functionCounter().count() > 0);
        }
        try (ReactiveWebServerApplicationContext context =
                     Service.start(Collections.singletonMap("netty.iocpnotify.fixed-threads", true))) {
            MeterRegistry none = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(none);
            assertEquals(Collections.emptyList(), none.getMeters());
        }
    }

    @Test
    void propertyTurnsItOff() {
        Map<String, ?> off = Collections.singletonMap("netty.iocpnotify.enabled", false);
        try (Output output = new Output(); ReactiveWebServerApplicationContext context = Service.start(off)) {
            assertTrue(where(context).startsWith(NIO), where(context));
            assertTrue(nio(loops(context)));
            assertEquals(Collections.emptyList(), output.lines("IocpNotify"));
        }
    }

    @Test
    void propertyChoosesFixedThreads() {
        Map<String, ?> fixed = Collections.singletonMap("netty.iocpnotify.fixed-threads", true);
        try (Output output = new Output(); ReactiveWebServerApplicationContext context = Service.start(fixed)) {
            String where = where(context);
            assertTrue(where.startsWith("IocpNotifySocketChannel SingleThreadIoEventLoop "), where);
            assertTrue(where.endsWith(" reactor-http-iocphandler-n"), where);
            assertTrue(((MultiThreadIoEventLoopGroup) loops(context).onServer(true))
                    .isIoType(IocpNotifyIoHandler.class));
            assertEquals(1, output.lines("the transport iocphandler, provider").size());
        }
    }

    @Test
    void quietPeriodOfSpringBootHolds() {
        try (ReactiveWebServerApplicationContext context = Service.start(
                Collections.singletonMap("spring.reactor.netty.shutdown-quiet-period", "123ms"))) {
            assertEquals(Duration.ofMillis(123), new DirectFieldAccessor(context.getBean(ReactorResourceFactory.class))
                    .getPropertyValue("shutdownQuietPeriod"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactory {

        @Bean
        ReactorResourceFactory ownFactory() {
            ReactorResourceFactory factory = new ReactorResourceFactory();
            factory.setUseGlobalResources(false);
            factory.setLoopResourcesSupplier(() -> LoopResources.create("own", 1, true));
            factory.setShutdownQuietPeriod(Duration.ZERO);
            return factory;
        }
    }

    @Test
    void factoryOfTheApplicationStays() {
        try (ReactiveWebServerApplicationContext context =
                     Service.start(Collections.emptyMap(), OwnFactory.class)) {
            assertEquals(Collections.singleton("ownFactory"),
                    context.getBeansOfType(ReactorResourceFactory.class).keySet());
            String where = where(context);
            assertTrue(where.startsWith(NIO) && where.endsWith(" own-nio-n"), where);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLoops {

        @Bean(destroyMethod = "dispose")
        LoopResources ownLoops() {
            return LoopResources.create("own", 1, true);
        }
    }

    @Test
    void loopsOfTheApplicationStay() {
        try (ReactiveWebServerApplicationContext context = Service.start(Collections.emptyMap(), OwnLoops.class)) {
            assertEquals(ReactorResourceFactory.class, context.getBean(ReactorResourceFactory.class).getClass());
            assertTrue(where(context).startsWith(NIO), where(context));
        }
    }

    /** As in tests of Spring Boot: each context has resources of its own. */
    @Configuration(proxyBeanMethods = false)
    static class NoGlobalResources {

        @Bean
        static BeanPostProcessor noGlobalResources() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof ReactorResourceFactory) {
                        ((ReactorResourceFactory) bean).setUseGlobalResources(false);
                    }
                    return bean;
                }
            };
        }
    }

    @Test
    void resourcesMayBelongToTheContext() {
        LoopResources loops;
        try (ReactiveWebServerApplicationContext context =
                     Service.start(Collections.emptyMap(), NoGlobalResources.class)) {
            assertTrue(where(context).startsWith(TRANSPORT), where(context));
            loops = loops(context);
            assertInstanceOf(IocpNotifyLoopResources.class, loops);
            assertTrue(nio(HttpResources.get()));
            assertFalse(loops.isDisposed());
        }
        assertTrue(loops.isDisposed());
        HttpResources.disposeLoopsAndConnections();
    }

    private static boolean nio(LoopResources loops) {
        return ((MultiThreadIoEventLoopGroup) loops.onServer(true)).isIoType(NioIoHandler.class);
    }

    @Test
    void propertiesAreDescribedForEditors() throws Exception {
        String metadata;
        try (InputStream in = IocpNotifyLoopResources.class.getResourceAsStream(
                "/META-INF/spring-configuration-metadata.json")) {
            // That of this jar comes first on the class path.
            metadata = in == null ? "" : StreamUtils.copyToString(in, StandardCharsets.UTF_8);
        }
        assertTrue(metadata.contains("\"name\": \"netty.iocpnotify.enabled\""), metadata);
        assertTrue(metadata.contains("\"name\": \"netty.iocpnotify.fixed-threads\""), metadata);
        assertTrue(metadata.contains("Whether Reactor Netty uses the transport"), metadata);
    }
}
