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
package io.netty.channel.iocpnotify.winsock;

import io.netty.channel.iocpnotify.ClosedPort;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IsolatedTransport;
import io.netty.channel.iocpnotify.SocketPair;
import io.netty.channel.local.LocalAddress;
import io.netty.iocpnotify.machine.ProcessHandles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@EnabledOnOs(OS.WINDOWS)
class WinSocketTest {

    private static final byte[] DATA = { 1, 2, 3, 4, 5, 6, 7 };

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    @Test
    void everythingFailsAfterClose() throws Exception {
        WinSocket socket = WinSocket.newStream(false);
        assertTrue(socket.isOpen());
        assertTrue(socket.handle() > 0);
        socket.close();
        socket.close();
        assertFalse(socket.isOpen());
        assertTrue(socket.isShutdown());
        assertNull(socket.localAddress());
        assertNull(socket.remoteAddress());
        ByteBuffer buffer = ByteBuffer.allocateDirect(1);
        InetSocketAddress address = new InetSocketAddress(loopback(), 1);
        assertClosed(() -> socket.bind(address));
        assertClosed(() -> socket.listen(1));
        assertClosed(() -> socket.connect(address));
        assertClosed(socket::finishConnect);
        assertClosed(() -> socket.accept(new byte[SocketAddresses.MAX_ENCODED_LENGTH]));
        assertClosed(() -> SocketPair.recv(socket, buffer, 0, 1));
        assertClosed(() -> SocketPair.send(socket, buffer, 0, 1));
        assertClosed(socket::shutdownOutput);
        assertClosed(socket::soLinger);
        assertClosed(socket::isReuseAddress);
        assertClosed(() -> socket.setReuseAddress(true));
        assertClosed(() -> TcpSocketOptions.setNoDelay(socket, true));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void addressesOfAnIpv4Connection(boolean ipv6) throws Exception {
        assumeIpv6If(ipv6);
        try (SocketPair pair = new SocketPair(ipv6)) {
            assertEquals(pair.client.localAddress(), pair.peer);
            assertEquals(pair.client.localAddress(), pair.server.remoteAddress());
            assertEquals(pair.client.remoteAddress(), pair.server.localAddress());
            assertSame(Inet4Address.class, pair.peer.getAddress().getClass());
            assertTrue(pair.peer.getAddress().isLoopbackAddress());
        }
    }

    @Test
    void addressesOfAnIpv6Connection() throws Exception {
        assumeIpv6If(true);
        InetAddress loopback = InetAddress.getByName("::1");
        try (Listener listener = new Listener(true, loopback)) {
            WinSocket client = listener.connect();
            assertEquals(listener.address(), client.remoteAddress());
            assertSame(Inet6Address.class, client.localAddress().getAddress().getClass());
            // Without a scope. From Java 14 on the text has brackets.
            assertEquals(new InetSocketAddress(loopback, listener.address().getPort()).toString(),
                    client.remoteAddress().toString());
        }
    }

    @Test
    void unboundAndUnconnectedHaveNoAddress() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            WinSocket socket = WinSocket.newStream(false);
            assertNull(socket.remoteAddress());
            assertNull(socket.localAddress());
            socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "0.0.0.0", "::" })
    void wildcardsMeanAllAddressesToBindAndThisHostToConnect(String wildcard) throws Exception {
        assumeIpv6If(true);
        try (Listener listener = new Listener(true, InetAddress.getByName(wildcard))) {
            assertTrue(listener.address().getAddress().isAnyLocalAddress());
            int port = listener.address().getPort();
            assertTrue(port > 0);
            InetAddress v4 = listener.connect(new InetSocketAddress("0.0.0.0", port)).remoteAddress().getAddress();
            assertEquals(loopback(), v4);
            InetAddress v6 = listener.connect(new InetSocketAddress("::", port)).remoteAddress().getAddress();
            assertEquals(InetAddress.getByName("::1"), v6);
        }
    }

    @Test
    void addressesThatNoSocketTakes() throws Exception {
        try (Listener listener = new Listener(false, loopback())) {
            WinSocket socket = listener.newSocket();
            assertThrows(UnresolvedAddressException.class,
                    () -> socket.connect(InetSocketAddress.createUnresolved("host", 1)));
            assertThrows(UnsupportedAddressTypeException.class,
                    () -> socket.connect(new InetSocketAddress(InetAddress.getByName("::1"), 1)));
            assertThrows(UnsupportedAddressTypeException.class,
                    () -> socket.bind(new LocalAddress("local")));
            assertTrue(socket.isOpen());
        }
    }

    @Test
    void refusedConnectFails() throws Exception {
        WinSocket socket = WinSocket.newStream(false);
        try (ClosedPort closed = new ClosedPort()) {
            ConnectException refused = assertThrows(ConnectException.class,
                    () -> SocketPair.connect(socket, closed.address()));
            assertTrue(refused.getMessage().contains("Connection refused"), refused.getMessage());
        }
        socket.close();
    }

    @Test
    void portInUseAndAddressOfAnotherHost() throws Exception {
        try (Listener listener = new Listener(false, loopback())) {
            WinSocket second = listener.newSocket();
            second.setReuseAddress(true);
            assertTrue(second.isReuseAddress());
            BindException inUse = assertThrows(BindException.class, () -> second.bind(listener.address()));
            assertTrue(inUse.getMessage().contains("already in use"), inUse.getMessage());

            WinSocket third = listener.newSocket();
            // TEST-NET-1 is nobody's address.
            assertThrows(BindException.class, () -> third.bind(new InetSocketAddress("192.0.2.1", 0)));
        }
    }

    @Test
    void bindClaimsTheAddress() throws Exception {
        try (Listener listener = new Listener(false, loopback())) {
            assertTrue(listener.socket.isExclusiveAddressUse());
            assertEquals(1, listener.socket.intOption(Native.SOL_SOCKET, Native.SO_EXCLUSIVEADDRUSE));
            assertEquals(0, listener.socket.intOption(Native.SOL_SOCKET, Native.SO_REUSEADDR));
            listener.socket.setReuseAddress(true);
            assertEquals(0, listener.socket.intOption(Native.SOL_SOCKET, Native.SO_REUSEADDR));

            WinSocket shared = listener.newSocket();
            // In this order too: what counts is what was asked for last of all before the bind.
            shared.setReuseAddress(true);
            shared.setExclusiveAddressUse(false);
            shared.bind(new InetSocketAddress(loopback(), 0));
            assertEquals(1, shared.intOption(Native.SOL_SOCKET, Native.SO_REUSEADDR));
            assertEquals(0, shared.intOption(Native.SOL_SOCKET, Native.SO_EXCLUSIVEADDRUSE));
        }
    }

    @Test
    void acceptOfNothing() throws Exception {
        try (Listener listener = new Listener(false, loopback())) {
            assertEquals(WinSocket.ACCEPT_NONE,
                    listener.socket.accept(new byte[SocketAddresses.MAX_ENCODED_LENGTH]));
        }
    }

    @Test
    void connectionsThatWereResetBeforeAcceptDoNotStopTheOthers() throws Exception {
        try (Listener listener = new Listener(false, loopback())) {
            // Fewer than the backlog holds: nobody accepts meanwhile.
            for (int i = 0; i < 100; i++) {
                WinSocket reset = listener.connectOnly();
                reset.setSoLinger(0);
                reset.close();
            }
            WinSocket good = listener.connectOnly();
            for (;;) {
                byte[] address = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
                // Throws when an aborted connection is not recognised, and when the good one never comes.
                WinSocket accepted = SocketPair.accept(listener.socket, address);
                boolean found = SocketAddresses.decode(address).equals(good.localAddress());
                accepted.close();
                if (found) {
                    return;
                }
            }
        }
    }

    @Test
    void bytesByAddress() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            ByteBuffer out = ByteBuffer.allocateDirect(DATA.length);
            out.put(DATA).flip();
            ByteBuffer in = ByteBuffer.allocateDirect(16);
            long address = NativePort.directAddress(in);
            assertEquals(0, pair.server.recvAddress(address, 0, 16), "nothing came yet");
            assertEquals(5, pair.client.sendAddress(NativePort.directAddress(out), 1, 6));
            int received = SocketPair.await(() -> {
                int bytes = pair.server.recvAddress(address, 3, 16);
                return bytes == 0 ? null : bytes;
            });
            assertEquals(5, received);
            assertEquals(2, in.get(3));
            assertEquals(6, in.get(7));
        }
    }

    @Test
    void wrongBoundsAreAnErrorAndNotACrash() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8);
            long address = NativePort.directAddress(buffer);
            assertEquals(0, pair.client.recvAddress(address, 3, 3));
            assertEquals(0, pair.client.sendAddress(address, 3, 3));
            for (Executable call : new Executable[] {
                    () -> pair.client.recvAddress(address, 4, 3), () -> pair.client.sendAddress(address, 4, 3),
                    () -> pair.client.recvAddress(address, -1, 3), () -> pair.client.sendAddress(address, -1, 3),
                    () -> pair.client.recvAddress(0, 0, 3), () -> pair.client.sendAddress(0, 0, 3),
            }) {
                assertEquals(Errors.WSAEINVAL, assertThrows(WinsockException.class, call).code());
            }
        }
    }

    @Test
    void unconnectedSocketSaysSo() throws Exception {
        WinSocket socket = WinSocket.newStream(false);
        ByteBuffer buffer = ByteBuffer.allocateDirect(1);
        assertThrows(NotYetConnectedException.class, () -> SocketPair.recv(socket, buffer, 0, 1));
        assertThrows(NotYetConnectedException.class, () -> socket.shutdownOutput());
        socket.close();
    }

    @Test
    void sendTakesWhatFitsThenWouldBlock() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            int total = fill(pair.client);
            assertTrue(total > 0);
            assertEquals(total, pair.readFully(pair.server, total).length);
        }
    }

    @Test
    void halfClosure() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8);
            pair.client.shutdownOutput();
            assertTrue(pair.client.isOutputShutdown());
            assertFalse(pair.client.isInputShutdown());
            assertEquals(-1, SocketPair.await(() -> {
                int bytes = SocketPair.recv(pair.server, buffer, 0, 8);
                return bytes == 0 ? null : bytes;
            }));
            assertEquals(8, SocketPair.send(pair.server, buffer, 0, 8));
            assertEquals(8, pair.readFully(pair.client, 8).length);
            assertEquals(Errors.WSAESHUTDOWN,
                    assertThrows(WinsockException.class, () -> SocketPair.send(pair.client, buffer, 0, 8)).code());
        }
    }

    @Test
    void shutdownOfTheInputIsOurBusinessAlone() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8);
            pair.client.shutdownInput();
            assertTrue(pair.client.isInputShutdown());
            assertFalse(pair.client.isShutdown());
            assertEquals(8, SocketPair.send(pair.server, buffer, 0, 8));
            assertEquals(8, pair.readFully(pair.client, 8).length);
            assertEquals(8, SocketPair.send(pair.server, buffer, 0, 8), "the connection was reset");
        }
    }

    @Test
    void resetOfThePeerIsCalledReset() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8);
            pair.client.setSoLinger(0);
            pair.client.close();
            IOException reset = SocketPair.await(() -> {
                try {
                    SocketPair.send(pair.server, buffer, 0, 8);
                    return null;
                } catch (WinsockException e) {
                    return e;
                }
            });
            assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
        }
    }

    @Test
    void optionsKeepTheirValue() throws Exception {
        WinSocket socket = WinSocket.newStream(false);
        assertEquals(-1, socket.soLinger());
        for (int seconds : new int[] { 0, 1, 65535, -1 }) {
            socket.setSoLinger(seconds);
            assertEquals(seconds, socket.soLinger());
        }
        socket.setSoLinger(1 << 20);
        assertEquals(65535, socket.soLinger());
        for (boolean value : new boolean[] { true, false }) {
            TcpSocketOptions.setNoDelay(socket, value);
            assertEquals(value, TcpSocketOptions.isNoDelay(socket));
            TcpSocketOptions options = new TcpSocketOptions(socket, true);
            options.setKeepAlive(value);
            assertEquals(value, options.isKeepAlive());
            socket.setReuseAddress(value);
            assertEquals(value, socket.isReuseAddress());
        }
        socket.setTrafficClass(0x10);
        assertEquals(0x10, socket.getTrafficClass());
        assertEquals(0, socket.getSoError());
        for (int name : new int[] { Native.SO_RCVBUF, Native.SO_SNDBUF }) {
            int before = socket.intOption(Native.SOL_SOCKET, name);
            socket.setIntOption(Native.SOL_SOCKET, name, before + 65536);
            assertTrue(socket.intOption(Native.SOL_SOCKET, name) > before);
        }
        assertThrows(WinsockException.class, () -> socket.setIntOption(Native.IPPROTO_TCP, 0x7777, 1));
        socket.close();
    }

    @Test
    void trafficClassOfASocketOfBothFamilies() throws Exception {
        assumeIpv6If(true);
        WinSocket socket = WinSocket.newStream(true);
        socket.setTrafficClass(0x10);
        assertEquals(0x10, socket.getTrafficClass());
        socket.close();
    }

    @Test
    void closeThatLingersReallyCloses() throws Exception {
        try (SocketPair pair = new SocketPair(false)) {
            pair.client.setSoLinger(1);
            fill(pair.client);
            long handle = pair.client.handle();
            pair.client.close();
            assertEquals(-Errors.WSAENOTSOCK, NativeSocket.getInt(handle, Native.SOL_SOCKET, Native.SO_ERROR));
        }
    }

    @Test
    void handlesAreGivenBack() throws Exception {
        new SocketPair(false).close();
        long before = ProcessHandles.count();
        assertTrue(before > 0);
        WinSocket[] open = new WinSocket[50];
        for (int i = 0; i < open.length; i++) {
            open[i] = WinSocket.newStream(false);
        }
        assertTrue(ProcessHandles.count() >= before + open.length);
        for (WinSocket socket : open) {
            socket.close();
        }
        for (int i = 0; i < 100; i++) {
            new SocketPair(false).close();
        }
        long after = ProcessHandles.count();
        assertTrue(after < before + 20, before + " handles before, " + after + " after");
    }

    @Test
    void childProcessesInheritNoSocket() throws Exception {
        SocketPair pair = new SocketPair(false);
        Process child = startChild();
        try {
            assertEquals('r', child.getInputStream().read(), "the child does not run");
            pair.server.close();
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            // The end of the stream comes when the last handle of the accepted socket is closed.
            assertEquals(-1, SocketPair.await(() -> {
                int bytes = SocketPair.recv(pair.client, buffer, 0, 1);
                return bytes == 0 ? null : bytes;
            }));
            assertTrue(child.isAlive());
        } finally {
            child.destroyForcibly().waitFor();
            pair.close();
        }
    }

    private static Process startChild() throws Exception {
        Path java = Paths.get(System.getProperty("java.home"), "bin", "java");
        Path classes = Paths.get(IsolatedTransport.location(Child.class).toURI());
        return new ProcessBuilder(java.toString(), "-cp", classes.toString(), Child.class.getName()).start();
    }

    /** Lives until its standard input ends. */
    static final class Child {
        public static void main(String[] args) throws IOException {
            System.out.print('r');
            System.out.flush();
            while (System.in.read() >= 0) {
                // until the end
            }
        }

        private Child() { }
    }

    /** Sends until it would block; returns how much went out. */
    private static int fill(WinSocket socket) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
        int total = 0;
        for (;;) {
            int sent = SocketPair.send(socket, buffer, 0, buffer.capacity());
            if (sent == 0) {
                return total;
            }
            total += sent;
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 });
    }

    private static void assertClosed(Executable call) {
        assertThrows(ClosedChannelException.class, call);
    }

    private static void assumeIpv6If(boolean ipv6) {
        assumeTrue(!ipv6 || WinSocket.isIpv6Preferred(), "no IPv6 on this machine");
    }

    /** A listener and the sockets made with it, closed together. */
    private static final class Listener implements AutoCloseable {
        final WinSocket socket;
        private final Set<WinSocket> others = new LinkedHashSet<WinSocket>();

        Listener(boolean ipv6, InetAddress address) throws IOException {
            socket = SocketPair.listen(ipv6, address);
        }

        InetSocketAddress address() {
            return socket.localAddress();
        }

        WinSocket newSocket() throws IOException {
            WinSocket other = WinSocket.newStream(socket.isIpv6());
            others.add(other);
            return other;
        }

        WinSocket connectOnly() throws Exception {
            WinSocket client = newSocket();
            SocketPair.connect(client, address());
            return client;
        }

        WinSocket connect() throws Exception {
            return connect(address());
        }

        WinSocket connect(InetSocketAddress remote) throws Exception {
            WinSocket client = newSocket();
            SocketPair.connect(client, remote);
            others.add(SocketPair.accept(socket, new byte[SocketAddresses.MAX_ENCODED_LENGTH]));
            return client;
        }

        @Override
        public void close() throws IOException {
            List<WinSocket> all = new ArrayList<WinSocket>(others);
            all.add(socket);
            for (WinSocket each : all) {
                each.close();
            }
        }
    }
}
