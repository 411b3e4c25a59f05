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
import io.netty.channel.iocpnotify.SocketHoard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is found out once is found out by an answer, not by the want of a socket to ask with.
 */
@Timeout(120)
class SystemProbeTest {

    /** Asks for an option of a new socket, and counts how often. */
    private static final class Option {
        private final SystemProbe probe;
        int calls;

        Option(boolean meanwhile, int level, int name) {
            probe = new SystemProbe(this::open, socket -> NativeSocket.getInt(socket, level, name),
                    Errors::isResourceExhausted, meanwhile);
        }

        private long open() {
            calls++;
            return SystemProbe.newTcp();
        }

        boolean isSupported() {
            return probe.isSupported();
        }

        long answer() {
            return probe.answer();
        }
    }

    private static Option receiveBuffer(boolean meanwhile) {
        return new Option(meanwhile, Native.SOL_SOCKET, Native.SO_RCVBUF);
    }

    @Test
    void anAnswerIsKept() {
        IocpNotify.ensureAvailability();
        for (boolean meanwhile : new boolean[] { false, true }) {
            Option known = receiveBuffer(meanwhile);
            Option unknown = new Option(meanwhile, Native.IPPROTO_TCP, 0x7777);
            for (int i = 0; i < 3; i++) {
                assertTrue(known.isSupported());
                assertFalse(unknown.isSupported());
            }
            assertEquals(1, known.calls);
            assertEquals(1, unknown.calls);
        }
    }

    @Test
    void aShortageIsNot() throws Exception {
        IocpNotify.ensureAvailability();
        // All classes are loaded before nothing can be opened any more.
        assertTrue(receiveBuffer(true).isSupported());
        Option optimist;
        Option pessimist;
        try (SocketHoard hoard = new SocketHoard()) {
            int tries = 0;
            do {
                // What tests before have left behind may be closed only now, and make room.
                assertTrue(++tries <= 100, "there is always room for a socket");
                hoard.fill();
                optimist = receiveBuffer(true);
                pessimist = receiveBuffer(false);
                assertTrue(optimist.isSupported());
            } while (pessimist.isSupported() || optimist.answer() != 0);
        }
        assertTrue(optimist.isSupported());
        assertTrue(pessimist.isSupported());
        assertEquals(3, optimist.calls);
        assertEquals(2, pessimist.calls);
    }

    /** All else that fails may be of that one socket. */
    @Test
    void anOptionIsLackingOnlyIfItIsUnknown() {
        IocpNotify.ensureAvailability();
        long[] results = { -Errors.WSAEINVAL, -Errors.WSAENOPROTOOPT };
        int[] calls = new int[1];
        SystemProbe probe = SystemProbe.ofOption(socket -> results[calls[0]++]);
        assertTrue(probe.isSupported());
        assertFalse(probe.isSupported());
        assertFalse(probe.isSupported());
        assertEquals(2, calls[0]);
    }
}
