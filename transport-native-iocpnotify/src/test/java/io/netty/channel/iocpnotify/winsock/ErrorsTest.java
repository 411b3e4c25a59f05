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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@EnabledOnOs(OS.WINDOWS)
class ErrorsTest {

    static {
        IocpNotify.ensureAvailability();
    }

    @Test
    void messageHasMethodCodeNameAndText() {
        assertEquals("recv(..) failed with error 10054 (WSAECONNRESET): Connection reset by peer",
                Errors.message("recv", 10054));
    }

    @Test
    void unknownCodesHaveTheWordsOfTheSystem() {
        // 5 is ERROR_ACCESS_DENIED, whose text depends on the system's language.
        String text = Native.Constants.systemMessage(5);
        assertFalse(text.isEmpty());
        assertEquals(text.trim(), text);
        assertEquals("x(..) failed with error 5: " + text, Errors.message("x", 5));
        assertEquals("x(..) failed with error 10999", Errors.message("x", 10999));
        assertEquals("x(..) failed with status 0xC0FE0001", Errors.message("x", -0xC0FE0001));
    }

    @Test
    void wouldBlockIsNoError() throws IOException {
        assertEquals(0, Errors.ioResult("recv", -Errors.WSAEWOULDBLOCK));
    }

    @Test
    void ioResultsAreWhatUsersCatch() {
        assertIoResult(ClosedChannelException.class, Errors.WSAENOTSOCK);
        assertIoResult(NotYetConnectedException.class, Errors.WSAENOTCONN);
        for (int code : new int[] { Errors.WSAECONNRESET, Errors.WSAECONNABORTED, Errors.WSAENETRESET }) {
            Throwable reset = assertIoResult(SocketException.class, code);
            assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
            assertEquals(0, reset.getStackTrace().length);
            assertTrue(Errors.isReset(code));
        }
        assertTrue(Errors.connectionReset("recv").getMessage().contains("Connection reset"));
    }

    @Test
    void bindFailures() {
        assertSame(BindException.class, Errors.newBindException(-Errors.WSAEADDRINUSE).getClass());
        assertSame(BindException.class, Errors.newBindException(-Errors.WSAEADDRNOTAVAIL).getClass());
        IOException exclusive = Errors.newBindException(-Errors.WSAEACCES);
        assertSame(BindException.class, exclusive.getClass());
        assertTrue(exclusive.getMessage().contains("already in use"), exclusive.getMessage());
        assertSame(WinsockException.class, Errors.newBindException(-Errors.WSAENOBUFS).getClass());
    }

    @Test
    void connectFailures() {
        IOException refused = Errors.newConnectException("connect", -Errors.WSAECONNREFUSED);
        assertSame(ConnectException.class, refused.getClass());
        assertTrue(refused.getMessage().contains("Connection refused"), refused.getMessage());
        assertSame(ConnectException.class, Errors.newConnectException("connect", -Errors.WSAETIMEDOUT).getClass());
        assertSame(NoRouteToHostException.class,
                Errors.newConnectException("connect", -Errors.WSAEHOSTUNREACH).getClass());
        assertSame(NoRouteToHostException.class,
                Errors.newConnectException("connect", -Errors.WSAENETUNREACH).getClass());
        assertThrows(AlreadyConnectedException.class, () -> Errors.newConnectException("connect", -Errors.WSAEISCONN));
    }

    @Test
    void exhaustionIsToldFromOtherFailures() {
        assertTrue(Errors.isResourceExhausted(Errors.WSAEMFILE));
        assertTrue(Errors.isResourceExhausted(Errors.WSAENOBUFS));
        // As winerror.h has them.
        for (int code : new int[] { 8, 1450, 1453, 1454, 1455, 1816 }) {
            assertTrue(Errors.isResourceExhausted(code), () -> "" + code);
        }
        assertFalse(Errors.isResourceExhausted(Errors.WSAEINVAL));
    }

    private static Throwable assertIoResult(Class<? extends Throwable> expected, final int code) {
        return assertThrows(expected, () -> Errors.ioResult("recv", -code));
    }
}
