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

import java.io.File;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Overlapped calls as a user's own code would make them, from a library that is built with the native tests. Those that
 * begin an operation return 0 when a packet will come, else the negative error.
 */
public final class OverlappedCalls {

    /** Path of the library. */
    private static final String PROPERTY = "iocpnotify.overlapped.dll";

    public static final int ERROR_HANDLE_EOF = 38;
    public static final int ERROR_INVALID_PARAMETER = 87;
    public static final int ERROR_OPERATION_ABORTED = 995;

    public static void load() {
        String path = System.getProperty(PROPERTY, "");
        assumeTrue(new File(path).isFile(), () -> "the native tests were not built: no -D" + PROPERTY + '=' + path);
        System.load(new File(path).getAbsolutePath());
    }

    /** Opens a file for overlapped reads; the HANDLE or a negative error. */
    public static native long openFile(String path);

    /** 1 if all reads of the handle wait for their end and share a position, 0 if none does; or a negative error. */
    public static native int isSynchronous(long file);

    /** 1 if child processes may inherit the handle, else 0; or a negative error if there is no such handle. */
    public static native int isInheritable(long handle);

    /** {@code SOCK_NOTIFY_REGISTER_EVENT_OUT}. */
    public static native int registerEventOut();

    /** {@code SOCK_NOTIFY_EVENT_ERR}. */
    public static native int eventErr();

    public static native int readFile(long file, long offset, long buffer, int length, long overlapped);

    /** {@code CreateNamedPipe}, overlapped, of one instance; the HANDLE or a negative error. */
    public static native long newPipe(String name);

    /** Waits for the pipe's other end to be opened. */
    public static native int connectPipe(long pipe, long overlapped);

    public static native int closeHandle(long handle);

    /** {@code WSARecv}. */
    public static native int receive(long socket, long buffer, int length, long overlapped);

    /** What {@link #fail} has fail: calls that arm or remove anything, as a whole. */
    public static final int CALLS = 0;
    /** Single entries of such calls: their {@code registrationResult}. */
    public static final int ENTRIES = 1;
    /** Calls that only wait for packets. */
    static final int WAITS = 2;

    /**
     * Where the test DLL stands in for the system: of one kind, {@code count} of its calls or entries fail with
     * {@code code}, after {@code skip} that do not. Returns how many were still to fail, or a negative error if it does
     * not stand in.
     */
    public static native int fail(int kind, int skip, int count, int code);

    /** As {@link #fail}: the next calls that arm or remove anything, for want of memory. */
    public static int failArms(int count) {
        return fail(CALLS, 0, count, Errors.ERROR_NOT_ENOUGH_MEMORY);
    }

    /**
     * Where the test DLL stands in for the system, these bits of its notifications go missing, after {@code skip}
     * notifications that have any of them. A notification without any other bit does not come.
     */
    static native void hideEvents(int skip, int events);

    /**
     * Where the test DLL stands in for the system: to each copy of the library that asks its provider {@code system}
     * from now on, all sockets are those of a layered provider that hides what is below it. The provider {@code afd}
     * cannot watch such sockets.
     */
    static native void hideBaseHandles(boolean on);

    private OverlappedCalls() { }
}
