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
package io.netty.channel.iocpnotify;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a channel needs to flush and to close, it gets though its loop has no room for a task: users may limit that. */
@Timeout(120)
@Tag("races")
class FullQueueTest {

    @TempDir
    File directory;

    /** Netty's own code may close a channel in another thread while its loop takes it in. */
    @Test
    void closedByAnotherThread() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(FullQueue.group());
             ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            for (boolean bytesCome : new boolean[] { false, true }) {
                CountDownLatch release = new CountDownLatch(1);
                IocpNotifySocketChannel client = fixture.connect(listener.getLocalSocketAddress(), NOTHING);
                try (Socket peer = listener.accept()) {
                    peer.setSoTimeout(10000);
                    try {
                        FullQueue.fill(client.eventLoop(), release);
                        assertFalse(client.place.close(true));
                        assertFalse(client.isOpen());
                        if (bytesCome) {
                            peer.getOutputStream().write(1);
                        }
                    } finally {
                        release.countDown();
                    }
                    SocketPair.await(() -> client.socket.isOpen() ? null : true);
                    if (!bytesCome) {
                        assertEquals(-1, peer.getInputStream().read());
                    }
                }
            }
        }
    }

    /** A flush that has sent as much as one may goes on in a task, or else with the next event. */
    @Test
    void flushedInParts() throws Exception {
        int length = 1000;
        int count = 8;
        File file = ExpectedBytes.file(directory, length).toFile();
        try (ChannelFixture fixture = new ChannelFixture(FullQueue.group());
             ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Channel client = fixture.client(NOTHING).option(ChannelOption.WRITE_SPIN_COUNT, 1)
                    .connect(listener.getLocalSocketAddress()).sync().channel();
            try (Socket peer = listener.accept()) {
                peer.setSoTimeout(10000);
                ChannelFuture last = inLoop(client, () -> {
                    for (int i = 1; i < count; i++) {
                        client.write(new DefaultFileRegion(file, 0, length));
                    }
                    ChannelFuture written = client.write(new DefaultFileRegion(file, 0, length));
                    FullQueue.fill(client.eventLoop());
                    client.flush();
                    assertFalse(written.isDone(), "one flush has sent all");
                    return written;
                });
                assertEquals(count * length, peer.getInputStream().readNBytes(count * length).length);
                awaitDone(last);
                assertTrue(last.isSuccess(), () -> "" + last.cause());
            }
        }
    }

    /** Connections that came while nobody read are delivered in a task. */
    @Test
    void acceptedBeforehand() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(FullQueue.group())) {
            Channel server = fixture.server(ECHO).option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, 2)
                    .option(ChannelOption.AUTO_READ, false).bind(anyPort()).sync().channel();
            server.read();
            try (Socket first = connect(server); Socket second = connect(server)) {
                assertEchoes(first);
                // By then it is held.
                Thread.sleep(200);
                inLoop(server, () -> {
                    FullQueue.fill(server.eventLoop());
                    server.read();
                    return null;
                });
                assertEchoes(second);
                assertTrue(server.isOpen());
            }
        }
    }

    private static Socket connect(Channel server) throws IOException {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        Socket client = new Socket(address.getAddress(), address.getPort());
        client.setSoTimeout(10000);
        return client;
    }

    private static void assertEchoes(Socket client) throws IOException {
        client.getOutputStream().write(7);
        assertEquals(7, client.getInputStream().read());
    }
}
