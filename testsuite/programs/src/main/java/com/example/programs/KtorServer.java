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

import io.ktor.server.application.Application;
import io.ktor.server.engine.EmbeddedServer;
import io.ktor.server.engine.EmbeddedServerKt;
import io.ktor.server.netty.Netty;
import io.ktor.server.netty.NettyApplicationEngine;
import io.ktor.server.response.ApplicationResponseFunctionsKt;
import io.ktor.server.routing.RoutingBuilderKt;
import io.ktor.server.routing.RoutingRootKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.jvm.functions.Function2;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.util.Collections;

/** A server of Ktor. It answers {@code /bytes/N} with bytes that are the same for the same number. */
public final class KtorServer {

    private KtorServer() { }

    /** Returns the port on which it listens. */
    static int start() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Function2<Application, Continuation<? super Unit>, Object> module = (application, done) -> {
            RoutingRootKt.routing(application, routing -> {
                RoutingBuilderKt.get(routing, "/bytes/{number}", (context, continuation) -> {
                    int number = Integer.parseInt(context.getCall().getParameters().get("number"));
                    return ApplicationResponseFunctionsKt.respondBytes(context.getCall(),
                            Checked.bytes(number), null, null, content -> Unit.INSTANCE,
                            continuation);
                });
                return Unit.INSTANCE;
            });
            return Unit.INSTANCE;
        };
        EmbeddedServer<NettyApplicationEngine, NettyApplicationEngine.Configuration> server =
                EmbeddedServerKt.embeddedServer(Netty.INSTANCE, port, "127.0.0.1", Collections.<String>emptyList(),
                        module);
        server.start(false);
        return port;
    }

    /** Tells its port. For each line of its input it tells what JMX does. It ends when its input does. */
    public static void main(String[] args) throws Exception {
        System.out.println("KtorServer listens on port " + start());
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        while (questions.readLine() != null) {
            System.out.println("JMX: " + Checked.transport());
        }
        Runtime.getRuntime().halt(0);
    }
}
