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

import java.nio.ByteBuffer;

/**
 * The natives of the provider and of the completion port. {@link Native} calls them while it is being initialised. So
 * they are not its own: JNI initialises a class before it has its natives, and a program may load the library first.
 */
public final class NativePort {

    /**
     * Gives back what the last choice holds, and makes another: {@code system}, {@code afd}, or {@code null} for none.
     * Before any port is open. With an error {@link #missing()} has the words.
     */
    static native int choose(String name);

    /**
     * Tries the chosen provider on sockets and a port of its own, for about a second at the most. Returns 0, a negative
     * error code if it failed, or a positive one if it could not be tried. With either {@link #missing()} has the
     * words.
     */
    static native int check();

    /** The name of the chosen provider, {@code null} before a successful {@link #choose(String)}. */
    static native String provider();

    /** What {@link #choose(String)} did not find, or the step that {@link #check()} failed at, or {@code null}. */
    static native String missing();

    /** {@code CreateIoCompletionPort} for a new port; see {@link CompletionPort#CompletionPort}. */
    static native long createPort(int concurrency);

    /** Closes a port through the provider. No thread may be inside {@link #process} on it any more. */
    public static native int closePort(long port);

    /**
     * {@code ProcessSocketNotifications} of the chosen provider: applies the registrations, then waits for packets. May
     * be called by any number of threads at once. The {@code registrationResult} of each registration is valid whenever
     * the result is not negative.
     *
     * @param registrations address of an array of {@code SOCK_NOTIFY_REGISTRATION}, 0 when there is none
     * @param timeoutMillis 0 not to wait, negative for ever. Must be 0 when {@code entryCount} is
     * @param entries address of an array of {@code OVERLAPPED_ENTRY}, 0 when there is none
     * @return how many packets were dequeued, 0 after a time-out; with an error nothing was registered or dequeued
     */
    static native int process(long port, long registrations, int registrationCount, int timeoutMillis, long entries,
                              int entryCount);

    /** {@code PostQueuedCompletionStatus}. Any thread; {@code overlapped} is any number, it is handed through. */
    public static native int post(long port, long completionKey, int bytes, long overlapped);

    /** How many nanoseconds lie between the ticks of the clock that end a wait. Programs may change it. */
    public static native int tickNanos();

    /** {@code GetDirectBufferAddress}: the address of index 0 of {@code buffer}, 0 when it is not direct. */
    public static native long directAddress(ByteBuffer buffer);

    private NativePort() { }
}
