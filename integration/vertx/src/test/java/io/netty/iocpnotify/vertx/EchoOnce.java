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
package io.netty.iocpnotify.vertx;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;

import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A service that asks for a native transport and sends something to itself. It tells what it runs on. */
public final class EchoOnce implements Callable<String> {

    @Override
    public String call() throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        try {
            Throwable cause = vertx.unavailableNativeTransportCause();
            return ((VertxInternal) vertx).transport().getClass().getSimpleName() + ", " +
                    (cause == null ? "no cause" : cause) + ": " + echo(vertx);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    private static String echo(Vertx vertx) throws Exception {
        NetServer server = vertx.createNetServer().connectHandler(socket -> socket.pipeTo(socket))
                .listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        NetClient client = vertx.createNetClient();
        try {
            NetSocket socket = client.connect(server.actualPort(), "127.0.0.1")
                    .toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
            CompletableFuture<String> received = new CompletableFuture<>();
            socket.handler(buffer -> received.complete(buffer.toString()));
            socket.write("echoed");
            return received.get(30, TimeUnit.SECONDS);
        } finally {
            // Vert.x closes a client or a server that the garbage collector has found.
            Reference.reachabilityFence(client);
            Reference.reachabilityFence(server);
        }
    }
}
