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
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.internal.http.WebSocketInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A Vert.x of each test's own that was made as a service makes it: with the switch for native transports.
 */
abstract class VertxOnTransport {

    static final String HOST = "127.0.0.1";

    Vertx vertx;

    /** Vert.x closes a client or a server that the garbage collector has found. For the thread of the test alone. */
    private final List<Object> kept = new ArrayList<>();

    static VertxOptions switchedOn() {
        return new VertxOptions().setPreferNativeTransport(true);
    }

    @BeforeEach
    void makeVertx() {
        vertx = Vertx.vertx(switchedOn());
        assertNull(vertx.unavailableNativeTransportCause());
        assertTrue(vertx.isNativeTransportEnabled());
    }

    @AfterEach
    void closeVertx() throws Exception {
        await(vertx.close());
    }

    final <T> T keep(T measured) {
        kept.add(measured);
        return measured;
    }

    /** With no limit but that of each test: how long 20 MB take beside busy processes is for the machine to say. */
    static <T> T await(Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The channel of one side of a connection, which Vert.x's public API does not show. */
    static Channel channelOf(Object connection) {
        if (connection instanceof NetSocketInternal) {
            return ((NetSocketInternal) connection).channelHandlerContext().channel();
        }
        if (connection instanceof WebSocketInternal) {
            return ((WebSocketInternal) connection).channelHandlerContext().channel();
        }
        return connection instanceof HttpServerConnection ?
                ((HttpServerConnection) connection).channelHandlerContext().channel() :
                assertInstanceOf(HttpClientConnection.class, connection).channelHandlerContext().channel();
    }

    static void assertOnTransport(HttpConnection server, HttpConnection client) {
        assertAccepted(channelOf(server));
        assertInstanceOf(IocpNotifySocketChannel.class, channelOf(client));
    }

    static void assertAccepted(Channel channel) {
        assertInstanceOf(IocpNotifySocketChannel.class, channel);
        assertInstanceOf(IocpNotifyServerSocketChannel.class, channel.parent());
    }
}
