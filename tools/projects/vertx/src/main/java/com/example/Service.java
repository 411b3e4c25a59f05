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

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;

/** A service with Vert.x's own switch for native transports. It tells the class of its channel. */
public final class Service {

    /** Vert.x closes a server that the garbage collector has found. */
    private static HttpServer server;

    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        System.out.println("native transport: " + vertx.isNativeTransportEnabled());
        server = vertx.createHttpServer().requestHandler(Service::answer).listen(0, "127.0.0.1")
                .toCompletionStage().toCompletableFuture().get();
        System.out.println("started on port " + server.actualPort());
    }

    private static void answer(HttpServerRequest request) {
        HttpServerConnection connection = (HttpServerConnection) request.connection();
        request.response().end("channel " + connection.channelHandlerContext().channel().getClass().getName());
    }

    private Service() { }
}
