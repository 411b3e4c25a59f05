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

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Servers and clients of Vert.x: HTTP with files, and an echo over TCP. */
public final class VertxProgram {

    private static final int FILE = 100_000;

    private VertxProgram() { }

    public static void main(String[] args) throws Exception {
        Vertx vertx = Vertx.vertx();
        http(vertx);
        echo(vertx);
        // It ends with the JVM, so that what it has counted can be shown.
        Checked.end("Vert.x");
    }

    private static void http(Vertx vertx) throws Exception {
        Path file = Files.createTempFile("vertx", ".bytes");
        Files.write(file, Checked.bytes(FILE, FILE));
        HttpServer server = get(vertx.createHttpServer().requestHandler(request -> {
            if (request.method() == HttpMethod.GET) {
                request.response().sendFile(file.toString());
            } else {
                request.body().onSuccess(body -> request.response().end(body));
            }
        }).listen(0, "127.0.0.1"));
        HttpClient client = vertx.createHttpClient();
        List<Future<Buffer>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Buffer body = Buffer.buffer(Checked.bytes(i));
            answers.add(client.request(HttpMethod.POST, server.actualPort(), "127.0.0.1", "/")
                    .compose(request -> request.send(body)).compose(HttpClientResponse::body));
        }
        for (int i = 0; i < 200; i++) {
            Checked.same(Checked.bytes(i), get(answers.get(i)).getBytes(), "answer " + i);
        }
        for (int i = 0; i < 20; i++) {
            Buffer found = get(client.request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
                    .compose(request -> request.send()).compose(HttpClientResponse::body));
            Checked.same(Checked.bytes(FILE, FILE), found.getBytes(), "file " + i);
        }
        get(client.close());
        get(server.close());
        Files.delete(file);
    }

    private static void echo(Vertx vertx) throws Exception {
        NetServer server = get(vertx.createNetServer().connectHandler(socket -> socket.handler(socket::write))
                .listen(0, "127.0.0.1"));
        NetSocket socket = get(vertx.createNetClient().connect(server.actualPort(), "127.0.0.1"));
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (int i = 0; i < 200; i++) {
            sent.write(Checked.bytes(i, 1 + i * 100));
        }
        CompletableFuture<byte[]> found = new CompletableFuture<>();
        Buffer read = Buffer.buffer();
        socket.handler(part -> {
            read.appendBuffer(part);
            if (read.length() >= sent.size()) {
                found.complete(read.getBytes());
            }
        });
        for (int i = 0; i < 200; i++) {
            socket.write(Buffer.buffer(Checked.bytes(i, 1 + i * 100)));
        }
        Checked.same(sent.toByteArray(), found.get(60, TimeUnit.SECONDS), "echo");
        get(socket.close());
        get(server.close());
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
