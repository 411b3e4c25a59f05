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

import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import java.net.ServerSocket;
import java.util.Base64;

/** A route of Camel behind its HTTP server, and its client. */
public final class CamelProgram {

    private CamelProgram() { }

    public static void main(String[] args) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String address = "netty-http:http://127.0.0.1:" + port + "/program";
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from(address).convertBodyTo(String.class).process(exchange ->
                            exchange.getMessage().setBody("got " + exchange.getMessage().getBody(String.class)));
                }
            });
            context.start();
            ProducerTemplate client = context.createProducerTemplate();
            for (int i = 0; i < 200; i++) {
                String text = Base64.getEncoder().encodeToString(Checked.bytes(i, 1 + i * 100));
                Checked.same("got " + text, client.requestBody(address, text, String.class), "answer " + i);
            }
        }
        Checked.end("Camel");
    }
}
