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

/**
 * Natives for overlapped operations of any kind: their place on a port, their packets, their cancellation. Results are
 * {@code >= 0} or a negative error code.
 */
public final class NativeOverlapped {

    /**
     * {@code CreateIoCompletionPort} for a handle that was opened for overlapped operations: their packets come to that
     * port, with that key, until the handle is closed. There is no way back.
     *
     * @return 0 or a negative error code, ERROR_INVALID_PARAMETER if the handle belongs to a port already
     */
    public static native int associate(long port, long handle, long completionKey);

    /**
     * {@code PostQueuedCompletionStatus}.
     *
     * @param overlapped any number, it is handed through
     */
    public static native int post(long port, long completionKey, int bytes, long overlapped);

    /**
     * {@code CancelIoEx}. The operation's packet still comes, be it that of a success.
     *
     * @param overlapped which operation, 0 for all of that handle
     * @return 0 or a negative error code, ERROR_NOT_FOUND if there is nothing to be cancelled any more
     */
    public static native int cancel(long handle, long overlapped);

    /**
     * {@code RtlNtStatusToDosError}, for the failures among the values of {@code NTSTATUS}.
     *
     * @return 0 for a success, else the <em>positive</em> Win32 error code
     */
    public static native int error(int status);

    /**
     * {@code WSAGetOverlappedResult}, without waiting. An error is Winsock's own, where the packet has that of Win32.
     *
     * @return how many bytes were transferred, or a negative error code, WSA_IO_INCOMPLETE if the operation has not
     *         ended
     */
    static native long result(long socket, long overlapped);

    private NativeOverlapped() { }
}
