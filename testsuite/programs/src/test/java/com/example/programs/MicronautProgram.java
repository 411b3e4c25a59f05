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

import io.micronaut.context.ApplicationContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.client.HttpClient;
import io.micronaut.runtime.server.EmbeddedServer;

import java.util.Map;

/** The server and the client of Micronaut. */
public final class MicronautProgram {

    private MicronautProgram() { }

    public static void main(String[] args) throws Exception {
        Map<String, Object> configuration = Map.of("micronaut.server.port", -1, "micronaut.server.host", "127.0.0.1",
                "micronaut.http.client.read-timeout", "60s");
        try (EmbeddedServer server = ApplicationContext.run(EmbeddedServer.class, configuration);
             HttpClient client = server.getApplicationContext().createBean(HttpClient.class, server.getURL())) {
            for (int i = 0; i < 200; i++) {
                Checked.same(Checked.bytes(i), client.toBlocking().retrieve(HttpRequest.GET("/bytes/" + i)
                        .accept(MediaType.APPLICATION_OCTET_STREAM_TYPE), byte[].class), "answer " + i);
            }
            for (int i = 0; i < 200; i++) {
                byte[] sent = Checked.bytes(i);
                Checked.same(sent, client.toBlocking().retrieve(HttpRequest.POST("/echo", sent)
                        .contentType(MediaType.APPLICATION_OCTET_STREAM_TYPE)
                        .accept(MediaType.APPLICATION_OCTET_STREAM_TYPE), byte[].class), "echo " + i);
            }
        }
        Checked.end("Micronaut");
    }

    /** What the program serves. */
    @Controller
    static final class Service {

        @Get("/bytes/{number}")
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        byte[] bytes(int number) {
            return Checked.bytes(number);
        }

        @Post("/echo")
        @Consumes(MediaType.APPLICATION_OCTET_STREAM)
        @Produces(MediaType.APPLICATION_OCTET_STREAM)
        byte[] echo(@Body byte[] body) {
            return body;
        }
    }
}
