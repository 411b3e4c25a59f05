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

import java.nio.channels.ClosedChannelException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One overlapped call on a socket, with its {@code OVERLAPPED}. The memory is lent to the system from the call until
 * the packet that tells of its end. That holds whatever happens to the socket, the channel or the loop meanwhile. Used
 * in the loop of the {@code OverlappedSocket} that begins it. May be begun again once it has completed.
 */
public abstract class OverlappedOperation extends OffHeap {

    /** The operations that the system has never answered. Reachable for ever, as their memory must never be freed. */
    private static final Set<OverlappedOperation> ABANDONED = ConcurrentHashMap.newKeySet();

    private boolean pending;

    /** @param extraBytes how much memory the call needs beside the {@code OVERLAPPED}; it is zeroed, once */
    public OverlappedOperation(int extraBytes) {
        super(Native.SIZEOF_OVERLAPPED + extraBytes);
        zero(Native.SIZEOF_OVERLAPPED + extraBytes);
    }

    private void zero(int bytes) {
        for (int i = 0; i < bytes; i++) {
            memory.put(i, (byte) 0);
        }
    }

    /** The address of the extra bytes, which is a multiple of 8. */
    public final long extra() {
        return address() + Native.SIZEOF_OVERLAPPED;
    }

    /** Whether the system has the memory. */
    public final boolean isPending() {
        return pending;
    }

    /**
     * The operation has ended and its memory is back. This is called once for each time that it was begun, in the loop
     * in which it was begun. It is not called if {@code OverlappedSocket.failedAtOnce} was, or if the loop ended first.
     * The channel may be closed by then. {@code error} is 0, or the positive Win32 error code; ERROR_OPERATION_ABORTED
     * after a cancellation.
     */
    public abstract void completed(int error, int bytes);

    /** The positive Winsock code for the Win32 error that {@link #completed} got, while nothing new has begun. */
    public final int socketError(WinSocket socket, int error) throws ClosedChannelException {
        long result = NativeOverlapped.result(socket.openHandle(), address());
        return result < 0 ? (int) -result : error;
    }

    /** The bytes that an operation without a packet so far has transferred; negative if it goes on or has failed. */
    public final long bytesBeforePacket(WinSocket socket) throws ClosedChannelException {
        return NativeOverlapped.result(socket.openHandle(), address());
    }

    /** Gives the memory back; not while the system has it. */
    @Override
    public final void free() {
        if (pending) {
            throw new IllegalStateException("the system still has the memory of " + this);
        }
        super.free();
    }

    // ---- for the OverlappedSocket

    public final void lend() {
        if (pending) {
            throw new IllegalStateException(this + " is under way already");
        }
        zero(Native.SIZEOF_OVERLAPPED);
        pending = true;
    }

    public final void takeBack() {
        pending = false;
    }

    /** The packet will never be seen. */
    public final void abandon() {
        ABANDONED.add(this);
        abandoned();
    }

    /** Instead of {@link #completed}, when the loop has ended first: lets go of what the system does not need. */
    public void abandoned() { }
}
