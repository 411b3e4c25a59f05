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

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.internal.PlatformDependent;
import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The rules of paths, which need no socket; {@link DomainSocketTest} binds and connects.
 */
class DomainPathTest {

    @Test
    void pathsAreUtf8() throws Exception {
        DomainSocketAddress address = new DomainSocketAddress("C:\\\u00fc\\\u65e5.sock");
        assertSame(address, DomainSocket.check(address));
        assertArrayEquals(new byte[] { 'C', ':', '\\', (byte) 0xc3, (byte) 0xbc, '\\', (byte) 0xe6, (byte) 0x97,
                (byte) 0xa5, '.', 's', 'o', 'c', 'k' }, DomainSocket.encode(address));
    }

    @Test
    void bytesAreCountedAndNotCharacters() throws Exception {
        DomainSocket.check(new DomainSocketAddress(repeat('a', 107)));
        assertRefused("108 bytes", repeat('a', 108));
        DomainSocket.check(new DomainSocketAddress(repeat('\u00fc', 53)));
        assertRefused("108 bytes", repeat('\u00fc', 54));
        assertRefused("100000 bytes", repeat('a', 100000));
    }

    @Test
    void namesThatAreNoFilesAreRefused() {
        assertRefused("empty", "");
        assertRefused("abstract", "\0name");
        assertRefused("abstract", "C:\\name\0");
    }

    @Test
    void otherAddressesAreRefused() {
        assertThrows(UnsupportedAddressTypeException.class, () -> DomainSocket.check(new InetSocketAddress(1)));
        assertThrows(UnsupportedAddressTypeException.class, () -> DomainSocket.check(null));
    }

    @Test
    void addressesOfTheJdkAreTaken() throws Exception {
        assumeTrue(PlatformDependent.javaVersion() >= 16, "java.net.UnixDomainSocketAddress is there from Java 16 on");
        SocketAddress address = (SocketAddress) Class.forName("java.net.UnixDomainSocketAddress")
                .getMethod("of", String.class).invoke(null, "C:\\folder\\name.sock");
        assertEquals(new DomainSocketAddress("C:\\folder\\name.sock"), DomainSocket.check(address));
    }

    @Test
    void channelsSayWhyThereAreNone() {
        if (IocpNotify.isDomainSocketAvailable()) {
            new IocpNotifyDomainSocketChannel().unsafe().closeForcibly();
            new IocpNotifyServerDomainSocketChannel().unsafe().closeForcibly();
            return;
        }
        assertNamesTheFamily(assertThrows(UnsupportedOperationException.class, IocpNotifyDomainSocketChannel::new));
        assertNamesTheFamily(assertThrows(UnsupportedOperationException.class,
                IocpNotifyServerDomainSocketChannel::new));
    }

    private static void assertNamesTheFamily(UnsupportedOperationException e) {
        assertNotNull(e.getMessage());
        assertTrue(e.getMessage().contains("AF_UNIX") && e.getMessage().contains("Windows 10"), e.getMessage());
    }

    private static void assertRefused(String reason, String path) {
        String message = assertThrows(SocketException.class, () -> DomainSocket.check(new DomainSocketAddress(path)))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }

    private static String repeat(char c, int count) {
        char[] chars = new char[count];
        Arrays.fill(chars, c);
        return new String(chars);
    }
}
