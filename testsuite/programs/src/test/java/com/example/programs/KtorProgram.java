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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** {@link KtorServer}, asked by the client of the JDK. */
public final class KtorProgram {

    private KtorProgram() { }

    public static void main(String[] args) throws Exception {
        int port = KtorServer.start();
        // Its own executor would start a thread for each of the answers that are on their way.
        ExecutorService threads = Executors.newFixedThreadPool(8);
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(threads).build();
        List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            answers.add(client.sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/bytes/" + i))
                    .build(), HttpResponse.BodyHandlers.ofByteArray()));
        }
        for (int i = 0; i < 200; i++) {
            Checked.same(Checked.bytes(i), answers.get(i).get(60, TimeUnit.SECONDS).body(),
                    "answer " + i);
        }
        threads.shutdown();
        Checked.end("Ktor");
    }
}
