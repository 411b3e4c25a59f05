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

import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class IocpNotifyIoOpsTest {

    @Test
    void combines() {
        IocpNotifyIoOps ops = IocpNotifyIoOps.IN.with(IocpNotifyIoOps.OUT);
        assertTrue(ops.contains(IocpNotifyIoOps.IN));
        assertTrue(ops.contains(IocpNotifyIoOps.OUT));
        assertFalse(ops.contains(IocpNotifyIoOps.IN_HANGUP));
        assertSame(ops, ops.with(IocpNotifyIoOps.IN));
        assertSame(ops, ops.without(IocpNotifyIoOps.HANGUP));
        assertEquals(IocpNotifyIoOps.OUT, ops.without(IocpNotifyIoOps.IN_HANGUP));
        assertEquals(IocpNotifyIoOps.NONE, ops.without(ops));
        assertEquals("IocpNotifyIoOps(IN OUT)", ops.toString());
    }

    @Test
    void refusesUnknownBits() {
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyIoOps.valueOf(0x80));
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyIoOps.valueOf(-1));
    }

    /** The values stand in Java because the class must load without the library; here they meet Winsock's. */
    @Test
    void valuesAreWinsocks() {
        IocpNotify.ensureAvailability();
        OverlappedCalls.load();
        assertEquals(Native.REGISTER_EVENT_IN, SocketEvents.IN);
        assertEquals(OverlappedCalls.registerEventOut(), SocketEvents.OUT);
        assertEquals(Native.REGISTER_EVENT_HANGUP, SocketEvents.HANGUP);
        assertEquals(OverlappedCalls.eventErr(), SocketEvents.ERR);
    }
}
