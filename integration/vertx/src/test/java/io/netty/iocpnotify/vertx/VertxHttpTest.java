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

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxHttpTest extends VertxOnTransport {

    enum Protocol {
        HTTP1(HttpVersion.HTTP_1_1, false),
        HTTP1_TLS(HttpVersion.HTTP_1_1, true),
        /** The client begins with HTTP/1.1 and upgrades. */
        H2C_UPGRADE(HttpVersion.HTTP_2, false),
        H2C_PRIOR_KNOWLEDGE(HttpVersion.HTTP_2, false),
        H2(HttpVersion.HTTP_2, true);

        final HttpVersion version;
        final boolean tls;

        Protocol(HttpVersion version, boolean tls) {
            this.version = version;
            this.tls = tls;
        }

        HttpServerOptions server(Certificate certificate) {
            HttpServerOptions options = new HttpServerOptions();
            return tls ? options.setSsl(true).setUseAlpn(true).setKeyCertOptions(certificate.ofServer()) : options;
        }

        HttpClientOptions client(Certificate certificate) {
            HttpClientOptions options = new HttpClientOptions().setProtocolVersion(version)
                    .setHttp2ClearTextUpgrade(this == H2C_UPGRADE);
            return tls ? options.setSsl(true).setUseAlpn(version == HttpVersion.HTTP_2)
                    .setTrustOptions(certificate.ofClient()) : options;
        }
    }

    private static final String UPGRADE = "/upgrade";

    /** Those that the server has got. */
    private final BlockingQueue<HttpServerRequest> requests = new LinkedBlockingQueue<>();
    private HttpServer server;

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void everyByteGoesUpAndDown(Protocol protocol) throws Exception {
        HttpClientAgent client = serve(protocol, request -> request.response().setChunked(true).send(request));
        Payload payload = new Payload();
        assertExchanged(client, protocol, HttpMethod.POST, payload.buffer(), payload);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Protocol.class)
    void fileIsSentWhole(Protocol protocol, @TempDir Path folder) throws Exception {
        Payload payload = new Payload();
        Path file = Files.write(folder.resolve("file"), payload.buffer().getBytes());
        HttpClientAgent client = serve(protocol, request -> request.response().sendFile(file.toString()));
        assertExchanged(client, protocol, HttpMethod.GET, Buffer.buffer(), payload);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void closeWithARequestUnderWayFailsIt(Protocol protocol) throws Exception {
        HttpClientAgent client = serve(protocol, request -> server.close());
        Throwable cause = client.request(HttpMethod.GET, "/").compose(HttpClientRequest::send)
                .toCompletionStage().toCompletableFuture().handle((response, failure) -> failure).get();
        assertInstanceOf(HttpClosedException.class, cause);
    }

    /** Starts a server, and makes a client for it. */
    private HttpClientAgent serve(Protocol protocol, Handler<HttpServerRequest> handler) throws Exception {
        Certificate certificate = new Certificate();
        server = keep(vertx.createHttpServer(protocol.server(certificate))).requestHandler(request -> {
            if (request.path().equals(UPGRADE)) {
                request.response().end();
            } else {
                requests.add(request);
                handler.handle(request);
            }
        });
        await(server.listen(0, HOST));
        HttpClientAgent client = keep(vertx.createHttpClient(protocol.client(certificate)
                .setDefaultPort(server.actualPort()).setDefaultHost(HOST)));
        if (protocol == Protocol.H2C_UPGRADE) {
            // Vert.x upgrades with a request that has a small body, or none.
            await(client.request(HttpMethod.GET, UPGRADE).compose(HttpClientRequest::send)
                    .compose(HttpClientResponse::end));
        }
        return client;
    }

    private void assertExchanged(HttpClientAgent client, Protocol protocol, HttpMethod method, Buffer body,
                                 Payload payload) throws Exception {
        HttpClientRequest request = await(client.request(method, "/"));
        String received = await(request.send(body).compose(response -> {
            assertEquals(200, response.statusCode());
            assertEquals(protocol.version, response.version());
            return payload.receivedFrom(response).future();
        }));
        assertEquals(payload.checksum(), received);
        HttpServerRequest seen = requests.take();
        assertEquals(protocol.version, seen.version());
        assertEquals(protocol.tls, seen.isSSL());
        assertTrue(requests.isEmpty());
        assertOnTransport(seen.connection(), request.connection());
        assertNotSame(channelOf(seen.connection()), channelOf(request.connection()));
    }
}
