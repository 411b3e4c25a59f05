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

import com.sun.management.ThreadMXBean;
import io.netty.channel.iocpnotify.loop.HandOverTest;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What {@link HandOverTest} says of a packet holds for a connection that has been accepted.
 */
@Timeout(120)
@Tag("races")
class ConnectionHandOverTest {

    private static final int CONNECTIONS = 200;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    private static long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** From the packet of an AcceptEx on, until somebody makes a channel of it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsAllocatedToHoldAConnection(LoopKind kind) throws Exception {
        List<Socket> clients = new ArrayList<Socket>();
        try (ChannelFixture fixture = new ChannelFixture(kind, 1)) {
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            server.config().setOutstandingAccepts(CONNECTIONS);
            fixture.group().register(server).sync();
            server.bind(anyPort()).sync();
            inLoop(server, () -> server.config().setAutoRead(false));
            long before = inLoop(server, ConnectionHandOverTest::allocatedBytes);
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket client = new Socket();
                client.connect(server.localAddress(), 10000);
                clients.add(client);
            }
            int questions = 0;
            do {
                Thread.sleep(50);
                questions++;
            } while (!inLoop(server, () -> server.overlapped().isIdle()));
            long after = inLoop(server, ConnectionHandOverTest::allocatedBytes);
            // On a busy machine there are many of these, and each costs the loop some bytes too.
            for (int i = 0; i < questions; i++) {
                inLoop(server, () -> server.overlapped().isIdle());
            }
            long bytes = after - before - (inLoop(server, ConnectionHandOverTest::allocatedBytes) - after);
            // Less than one object for each.
            assertTrue(bytes < CONNECTIONS * 16, () -> bytes + " bytes");
            server.close().sync();
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** Else its peer would wait for ever. */
    @Test
    void aConnectionIsClosedIfNoChannelCanBeMadeOfIt() throws Exception {
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
        boolean ipv6 = server.socket.isIpv6();
        WinSocket listener = SocketPair.listen(ipv6, anyPort().getAddress());
        WinSocket client = WinSocket.newStream(ipv6);
        try {
            SocketPair.connect(client, listener.localAddress());
            long accepted = SocketPair.accept(listener, new byte[SocketAddresses.MAX_ENCODED_LENGTH]).handle();
            byte[] noAddress = new byte[0];
            server.deliver(accepted, null, noAddress);
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            assertEquals(-1, SocketPair.await(() -> {
                int result = SocketPair.recv(client, buffer, 0, 1);
                return result == 0 ? null : result;
            }));
        } finally {
            client.close();
            listener.close();
            server.unsafe().closeForcibly();
        }
    }
}
