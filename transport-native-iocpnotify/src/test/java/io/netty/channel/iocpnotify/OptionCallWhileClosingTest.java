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

import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Any thread may set an option while the loop closes the socket. The system gives the number of a closed socket to the
 * next one, which must not get the option.
 */
@EnabledOnOs(OS.WINDOWS)
@Tag("races")
class OptionCallWhileClosingTest {

    private static final int ROUNDS = 1000;

    private interface OptionCall {
        void setKeepAlive(WinSocket socket) throws IOException;
    }

    private ExecutorService other;

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    @BeforeEach
    void startThread() {
        other = Executors.newSingleThreadExecutor();
    }

    @AfterEach
    void endThread() throws Exception {
        other.shutdownNow();
        assertTrue(other.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void intOption() throws Exception {
        nextSocketIsLeftAlone(socket -> socket.setIntOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE, 1));
    }

    @Test
    void rawOption() throws Exception {
        IocpNotifyRawOption option =
                new IocpNotifyRawOption("optionCallWhileClosing", Native.SOL_SOCKET, Native.SO_KEEPALIVE, 4);
        nextSocketIsLeftAlone(socket -> option.write(socket, ByteBuffer.wrap(new byte[] { 1, 0, 0, 0 })));
    }

    private void nextSocketIsLeftAlone(OptionCall call) throws Exception {
        int sameNumber = 0;
        CyclicBarrier start = new CyclicBarrier(2);
        WinSocket socket = WinSocket.newStream(false);
        try {
            for (int i = 0; i < ROUNDS; i++) {
                WinSocket closed = socket;
                Future<?> calls = other.submit(() -> {
                    start.await();
                    try {
                        for (;;) {
                            call.setKeepAlive(closed);
                        }
                    } catch (ClosedChannelException e) {
                        return null;
                    }
                });
                start.await();
                closed.close();
                socket = WinSocket.newStream(false);
                calls.get(10, TimeUnit.SECONDS);
                if (socket.handle() == closed.handle()) {
                    sameNumber++;
                }
                assertEquals(0, socket.intOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE), "of the next socket");
            }
        } finally {
            socket.close();
        }
        assertTrue(sameNumber > 0, "no number was given twice, so nothing was tested");
    }
}
