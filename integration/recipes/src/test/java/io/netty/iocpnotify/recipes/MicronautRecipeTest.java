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

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.netty.NettyClientCustomizer;
import io.micronaut.http.netty.channel.EventLoopGroupRegistry;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.micronaut.runtime.server.EmbeddedServer;
import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Micronaut's own server and client: HTTP/1.1 and HTTP/2.
 */
class MicronautRecipeTest {

    @ParameterizedTest
    @CsvSource({ "1.1, http_1, HTTP_1_1", "2.0, h2c, HTTP_2_0" })
    void echoes(String serverVersion, String clientMode, String expected) {
        echoes(serverVersion, clientMode, expected, IocpNotifyTransport.IOCPNOTIFY);
    }

    /** The next transport of the list is taken where this one cannot be used. */
    @Test
    @Tag("other-platform")
    void runsOnNioElsewhere() {
        echoes("1.1", "http_1", "HTTP_1_1", IocpNotifyTransport.NIO);
    }

    private static void echoes(String serverVersion, String clientMode, String expected,
                               IocpNotifyTransport transport) {
        Map<String, Object> configuration = Map.of(
                "micronaut.netty.event-loops.default.transport", "iocpnotify,nio",
                "micronaut.netty.event-loops.parent.transport", "iocpnotify,nio",
                "micronaut.netty.event-loops.default.num-threads", 2,
                "micronaut.server.port", -1,
                "micronaut.server.http-version", serverVersion,
                "micronaut.http.client.plaintext-mode", clientMode,
                "micronaut.http.client.read-timeout", "60s");
        try (EmbeddedServer server = ApplicationContext.run(EmbeddedServer.class, configuration);
             HttpClient client = server.getApplicationContext().createBean(HttpClient.class, server.getURL())) {
            for (int length : new int[] { 1, 1000, 1 << 20 }) {
                byte[] sent = Bytes.of(length);
                HttpResponse<byte[]> answer = client.toBlocking().exchange(
                        HttpRequest.POST("/echo", sent).contentType(MediaType.APPLICATION_OCTET_STREAM_TYPE)
                                .accept(MediaType.APPLICATION_OCTET_STREAM_TYPE), byte[].class);
                assertArrayEquals(sent, answer.body());
                assertEquals(expected, answer.header("version"));
            }
            if (transport == IocpNotifyTransport.IOCPNOTIFY) {
                Groups.assertTakesOnlyIocpNotify(server.getApplicationContext().getBean(EventLoopGroupRegistry.class)
                        .getDefaultEventLoopGroup());
            }
            Seen seen = server.getApplicationContext().getBean(Seen.class);
            assertEquals(Set.of(transport.serverChannel(), transport.socketChannel()), seen.byServer);
            assertEquals(Set.of(transport.socketChannel()), seen.byClient);
        }
    }

    @Singleton
    static final class Seen {
        /** Event loops add to both, the test reads them. */
        final Set<Class<?>> byServer = ConcurrentHashMap.newKeySet();
        final Set<Class<?>> byClient = ConcurrentHashMap.newKeySet();
    }

    @Singleton
    static final class ServerChannels implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
        private final Seen seen;

        ServerChannels(Seen seen) {
            this.seen = seen;
        }

        @Override
        public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
            event.getBean().register(new NettyServerCustomizer() {
                @Override
                public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
                    if (role == ChannelRole.LISTENER || role == ChannelRole.CONNECTION) {
                        seen.byServer.add(channel.getClass());
                    }
                    return this;
                }
            });
            return event.getBean();
        }
    }

    @Singleton
    static final class ClientChannels implements BeanCreatedEventListener<NettyClientCustomizer.Registry> {
        private final Seen seen;

        ClientChannels(Seen seen) {
            this.seen = seen;
        }

        @Override
        public NettyClientCustomizer.Registry onCreated(BeanCreatedEvent<NettyClientCustomizer.Registry> event) {
            event.getBean().register(new NettyClientCustomizer() {
                @Override
                public NettyClientCustomizer specializeForChannel(Channel channel, ChannelRole role) {
                    if (role == ChannelRole.CONNECTION) {
                        seen.byClient.add(channel.getClass());
                    }
                    return this;
                }
            });
            return event.getBean();
        }
    }

    @Controller
    static final class Echo {
        @Post("/echo")
        @Consumes(MediaType.APPLICATION_OCTET_STREAM)
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        HttpResponse<byte[]> echo(HttpRequest<?> request, @Body byte[] body) {
            return HttpResponse.ok(body).header("version", request.getHttpVersion().name());
        }
    }
}
