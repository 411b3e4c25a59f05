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

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.vertx.core.Promise;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxDomainSocketTest extends VertxOnTransport {

    /** Where the system has no domain sockets, as Wine, both sides are told so. */
    @Test
    void everyByteComesBackOrTheSystemIsNamed(@TempDir Path folder) throws Exception {
        SocketAddress address = SocketAddress.domainSocketAddress(folder.resolve("s").toString());
        NetServer server = keep(vertx.createNetServer()).connectHandler(socket -> socket.pipeTo(socket));
        if (!IocpNotify.isDomainSocketAvailable()) {
            assertRefused(server.listen(address));
            assertRefused(keep(vertx.createNetClient()).connect(address));
            return;
        }
        await(server.listen(address));
        NetSocket client = await(keep(vertx.createNetClient()).connect(address));
        assertInstanceOf(IocpNotifyDomainSocketChannel.class, channelOf(client));
        assertEquals(address, client.remoteAddress());
        Payload payload = new Payload();
        Promise<String> received = payload.receivedFrom(client);
        await(client.write(payload.buffer()));
        assertEquals(payload.checksum(), await(received.future()));
    }

    @Test
    void addressesKeepTheirPath() {
        io.vertx.core.spi.transport.Transport transport = ((VertxInternal) vertx).transport();
        SocketAddress address = SocketAddress.domainSocketAddress("C:\\run\\service.sock");
        java.net.SocketAddress converted = transport.convert(address);
        assertEquals("C:\\run\\service.sock", assertInstanceOf(DomainSocketAddress.class, converted).path());
        assertEquals(address, transport.convert(converted));
        assertEquals(IocpNotify.isDomainSocketAvailable(), transport.supportsDomainSockets());
    }

    private static void assertRefused(io.vertx.core.Future<?> future) throws Exception {
        Throwable cause = future.toCompletionStage().toCompletableFuture().handle((result, failure) -> failure).get();
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one.getMessage() != null && one.getMessage().contains("AF_UNIX")) {
                return;
            }
        }
        throw new AssertionError("does not name the missing family", cause);
    }
}
