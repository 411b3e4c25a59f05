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
package io.netty.iocpnotify.machine;

import java.util.EnumSet;
import java.util.Set;

/**
 * What may be injected; in the order of {@code fault_kind} in {@code faults.h}, which says what each does.
 */
public enum FaultKind {
    CALL_REFUSED(false),
    DEQUEUE_REFUSED(false),
    PACKET_LATE(false),
    PACKETS_REORDERED(false),
    PACKET_DOUBLED(false),
    SPURIOUS_READINESS(false),
    POST_REFUSED(false),
    CANCEL_REFUSED(false),
    SEND_SHORT(false),
    SEND_WOULD_BLOCK(false),
    SEND_NO_BUFFERS(false),
    RECEIVE_ONE_BYTE(false),
    RECEIVE_WOULD_BLOCK(false),
    DATAGRAM_WOULD_BLOCK(false),
    ACCEPT_WOULD_BLOCK(false),
    ACCEPT_RESET(false),
    FILE_READ_SHORT(false),
    FILE_REOPEN_REFUSED(false),
    RECEIVE_REFUSED(false),
    ARM_REFUSED(false),
    POLL_REFUSED(false),
    POLL_CANCEL_REFUSED(true),
    RECEIVE_NO_BUFFERS(true),
    RECEIVE_RESET(true),
    DATAGRAM_NO_BUFFERS(true),
    CONTROL_CUT(true),
    ACCEPT_NO_SOCKET(true),
    SOCKET_REFUSED(true),
    CONNECT_NO_BUFFERS(true),
    OVERLAPPED_REFUSED(true),
    PORT_REFUSED(true),
    FILE_READ_REFUSED(true);

    private final boolean visible;

    FaultKind(boolean visible) {
        this.visible = visible;
    }

    /** Whether it may end in the failure of a call or a channel. All others must go unnoticed. */
    public boolean isVisible() {
        return visible;
    }

    /** All that must go unnoticed, as a new set. */
    public static Set<FaultKind> unnoticed() {
        Set<FaultKind> kinds = EnumSet.allOf(FaultKind.class);
        kinds.removeIf(FaultKind::isVisible);
        return kinds;
    }
}
