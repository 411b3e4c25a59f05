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
package com.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** A service that knows nothing of the transport. The names of its threads tell on what it runs. */
@SpringBootApplication
@RestController
public class Service {

    public static void main(String[] args) {
        SpringApplication.run(Service.class, args);
    }

    @GetMapping("/")
    String server() {
        return "server in " + Thread.currentThread().getName();
    }

    /** Asks the server above. */
    @GetMapping("/client")
    Mono<String> client(ServerHttpRequest request) {
        return WebClient.create("http://127.0.0.1:" + request.getLocalAddress().getPort()).get().uri("/")
                .retrieve().bodyToMono(String.class)
                .map(answer -> "client in " + Thread.currentThread().getName() + ", " + answer);
    }
}
