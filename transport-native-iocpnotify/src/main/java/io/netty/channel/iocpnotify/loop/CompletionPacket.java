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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.IoEvent;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.PacketArray;

/**
 * What a packet said that is no notification. There must be one of these when the packet comes. So it is made before
 * the operation begins, if this transport knows of the operation.
 */
public class CompletionPacket implements IoEvent {

    private long overlapped;
    private int bytes;
    private int error;

    /** The one that was made, or has come, before; belongs to whoever has this in hand. */
    CompletionPacket next;

    final void set(PacketArray packets, int index) {
        overlapped = packets.overlapped(index);
        bytes = packets.bytes(index);
        int status = packets.status(index);
        error = status >= 0 ? 0 : NativeOverlapped.error(status);
    }

    public final long overlapped() {
        return overlapped;
    }

    public final int bytes() {
        return bytes;
    }

    public final int error() {
        return error;
    }

    @Override
    public String toString() {
        return "IocpNotifyCompletionHandle.Event(overlapped: 0x" + Long.toHexString(overlapped) + ", bytes: " + bytes +
                ", error: " + error + ')';
    }
}
