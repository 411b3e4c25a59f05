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

import com.sun.net.httpserver.HttpServer;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;
import org.asynchttpclient.ListenableFuture;
import org.asynchttpclient.Response;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The client async-http-client, with the HTTP server of the JDK. */
public final class AsyncHttpClientProgram {

    private AsyncHttpClientProgram() { }

    /** The server of the JDK. It answers with bytes of its own, or with the body of the request. */
    static HttpServer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/bytes/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            int number = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
            byte[] bytes = Checked.bytes(number);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.createContext("/echo", exchange -> {
            byte[] bytes = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        return server;
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        try (AsyncHttpClient client = Dsl.asyncHttpClient(Dsl.config().setMaxConnectionsPerHost(8)
                .setAcquireFreeChannelTimeout(60_000))) {
            for (int i = 0; i < 200; i++) {
                Response answer = client.prepareGet(address + "/bytes/" + i).execute().get(60, TimeUnit.SECONDS);
                Checked.same(Checked.bytes(i), answer.getResponseBodyAsBytes(), "answer " + i);
            }
            for (int first = 0; first < 200; first += 8) {
                List<ListenableFuture<Response>> answers = new ArrayList<>();
                for (int i = first; i < first + 8; i++) {
                    answers.add(client.preparePost(address + "/echo").setBody(Checked.bytes(i))
                            .execute());
                }
                for (int i = 0; i < 8; i++) {
                    Checked.same(Checked.bytes(first + i),
                            answers.get(i).get(60, TimeUnit.SECONDS).getResponseBodyAsBytes(), "echo " + (first + i));
                }
            }
        }
        server.stop(0);
        Checked.end("async-http-client");
    }
}
