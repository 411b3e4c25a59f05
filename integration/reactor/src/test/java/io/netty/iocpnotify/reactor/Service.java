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

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A Spring Boot application that has nothing to do with the transport: only its jar is on the class path. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Service {

    /** A request for {@code /held} has come. */
    final CountDownLatch held = new CountDownLatch(1);
    /** Lets the answer to {@code /held} end. */
    final Sinks.Empty<Void> release = Sinks.empty();
    /** The connections of the application's own {@code WebClient}. */
    final BlockingQueue<Channel> clientChannels = new LinkedBlockingQueue<>();

    /** Starts it on a free port. */
    static ReactiveWebServerApplicationContext start(Map<String, ?> properties, Class<?>... more) {
        Map<String, Object> all = new HashMap<>();
        all.put("server.port", 0);
        // Nothing comes after the end of a test, so nothing need be waited for.
        all.put("spring.reactor.netty.shutdown-quiet-period", "0s");
        all.putAll(properties);
        SpringApplication application = new SpringApplication(Service.class);
        application.addPrimarySources(java.util.Arrays.asList(more));
        application.setDefaultProperties(all);
        return (ReactiveWebServerApplicationContext) application.run();
    }

    static ReactiveWebServerApplicationContext start() {
        return start(Collections.emptyMap());
    }

    static int port(ReactiveWebServerApplicationContext context) {
        return context.getWebServer().getPort();
    }

    @Bean
    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route()
                .GET("/where", request -> ServerResponse.ok().bodyValue(where(request)))
                .GET("/block", request -> ServerResponse.ok().bodyValue(tryToBlock()))
                .GET("/colocated", this::colocated)
                .GET("/bytes/{length}", Service::bytes)
                .POST("/sum", Service::sum)
                .GET("/held", this::held)
                .build();
    }

    /** What serves this request: the class of the socket's channel, its event loop, its TLS, the thread. */
    private static String where(ServerRequest request) {
        Channel channel = channel(request);
        Channel socket = channel.parent() instanceof io.netty.channel.ServerChannel ? channel : channel.parent();
        SslHandler tls = socket.pipeline().get(SslHandler.class);
        return socket.getClass().getSimpleName() + ' ' + socket.eventLoop().getClass().getSimpleName() +
                ' ' + socket.parent().getClass().getSimpleName() +
                ' ' + (tls == null ? "plain" : tls.engine().getSession().getProtocol() + '/' +
                        String.valueOf(tls.applicationProtocol()) + '/' + tls.engine().getClass().getSimpleName()) +
                ' ' + channel.getClass().getSimpleName() +
                ' ' + Thread.currentThread().getName().replaceAll("[0-9]+$", "n");
    }

    private static Channel channel(ServerRequest request) {
        Object nativeRequest = ServerHttpRequestDecorator.getNativeRequest(request.exchange().getRequest());
        return ((Connection) nativeRequest).channel();
    }

    private static String tryToBlock() {
        try {
            Mono.delay(Duration.ofMillis(1)).block();
            return "blocked";
        } catch (IllegalStateException e) {
            return Schedulers.isInNonBlockingThread() + " " + e.getMessage();
        }
    }

    /** Asks the service itself, and tells whether the event loop of the new connection is that of the request. */
    private Mono<ServerResponse> colocated(ServerRequest request) {
        Channel mine = channel(request);
        AtomicReference<EventLoop> clients = new AtomicReference<>();
        return HttpClient.create(ConnectionProvider.newConnection())
                .doOnConnected(connection -> clients.set(connection.channel().eventLoop()))
                .get().uri("http://127.0.0.1:" + request.uri().getPort() + "/where")
                .responseContent().aggregate().asString()
                .flatMap(answer -> ServerResponse.ok().bodyValue(
                        (clients.get() == mine.eventLoop()) + " " + mine.eventLoop()));
    }

    private static Mono<ServerResponse> bytes(ServerRequest request) {
        int length = Integer.parseInt(request.pathVariable("length"));
        return ServerResponse.ok().body(BodyInserters.fromDataBuffers(dataBuffers(length)));
    }

    static Flux<DataBuffer> dataBuffers(int length) {
        return Flux.range(0, Tape.pieces(length))
                .map(number -> DefaultDataBufferFactory.sharedInstance.wrap(Tape.piece(number, length)));
    }

    private static Mono<ServerResponse> sum(ServerRequest request) {
        return sum(request.bodyToFlux(DataBuffer.class))
                .flatMap(sum -> ServerResponse.ok().bodyValue(sum));
    }

    static Mono<String> sum(Flux<DataBuffer> buffers) {
        return buffers.reduce(new Tape.Sum(), (sum, buffer) -> {
            ByteBuffer bytes = ByteBuffer.allocate(buffer.readableByteCount());
            buffer.toByteBuffer(bytes);
            DataBufferUtils.release(buffer);
            return sum.add(bytes);
        }).map(Tape.Sum::toString);
    }

    private Mono<ServerResponse> held(ServerRequest request) {
        held.countDown();
        return ServerResponse.ok().body(Flux.just("begun ").concatWith(release.asMono().thenReturn("ended")),
                String.class);
    }

    @Bean
    HandlerMapping webSockets() {
        WebSocketHandler echo = session -> session.send(session.receive()
                .doOnNext(WebSocketMessage::retain)
                .map(message -> new WebSocketMessage(message.getType(), message.getPayload())));
        return new SimpleUrlHandlerMapping(Collections.singletonMap("/echo", echo), -1);
    }

    @Bean
    ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> clientRecorder() {
        return builder -> builder.withHttpClientCustomizer(
                client -> client.doOnConnected(connection -> clientChannels.add(connection.channel())));
    }
}
