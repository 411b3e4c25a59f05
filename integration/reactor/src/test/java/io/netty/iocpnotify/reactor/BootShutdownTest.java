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
package io.netty.iocpnotify.reactor;

import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The end of an application. */
class BootShutdownTest {

    @Test
    void requestUnderWayIsAnswered() throws Exception {
        ReactiveWebServerApplicationContext context = Service.start();
        Service service = context.getBean(Service.class);
        int port = Service.port(context);
        // Event loops of its own: those of the application end.
        LoopResources loops = IocpNotifyLoopResources.create("client");
        try {
            CompletableFuture<String> answer = HttpClient.create().runOn(loops)
                    .get().uri("http://127.0.0.1:" + port + "/held")
                    .responseContent().aggregate().asString().toFuture();
            assertTrue(service.held.await(30, TimeUnit.SECONDS));
            assertTrue(threads("reactor-http-iocpnotify-") > 0);

            CompletableFuture<Void> end = CompletableFuture.runAsync(context::close);
            awaitRefusal(port);
            assertFalse(end.isDone(), "the application has ended before the request");
            assertFalse(answer.isDone());

            service.release.tryEmitEmpty();
            assertEquals("begun ended", answer.get(30, TimeUnit.SECONDS));
            end.get(30, TimeUnit.SECONDS);
            awaitEnd("reactor-http-iocpnotify-");
        } finally {
            loops.disposeLater().block();
        }
    }

    @Test
    void nextApplicationOfTheSameJvmHasNewLoops() {
        for (int i = 0; i < 2; i++) {
            ReactiveWebServerApplicationContext context = Service.start();
            try {
                String where = HttpClient.create().get().uri("http://127.0.0.1:" + Service.port(context) + "/where")
                        .responseContent().aggregate().asString().block();
                assertTrue(where.startsWith("IocpNotifySocketChannel IocpNotifyEventLoop "), where);
            } finally {
                context.close();
            }
        }
    }

    /** As with a checkpoint of the JVM: the same context stops and starts. */
    @Test
    void applicationStopsAndStarts() {
        ReactiveWebServerApplicationContext context = Service.start();
        try {
            context.stop();
            context.start();
            String where = HttpClient.create().get().uri("http://127.0.0.1:" + Service.port(context) + "/where")
                    .responseContent().aggregate().asString().block();
            assertTrue(where.startsWith("IocpNotifySocketChannel IocpNotifyEventLoop "), where);
        } finally {
            context.close();
        }
    }

    private static void awaitRefusal(int port) throws InterruptedException {
        while (true) {
            try {
                new Socket("127.0.0.1", port).close();
            } catch (IOException e) {
                return;
            }
            Thread.sleep(10);
        }
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix)).count();
    }

    /** A thread may still be on its last steps when the end of its group is told. */
    private static void awaitEnd(String prefix) throws InterruptedException {
        while (threads(prefix) > 0) {
            Thread.sleep(10);
        }
    }
}
