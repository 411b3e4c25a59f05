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

import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

class VertxWebSocketTest extends VertxOnTransport {

    private static final int LARGEST = 1_000_000;

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void messagesComeBack(boolean tls) throws Exception {
        Certificate certificate = new Certificate();
        HttpServerOptions options = new HttpServerOptions().setMaxWebSocketMessageSize(LARGEST);
        if (tls) {
            options.setSsl(true).setKeyCertOptions(certificate.ofServer());
        }
        Promise<Channel> accepted = Promise.promise();
        Promise<Short> closed = Promise.promise();
        HttpServer server = keep(vertx.createHttpServer(options)).webSocketHandler(socket -> {
            accepted.complete(channelOf(socket));
            socket.textMessageHandler(socket::writeTextMessage).binaryMessageHandler(socket::writeBinaryMessage);
            socket.closeHandler(none -> closed.complete(socket.closeStatusCode()));
        });
        await(server.listen(0, HOST));

        WebSocketClientOptions clientOptions = new WebSocketClientOptions().setMaxMessageSize(LARGEST);
        if (tls) {
            clientOptions.setSsl(true).setTrustOptions(certificate.ofClient());
        }
        WebSocket client = await(keep(vertx.createWebSocketClient(clientOptions)).connect(
                new WebSocketConnectOptions().setHost(HOST).setPort(server.actualPort()).setURI("/")));
        assertAccepted(await(accepted.future()));
        assertInstanceOf(IocpNotifySocketChannel.class, channelOf(client));

        Promise<String> text = Promise.promise();
        client.textMessageHandler(text::complete);
        await(client.writeTextMessage("to and fro"));
        assertEquals("to and fro", await(text.future()));

        Buffer sent = new Payload().buffer().slice(0, LARGEST);
        Promise<Buffer> bytes = Promise.promise();
        client.binaryMessageHandler(bytes::complete);
        await(client.writeBinaryMessage(sent));
        assertArrayEquals(sent.getBytes(), await(bytes.future()).getBytes());

        Promise<Buffer> pong = Promise.promise();
        client.pongHandler(pong::complete);
        await(client.writePing(Buffer.buffer("ping")));
        assertEquals("ping", await(pong.future()).toString());

        await(client.close((short) 4000));
        assertEquals((short) 4000, await(closed.future()));
    }
}
