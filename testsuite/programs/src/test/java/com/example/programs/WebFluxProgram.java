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
package com.example.programs;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.util.function.Tuple2;
import reactor.util.function.Tuples;

import java.time.Duration;
import java.util.List;

/** A service of Spring Boot with WebFlux, asked by its {@code WebClient}. */
public final class WebFluxProgram {

    private WebFluxProgram() { }

    public static void main(String[] args) throws Exception {
        ReactiveWebServerApplicationContext context = (ReactiveWebServerApplicationContext)
                new SpringApplicationBuilder(Service.class)
                        .properties("server.port=0", "server.address=127.0.0.1", "spring.main.banner-mode=off").run();
        WebClient client = WebClient.create("http://127.0.0.1:" + context.getWebServer().getPort());
        List<Tuple2<Integer, byte[]>> answers = Flux.range(0, 200).flatMap(i -> client.get().uri("/bytes/" + i)
                .retrieve().bodyToMono(byte[].class).map(body -> Tuples.of(i, body)), 16)
                .collectList().block(Duration.ofMinutes(2));
        Checked.same(200, answers.size(), "answers");
        for (Tuple2<Integer, byte[]> answer : answers) {
            Checked.same(Checked.bytes(answer.getT1()), answer.getT2(),
                    "answer " + answer.getT1());
        }
        for (int i = 0; i < 200; i++) {
            byte[] sent = Checked.bytes(i);
            Checked.same(sent, client.post().uri("/echo").bodyValue(sent).retrieve().bodyToMono(byte[].class)
                    .block(Duration.ofMinutes(1)), "echo " + i);
        }
        // The service ends with the JVM, so that what it has counted can be shown.
        Checked.end("WebFlux");
    }

    /** What the program serves. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Service {

        @Bean
        RouterFunction<ServerResponse> routes() {
            return RouterFunctions.route()
                    .GET("/bytes/{number}", request -> {
                        int number = Integer.parseInt(request.pathVariable("number"));
                        return ServerResponse.ok().bodyValue(Checked.bytes(number));
                    })
                    .POST("/echo", request -> request.bodyToMono(byte[].class)
                            .flatMap(body -> ServerResponse.ok().bodyValue(body)))
                    .build();
        }
    }
}
