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

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxSharedServersTest extends VertxOnTransport {

    private static final int INSTANCES = 4;
    private static final int CONNECTIONS = 40;
    private static final int REQUESTS = 400;

    /** Every thread that Vert.x has called a context in. Written by all of them. */
    private final Map<Context, Set<Thread>> threads = new ConcurrentHashMap<>();
    /** The same for all of them. Written by each one when it listens, read by the test when all do. */
    private volatile int port;
    private final AtomicInteger started = new AtomicInteger();

    private final class Service extends VerticleBase {

        private HttpServer server;

        @Override
        public Future<?> start() {
            seen();
            server = vertx.createHttpServer().requestHandler(this::answer);
            // All instances on the port that the first one is given.
            return server.listen(SocketAddress.sharedRandomPort(1, HOST)).onSuccess(listening -> {
                started.incrementAndGet();
                port = listening.actualPort();
                seen();
            });
        }

        private void answer(HttpServerRequest request) {
            seen();
            assertAccepted(channelOf(request.connection()));
            // Leaves the context and comes back to it, in three ways.
            vertx.setTimer(1, timer -> {
                seen();
                vertx.executeBlocking(() -> "worked").onComplete(worked -> {
                    seen();
                    context.runOnContext(again -> {
                        seen();
                        request.response().end(context.deploymentID() + context.hashCode());
                    });
                });
            });
        }

        private void seen() {
            // For each request Vert.x makes a duplicate of the context.
            ContextInternal current = (ContextInternal) Vertx.currentContext();
            assertSame(context, current.unwrap());
            threads.computeIfAbsent(context, one -> ConcurrentHashMap.newKeySet()).add(Thread.currentThread());
        }
    }

    @Test
    void instancesShareAPortAndEachKeepsItsThread() throws Exception {
        String first = await(vertx.deployVerticle(Service::new, new DeploymentOptions()));
        String others = await(vertx.deployVerticle(Service::new, new DeploymentOptions().setInstances(INSTANCES - 1)));
        assertEquals(INSTANCES, started.get());

        Map<String, Integer> answers = answers(REQUESTS);
        assertEquals(INSTANCES, answers.size(), answers.toString());

        assertEquals(INSTANCES, threads.size());
        Set<Thread> all = ConcurrentHashMap.newKeySet();
        for (Set<Thread> ofOne : threads.values()) {
            assertEquals(1, ofOne.size(), ofOne.toString());
            all.addAll(ofOne);
        }
        // Vert.x has one loop for each of them.
        assertEquals(INSTANCES, all.size());

        await(vertx.undeploy(others));
        answers = answers(CONNECTIONS);
        assertEquals(1, answers.size(), answers.toString());
        assertTrue(answers.keySet().iterator().next().startsWith(first));
    }

    /** How many answers came from which instance: over new connections. */
    private Map<String, Integer> answers(int requests) throws Exception {
        HttpClientAgent client = keep(vertx.createHttpClient(
                new HttpClientOptions().setDefaultHost(HOST).setDefaultPort(port),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS)));
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            answers.add(client.request(HttpMethod.GET, "/").compose(request -> request.send())
                    .compose(response -> response.body()).map(body -> body.toString()));
        }
        await(Future.all(answers));
        Map<String, Integer> counts = new HashMap<>();
        for (Future<String> answer : answers) {
            counts.merge(answer.result(), 1, Integer::sum);
        }
        return Collections.unmodifiableMap(counts);
    }
}
