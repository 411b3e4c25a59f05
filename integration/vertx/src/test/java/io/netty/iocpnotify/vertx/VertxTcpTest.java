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
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxTcpTest extends VertxOnTransport {

    private int port;

    /** Starts a server, and makes a client for it. */
    private NetClient serve(boolean tls, Handler<NetSocket> handler) throws Exception {
        NetServerOptions server = new NetServerOptions();
        NetClientOptions client = new NetClientOptions();
        if (tls) {
            Certificate certificate = new Certificate();
            server.setSsl(true).setKeyCertOptions(certificate.ofServer());
            client.setSsl(true).setHostnameVerificationAlgorithm("HTTPS").setTrustOptions(certificate.ofClient());
        }
        port = await(keep(vertx.createNetServer(server)).connectHandler(handler).listen(0, HOST)).actualPort();
        return keep(vertx.createNetClient(client));
    }

    private Future<NetSocket> connect(NetClient client) {
        return client.connect(port, HOST);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void everyByteComesBack(boolean tls) throws Exception {
        Promise<Channel> accepted = Promise.promise();
        NetClient client = serve(tls, socket -> {
            accepted.complete(channelOf(socket));
            socket.pipeTo(socket);
        });
        Payload payload = new Payload();
        String received = await(connect(client).compose(socket -> {
            assertEquals(tls, socket.isSsl());
            assertInstanceOf(IocpNotifySocketChannel.class, channelOf(socket));
            socket.write(payload.buffer());
            return payload.receivedFrom(socket).future();
        }));
        assertEquals(payload.checksum(), received);
        assertAccepted(await(accepted.future()));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void fileIsSentWhole(boolean tls, @TempDir Path folder) throws Exception {
        Payload payload = new Payload();
        Path file = Files.write(folder.resolve("file"), payload.buffer().getBytes());
        NetClient client = serve(tls,
                socket -> socket.sendFile(file.toString()).onComplete(sent -> socket.close()));
        Promise<Void> ended = Promise.promise();
        String received = await(connect(client).compose(socket -> {
            socket.endHandler(ended::complete);
            return payload.receivedFrom(socket).future();
        }));
        assertEquals(payload.checksum(), received);
        await(ended.future());
    }

    /** Its loops give out no counts. So this looks whether its region leaves the rest to Netty. */
    @Test
    void fileIsSentByTheSystem(@TempDir Path folder) throws Exception {
        Class<?> region = Class.forName("io.vertx.core.net.impl.UncloseableFileRegion");
        assertEquals(DefaultFileRegion.class, region.getSuperclass());
        assertEquals("[protected void io.vertx.core.net.impl.UncloseableFileRegion.deallocate()]",
                Arrays.toString(region.getDeclaredMethods()));
        String property = "io.netty.iocpnotify.transmitFile";
        String before = System.setProperty(property, "true");
        try {
            fileIsSentWhole(false, folder);
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    @Test
    void partOfAFileIsSent(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("file"), "0123456789".getBytes("US-ASCII"));
        NetClient client = serve(false,
                socket -> socket.sendFile(file.toString(), 3, 4).onComplete(sent -> socket.close()));
        Buffer received = Buffer.buffer();
        await(connect(client).compose(socket -> {
            Promise<Void> ended = Promise.promise();
            socket.handler(received::appendBuffer).endHandler(ended::complete);
            return ended.future();
        }));
        assertEquals("3456", received.toString());
    }

    @Test
    void closeOfVertxClosesOpenConnections() throws Exception {
        int connections = 50;
        Vertx closing = Vertx.vertx(switchedOn());
        List<Channel> channels = new ArrayList<>();
        CountDownLatch told = new CountDownLatch(2 * connections);
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        NetServer server = keep(closing.createNetServer());
        server.connectHandler(socket -> {
            socket.closeHandler(closed -> told.countDown());
            accepted.add(channelOf(socket));
        });
        port = await(server.listen(0, HOST)).actualPort();
        // Of another Vert.x: it hears of the close from the system alone.
        NetClient client = keep(vertx.createNetClient());
        for (int i = 0; i < connections; i++) {
            channels.add(await(connect(client).map(socket -> {
                socket.closeHandler(closed -> told.countDown());
                return channelOf(socket);
            })));
        }
        for (int i = 0; i < connections; i++) {
            Channel channel = accepted.poll(10, TimeUnit.SECONDS);
            assertNotNull(channel, "only " + i + " were accepted");
            channels.add(channel);
        }
        for (Channel channel : channels) {
            assertTrue(channel.isActive());
        }
        await(closing.close());
        assertTrue(told.await(30, TimeUnit.SECONDS), told.getCount() + " sides were not told");
        for (Channel channel : channels) {
            assertFalse(channel.isOpen());
        }
    }

    @Test
    void resetIsAnIOExceptionAndARefusalIsToldAtOnce() throws Exception {
        NetServer server = keep(vertx.createNetServer(new NetServerOptions().setSoLinger(0)));
        // The reset comes when the client listens to what happens.
        server.connectHandler(socket -> socket.handler(ready -> socket.close()));
        port = await(server.listen(0, HOST)).actualPort();
        NetClient client = keep(vertx.createNetClient());
        Throwable reset = await(connect(client).compose(socket -> {
            Promise<Throwable> failed = Promise.promise();
            socket.exceptionHandler(failed::complete);
            socket.write("ready");
            return failed.future();
        }));
        assertInstanceOf(IOException.class, reset);

        await(server.close());
        Throwable refused = connect(client).toCompletionStage().toCompletableFuture()
                .handle((socket, cause) -> cause).get(30, TimeUnit.SECONDS);
        assertInstanceOf(ConnectException.class, refused);
    }
}
